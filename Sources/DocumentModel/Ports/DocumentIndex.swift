public import FoundationEssentials

/// The index over documents: where each lies, what it is, what was said of it, and how its file looked.
///
/// **Atomicity.** Each method is one transaction: it happens wholly or not at all, and when it has returned it
/// survives power loss. The event of a change is written in the same transaction.
/// **Threading.** Every method may be called from any task; none blocks the caller's thread.
/// **Errors.** Every refusal is a ``DocumentError``: `.notFound`, `.nameTaken`, `.versionConflict`, `.storageFull`,
/// `.storageFailed`.
///
/// ```swift
/// let event = try await index.add(document, version: version, fingerprint: placed.fingerprint)
/// ```
public protocol DocumentIndex: Sendable {
  /// The document with this id, in `Documents` or in the Trash, and how its file looked when it was indexed; nil when
  /// there is none.
  func entry(_ id: DocumentID) async throws(DocumentError) -> IndexEntry?
  /// The documents with these ids that there are, in `Documents` or in the Trash, in no order.
  func entries(_ ids: [DocumentID]) async throws(DocumentError) -> [IndexEntry]
  /// The document at this place in `Documents`; nil when there is none.
  func document(at location: Location) async throws(DocumentError) -> Document?
  /// The documents at these places in `Documents`, in no order, with how their files looked when they were indexed.
  func entries(at locations: [Location]) async throws(DocumentError) -> [IndexEntry]
  /// The documents in `Documents` whose files had the number of `fingerprint` on its device when they were indexed, in no
  /// order.
  ///
  /// A number alone proves nothing: several may have had it, one after the other.
  func entries(withFile fingerprint: Fingerprint) async throws(DocumentError) -> [IndexEntry]
  /// A document, in `Documents` or in the Trash, that has this content now; nil when none has.
  func document(withContent sha256: ContentHash) async throws(DocumentError) -> Document?
  /// Every document in `Documents` with the fingerprint of its file, in no order, a thousand at a time.
  func entries() -> AsyncThrowingStream<IndexEntry, any Error>
  /// The documents and folders directly in each of these folders, counted; those without documents are left out.
  func tallies(of folders: [FolderPath]) async throws(DocumentError) -> [FolderPath: FolderTally]
  /// A page of the list. Throws `.invalidParameter` for a cursor of another query or of none.
  func documents(_ query: DocumentQuery) async throws(DocumentError) -> DocumentList
  /// How many documents are in `Documents`.
  func documentCount() async throws(DocumentError) -> Int
  /// Every tag of a document in `Documents`, the most frequent first, then by ``Tag``'s order. Tags that differ in case
  /// alone are one, in the spelling that most documents have.
  func tags() async throws(DocumentError) -> [TagCount]

  /// A new document with its first version; the event is `.created`, and before a `.handedOver` one where the version has that
  /// origin. Throws `.nameTaken` when one is at its place.
  func add(
    _ document: Document, version: Version, fingerprint: Fingerprint
  ) async throws(DocumentError) -> DocumentEvent
  /// New content of a document. Throws `.versionConflict` unless its current hash is `expected`.
  func setContent(
    of id: DocumentID, to version: Version, fingerprint: Fingerprint, expecting expected: ContentHash
  ) async throws(DocumentError) -> DocumentEvent
  /// Another place, and what the content is under its new name (nil for what it was). Throws `.nameTaken` when a
  /// document is there.
  func move(
    _ id: DocumentID, to location: Location, type: TypeIdentifier?, at date: Date
  ) async throws(DocumentError) -> DocumentEvent
  /// Other metadata, and in the same transaction another place where `place` is given, as
  /// ``move(_:to:type:at:)``. The document's times stay but for a new place's; the event is `.metadataChanged`, after a
  /// `.moved` one for a new place.
  func setMetadata(
    of id: DocumentID, to metadata: DocumentMetadata, movingTo place: NewPlace?, at date: Date
  ) async throws(DocumentError) -> DocumentEvent
  /// Throws `.invalidName` when a document in `folder` or below it would lie too deep in `target`, as
  /// ``moveFolder(_:to:at:)`` would. Some callers move their files first.
  func requireRoom(for folder: FolderPath, in target: FolderPath) async throws(DocumentError)
  /// Another place for all documents in `folder` and below it, which keep their places in it; an event for each.
  /// Returns how many they were. Documents in the Trash stay where they came from.
  ///
  /// Throws `.nameTaken` when a document is in `target` or below it, `.invalidName` when one would lie too deep.
  func moveFolder(
    _ folder: FolderPath, to target: FolderPath, at date: Date
  ) async throws(DocumentError) -> Int
  /// Notes how the file looks from outside now, in `Documents` or in the Trash, when its content is known to be the
  /// same.
  func setFingerprint(_ fingerprint: Fingerprint, of id: DocumentID) async throws(DocumentError)
}

extension DocumentIndex {
  /// The document with this id, in `Documents` or in the Trash; nil when there is none.
  public func document(_ id: DocumentID) async throws(DocumentError) -> Document? {
    try await entry(id)?.document
  }

  /// Another place under which the content is what it was.
  ///
  /// Throws `.nameTaken` when a document is there.
  public func move(
    _ id: DocumentID, to location: Location, at date: Date
  ) async throws(DocumentError) -> DocumentEvent {
    try await move(id, to: location, type: nil, at: date)
  }
}

/// Where a document goes, and what its content is there.
public struct NewPlace: Hashable, Sendable {
  /// Where.
  public let location: Location
  /// The type of the content under its new name; nil for the present one.
  public let type: TypeIdentifier?

  /// A place from its parts.
  public init(_ location: Location, type: TypeIdentifier? = nil) {
    self.location = location
    self.type = type
  }
}

/// A document and how its file looked from outside when it was indexed.
public struct IndexEntry: Hashable, Sendable {
  /// The document.
  public let document: Document
  /// How its file looked.
  public let fingerprint: Fingerprint

  /// An entry from its parts.
  public init(document: Document, fingerprint: Fingerprint) {
    self.document = document
    self.fingerprint = fingerprint
  }
}

/// The journal of batches: what each of them does, step by step, so that it can be taken back.
///
/// **Atomicity**, **threading** and **errors** as in ``DocumentIndex``.
public protocol BatchJournal: Sendable {
  /// Keeps a batch, in place of what was kept under its id. Of those that are done the last hundred stay.
  func save(_ batch: Batch) async throws(DocumentError)
  /// Forgets a batch; nothing happens when there is none of this name.
  func removeBatch(_ id: BatchID) async throws(DocumentError)
  /// The batch of this name; nil when there is none (any more).
  func batch(_ id: BatchID) async throws(DocumentError) -> Batch?
  /// The batches that are done, the one that was begun last first, at most `limit`.
  func batches(limit: Int) async throws(DocumentError) -> [BatchSummary]
  /// The batches that were begun and not done, the one that was begun last first.
  func runningBatches() async throws(DocumentError) -> [Batch]
}
