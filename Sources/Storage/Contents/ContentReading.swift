import DocumentModel
import LinuxSystem

/// Hashes files in pieces on the workspace's threads, so that a large file does not keep one for itself.
struct ContentReading: Sendable {
  /// Bytes hashed per hop.
  private static let pieceBytes: Int64 = 16 << 20

  let root: SandboxRoot
  var clock: @Sendable () -> Int64 = { SystemClock.now() }

  /// A file that was read.
  struct Finding: Sendable {
    let status: FileStatus
    let sha256: ContentHash
    /// When the content was seen to be the one that was hashed, in nanoseconds since 1970.
    let moment: Int64
  }

  /// The file or package at `path` and its hash; nil when it changed while it was read.
  ///
  /// Throws `.notFound` when no document can be there, `.busy` when the task is cancelled.
  func hash(_ path: String) async throws(DocumentError) -> Finding? {
    guard let content = try await open(path) else { return nil }
    let (file, before) = (content.file, content.opened)
    let sha256 = try await hash(file)
    let moment = content.packedAt ?? clock()
    let after = try await root.run("the content could not be read") {
      try (content.isArchive ? before : file.status(), root.packages.status(path))
    }
    // The second look by name sees that another file has taken the place.
    guard after.0 == before, after.1 == before else { return nil }
    return Finding(status: before, sha256: sha256, moment: moment)
  }

  /// The hash of an open content and its file as it was for that; nil when it changed while it was read.
  func hash(_ content: FileContent) async throws(DocumentError) -> Finding? {
    let sha256 = try await hash(content.file)
    if let moment = content.packedAt {
      return Finding(status: content.opened, sha256: sha256, moment: moment)
    }
    let moment = clock()
    let status = try await root.run("the content could not be read") { try content.file.status() }
    guard status.isSameContent(as: content.opened) else { return nil }
    return Finding(status: status, sha256: sha256, moment: moment)
  }

  /// Nil for a package that changes all the time.
  private func open(_ path: String) async throws(DocumentError) -> FileContent? {
    do throws(DocumentError) {
      return try await root.run("the content could not be opened") {
        guard let found = try root.packages.open(path) else {
          throw DocumentError(.notFound, "there is no such document")
        }
        return found
      }
    } catch  where error.code == .contentChanged {
      return nil
    }
  }

  private func hash(_ file: Descriptor) async throws(DocumentError) -> ContentHash {
    var state = (hasher: FileHasher(file), isMore: true)
    while state.isMore {
      guard !Task.isCancelled else { throw DocumentError(.busy, "the reading was given up") }
      state = try await advance(state.hasher)
    }
    return try state.hasher.finish()
  }

  private func advance(_ hasher: FileHasher) async throws(DocumentError) -> (hasher: FileHasher, isMore: Bool)
  {
    try await root.run("the content could not be read") {
      var next = hasher
      let isMore = try next.advance(Self.pieceBytes)
      return (next, isMore)
    }
  }
}
