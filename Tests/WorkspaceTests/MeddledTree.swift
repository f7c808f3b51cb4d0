import DocumentModel
import FoundationEssentials
import Storage

/// The tree on the disk with a folder or a file that cannot be read, and with hints of its own.
struct MeddledTree: DirectoryTree {
  private let store: FileContentStore
  private let unread: String?
  private let unhashed: String?
  private let unremoved: String?
  private let unheld: String?
  private let makeNotices: @Sendable () -> AsyncStream<TreeNotice>?
  private let onWalked: (@Sendable () throws -> Void)?
  /// Called before a walk through one folder.
  var onFolderWalk: @Sendable () -> Void = {}

  init(
    _ store: FileContentStore, unread: String? = nil, unhashed: String? = nil, unremoved: String? = nil,
    unheld: String? = nil, onWalked: (@Sendable () throws -> Void)? = nil,
    notices: @escaping @Sendable () -> AsyncStream<TreeNotice>? = { nil }
  ) {
    (self.store, self.unread, self.unhashed, self.unremoved) = (store, unread, unhashed, unremoved)
    self.unheld = unheld
    self.onWalked = onWalked
    makeNotices = notices
  }

  func notices() -> AsyncStream<TreeNotice>? { makeNotices() }

  func walk(in folder: FolderPath) -> AsyncThrowingStream<TreeFinding, any Error> {
    guard folder.isTop else {
      onFolderWalk()
      return store.walk(in: folder)
    }
    return AsyncThrowingStream { [store, unread, onWalked] continuation in
      let task = Task {
        var places: Set<Location> = []
        for try await finding in store.walk() {
          if case .file(let file) = finding { places.insert(file.location) }
          if case .file(let file) = finding, let unread, file.location.relativePath.hasPrefix(unread) {
            continuation.yield(.unread(try FolderPath(parsing: unread)))
          } else {
            continuation.yield(finding)
          }
        }
        if let onWalked {
          // As a walk finds it that has not yet come to the places that `onWalked` changed.
          try onWalked()
          for try await case .file(let file) in store.walk() where !places.contains(file.location) {
            continuation.yield(.file(file))
          }
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  func take(_ location: Location) async throws(DocumentError) -> HashedContent? {
    guard location.relativePath != unhashed else { throw DocumentError(.storageFailed, "it cannot be read") }
    return try await store.take(location)
  }

  func heldContents(
    among hashes: Set<ContentHash>
  ) async throws(DocumentError) -> Set<ContentHash> {
    try await store.heldContents(among: hashes)
  }

  func hold(
    _ location: Location, as hash: ContentHash, looking fingerprint: Fingerprint
  ) async throws(DocumentError) -> Fingerprint? {
    guard location.relativePath != unheld else { throw DocumentError(.storageFailed, "it cannot be held") }
    return try await store.hold(location, as: hash, looking: fingerprint)
  }

  func keepHeld(_ hash: ContentHash) async throws(DocumentError) -> Bool {
    try await store.keepHeld(hash)
  }

  func releaseHeld(
    before date: Date, unless isNeeded: @Sendable (ContentHash) async throws(DocumentError) -> Bool
  ) async throws(DocumentError) -> Int {
    try await store.releaseHeld(before: date, unless: isNeeded)
  }

  func hash(_ location: Location) async throws(DocumentError) -> HashedContent? {
    guard location.relativePath != unhashed else { throw DocumentError(.storageFailed, "it cannot be read") }
    return try await store.hash(location)
  }

  func hash(
    _ content: any ReadableContent
  ) async throws(DocumentError) -> (sha256: ContentHash, fingerprint: Fingerprint)? {
    try await store.hash(content)
  }

  func makeFolder(_ folder: FolderPath) async throws(DocumentError) -> Bool {
    try await store.makeFolder(folder)
  }

  func folder(_ folder: FolderPath) async throws(DocumentError) -> FoundFolder {
    try await store.folder(folder)
  }

  func folders(
    in folder: FolderPath, after name: FileName?, limit: Int
  ) async throws(DocumentError) -> [FoundFolder] {
    try await store.folders(in: folder, after: name, limit: limit)
  }

  func requireRoom(for folder: FolderPath, in target: FolderPath) async throws(DocumentError) {
    try await store.requireRoom(for: folder, in: target)
  }

  func moveFolder(_ source: FolderPath, to target: FolderPath) async throws(DocumentError) {
    try await store.moveFolder(source, to: target)
  }

  func removeEmptyFolders(_ folder: FolderPath) async throws(DocumentError) -> LeftFiles {
    guard folder.description != unremoved else { throw DocumentError(.storageFull, "it cannot be removed") }
    return try await store.removeEmptyFolders(folder)
  }

  func fingerprints(
    at locations: [Location]
  ) async throws(DocumentError) -> [Location: Fingerprint] {
    try await store.fingerprints(at: locations)
  }

  func isOpenForWriting(_ location: Location) async throws(DocumentError) -> Bool {
    try await store.isOpenForWriting(location)
  }
}
