package import DocumentModel
package import LinuxSystem

/// Hashes a file piece by piece.
///
/// All calls block.
package struct FileHasher {
  package static let pieceBytes = 1 << 20

  private let file: Descriptor
  private var hasher = ContentHasher()

  init(_ file: Descriptor) {
    self.file = file
  }

  var count: Int64 { hasher.count }

  mutating func advance(_ bytes: Int64) throws(SystemError) -> Bool {
    let goal = hasher.count + bytes
    while hasher.count < goal {
      let piece = try file.read(Self.pieceBytes, at: hasher.count)
      hasher.update(piece)
      if piece.count < Self.pieceBytes { return false }
    }
    return true
  }

  func finish() throws(DocumentError) -> ContentHash {
    try hasher.finish()
  }

  /// The hash of all of `file`; takes as long as reading it.
  package static func hash(_ file: Descriptor) throws -> ContentHash {
    var hasher = FileHasher(file)
    while try hasher.advance(64 << 20) {}
    return try hasher.finish()
  }

  /// As ``hash(_:)``, of a file that looks like `status`; nil as soon as it does not any more.
  static func hash(_ file: Descriptor, as status: FileStatus) throws -> ContentHash? {
    var hasher = FileHasher(file)
    while try hasher.advance(64 << 20) {
      guard try file.status() == status else { return nil }
    }
    return try hasher.finish()
  }
}

/// SHA-256 and length of bytes that come in pieces.
package struct ContentHasher {
  private var hasher = SHA256()
  package private(set) var count: Int64 = 0

  package init() {}

  package mutating func update(_ bytes: [UInt8]) {
    hasher.update(bytes)
    count += Int64(bytes.count)
  }

  package func finish() throws(DocumentError) -> ContentHash {
    guard let hash = ContentHash(bytes: hasher.finalize()) else {
      throw DocumentError(.storageFailed, "the content could not be hashed")
    }
    return hash
  }
}
