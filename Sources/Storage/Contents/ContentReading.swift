package import DocumentModel
package import LinuxSystem
import Synchronization

/// Hashes files in pieces on the workspace's threads, so that a large file does not keep one for itself.
package struct ContentReading: Sendable {
  private static let pieceBytes: Int64 = 16 << 20
  /// After so many bytes of a file all other readers go first: it may have no end.
  private static let longBytes: Int64 = 256 << 20

  let root: SandboxRoot
  /// Hashes that need not be found out again.
  var known: KnownHashes?
  var clock: @Sendable () -> Int64 = { SystemClock.now() }

  package init(root: SandboxRoot) {
    self.root = root
  }

  init(root: SandboxRoot, known: KnownHashes? = nil, clock: @escaping @Sendable () -> Int64) {
    (self.root, self.known, self.clock) = (root, known, clock)
  }

  package struct Finding: Sendable {
    package let status: FileStatus
    package let sha256: ContentHash
    /// When the content was seen to be the one that was hashed, in nanoseconds since 1970.
    let moment: Int64
  }

  /// The file or package at `path` and its hash; nil when it changed while it was read, which ends the reading.
  ///
  /// Throws `.notFound` when no document can be there, `.busy` when the task is cancelled.
  package func hash(_ path: String) async throws(DocumentError) -> Finding? {
    let seen = clock()
    guard let content = try await open(path) else { return nil }
    let (file, before) = (content.file, content.opened)
    if !content.isArchive, let sha256 = known?[before.fingerprint] {
      return Finding(status: before, sha256: sha256, moment: seen)
    }
    let (root, isArchive) = (root, content.isArchive)
    let found = try await hash(file) { try isArchive || root.directory.statusIfPresent(path) == before }
    guard let sha256 = found else { return nil }
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
    let found = try await hash(content.file) {
      let status = try content.file.status()
      return content.isArchive || status.links > 0 && status.isSameContent(as: content.opened)
    }
    guard let sha256 = found else { return nil }
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

  /// The hash of a file; nil as soon as it is not the same any more, which is asked before each further piece.
  private func hash(
    _ file: Descriptor, while isSame: @escaping @Sendable () throws -> Bool
  ) async throws(DocumentError) -> ContentHash? {
    var state = (hasher: FileHasher(file), isMore: true)
    while state.isMore {
      guard !Task.isCancelled else { throw DocumentError(.busy, "the reading was given up") }
      guard let next = try await advance(state.hasher, while: isSame) else { return nil }
      state = next
    }
    return try state.hasher.finish()
  }

  private func advance(
    _ hasher: FileHasher, while isSame: @escaping @Sendable () throws -> Bool
  ) async throws(DocumentError) -> (hasher: FileHasher, isMore: Bool)? {
    let pool = hasher.count < Self.longBytes ? root.pool : root.patient
    return try await root.run("the content could not be read", on: pool) {
      if hasher.count > 0, try !isSame() { return nil }
      var next = hasher
      let isMore = try next.advance(Self.pieceBytes)
      return (next, isMore)
    }
  }
}

/// Hashes of files whose fingerprint was seen, so that a save does not read the content it replaces.
///
/// A memory, not a truth: bounded, and lost with the process. A fingerprint holds the inode and both times. So a
/// file that was written to has another one, once the tick of its last change is over. Only then it comes in here.
final class KnownHashes: Sendable {
  private static let capacity = 8192

  private let hashes = Mutex<[Fingerprint: ContentHash]>([:])

  subscript(fingerprint: Fingerprint) -> ContentHash? {
    get { hashes.withLock { $0[fingerprint] } }
    set {
      hashes.withLock { hashes in
        // Starting over is simpler than ageing, and costs one reading of each content at most.
        if hashes.count >= Self.capacity { hashes.removeAll(keepingCapacity: true) }
        hashes[fingerprint] = newValue
      }
    }
  }
}
