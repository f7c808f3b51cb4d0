import DocumentModel

/// The path of a file in a drop folder, as the bytes that the disk has: names there need not be UTF-8.
struct DropPath: Hashable, Sendable {
  /// Relative to the drop folder, with slashes between the names; empty for the folder itself.
  let bytes: [UInt8]

  /// The drop folder itself.
  init() {
    bytes = []
  }

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The path of the name `bytes` in this folder.
  func appending(_ name: [UInt8]) -> DropPath {
    DropPath(bytes.isEmpty ? name : bytes + [Self.slash] + name)
  }

  /// How many folders lie above what it names, with the drop folder's own.
  var depth: Int { bytes.isEmpty ? 0 : bytes.split(separator: Self.slash).count }

  /// The last name, in UTF-8: what is not becomes U+FFFD, cut to what a file may be called.
  var name: String {
    let last = Array(bytes.split(separator: Self.slash).last ?? [])
    return String(validating: last, as: UTF8.self)
      ?? FileName(sanitizing: String(decoding: last, as: UTF8.self)).description
  }

  private static let slash = UInt8(ascii: "/")
}
