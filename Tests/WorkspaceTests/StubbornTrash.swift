import DocumentModel
import Storage

/// The files on the disk, of which that of one document cannot be removed from the Trash.
struct StubbornTrash: DocumentFiles {
  let store: FileContentStore
  let unremoved: DocumentID

  func removeTrashed(_ id: DocumentID, keepingAs hash: ContentHash?) throws(DocumentError) {
    guard id != unremoved else { throw DocumentError(.storageFailed, "it cannot be removed") }
    try store.removeTrashed(id, keepingAs: hash)
  }

  func place(
    _ staged: any StagedContent, at location: Location, replacing: ContentHash?
  ) async throws(DocumentError) -> PlacedContent {
    try await store.place(staged, at: location, replacing: replacing)
  }

  func withdraw(_ hash: ContentHash, from location: Location) async throws(DocumentError) {
    try await store.withdraw(hash, from: location)
  }

  func open(_ location: Location) async throws(DocumentError) -> any ReadableContent {
    try await store.open(location)
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
}
