import DocumentModel
import Storage

/// The store on the disk with a folder or a file that cannot be read.
struct MeddledStore: ContentStore {
  private let store: FileContentStore
  private let unread: String?
  private let unhashed: String?

  init(_ store: FileContentStore, unread: String? = nil, unhashed: String? = nil) {
    (self.store, self.unread, self.unhashed) = (store, unread, unhashed)
  }

  func walk() -> AsyncThrowingStream<TreeFinding, any Error> {
    AsyncThrowingStream { [store, unread] continuation in
      let task = Task {
        for try await finding in store.walk() {
          if case .file(let file) = finding, let unread, file.location.relativePath.hasPrefix(unread) {
            continuation.yield(.unread(try FolderPath(parsing: unread)))
          } else {
            continuation.yield(finding)
          }
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  func hash(_ location: Location) async throws(DocumentError) -> HashedContent? {
    guard location.relativePath != unhashed else { throw DocumentError(.storageFailed, "it cannot be read") }
    return try await store.hash(location)
  }

  func hash(
    _ content: any ReadableContent
  ) async throws(DocumentError) -> (sha256: ContentHash, fingerprint: String)? {
    try await store.hash(content)
  }

  func stage() async throws(DocumentError) -> any ContentStage { try await store.stage() }

  func place(
    _ staged: any StagedContent, at location: Location, replacing: ContentHash?
  ) async throws(DocumentError) -> PlacedContent {
    try await store.place(staged, at: location, replacing: replacing)
  }

  func open(_ location: Location) async throws(DocumentError) -> any ReadableContent {
    try await store.open(location)
  }

  func openVersion(_ hash: ContentHash) async throws(DocumentError) -> any ReadableContent {
    try await store.openVersion(hash)
  }

  func keptVersions(among hashes: Set<ContentHash>) async throws(DocumentError) -> Set<ContentHash> {
    try await store.keptVersions(among: hashes)
  }

  func removeVersion(_ hash: ContentHash) throws(DocumentError) {
    try store.removeVersion(hash)
  }

  func stage(
    copyOf content: any ReadableContent, expecting hash: ContentHash
  ) async throws(DocumentError) -> any StagedContent {
    try await store.stage(copyOf: content, expecting: hash)
  }

  func move(_ source: Location, to target: Location) async throws(DocumentError) {
    try await store.move(source, to: target)
  }

  func trash(_ id: DocumentID, at location: Location) async throws(DocumentError) {
    try await store.trash(id, at: location)
  }

  func restore(_ id: DocumentID, to location: Location) async throws(DocumentError) {
    try await store.restore(id, to: location)
  }

  func openTrashed(_ id: DocumentID) async throws(DocumentError) -> any ReadableContent {
    try await store.openTrashed(id)
  }

  func makeFolder(_ folder: FolderPath) async throws(DocumentError) -> Bool {
    try await store.makeFolder(folder)
  }

  func folders(in folder: FolderPath) async throws(DocumentError) -> [FileName] {
    try await store.folders(in: folder)
  }
}
