public import FoundationEssentials

/// Keeps what is known of documents: the index over the contents, their versions, and what happened.
///
/// **Atomicity.** Each method is one transaction: it happens wholly or not at all, and when it has returned it
/// survives power loss. The event of a change is written in the same transaction.
/// **Threading.** Every method may be called from any task; none blocks the caller's thread.
/// **Errors.** Every refusal is a ``DocumentError``: `.notFound`, `.nameTaken`, `.versionConflict`, `.storageFull`,
/// `.storageFailed`.
///
/// ```swift
/// let event = try await metadata.add(document, version: version, fingerprint: placed.fingerprint)
/// ```
public protocol MetadataStore: Sendable {
  /// The document with this id, in `Documents` or in the Trash; nil when there is none.
  func document(_ id: DocumentID) async throws(DocumentError) -> Document?
  /// The document with this id, in `Documents` or in the Trash, and how its file looked when it was indexed; nil when
  /// there is none.
  func entry(_ id: DocumentID) async throws(DocumentError) -> IndexEntry?
  /// The document at this place in `Documents`; nil when there is none.
  func document(at location: Location) async throws(DocumentError) -> Document?
  /// The document in `Documents` whose file looked like this when it was indexed, and has the content that it had
  /// then (``Fingerprint/hasContent(of:)``); nil when there is none.
  func document(withFile fingerprint: Fingerprint) async throws(DocumentError) -> Document?
  /// The document in `Documents` whose file is surely the one of this fingerprint, on the same device, whatever was written
  /// to it since it was indexed (``Fingerprint/isSameFile(as:)``); nil when there is none.
  ///
  /// A number alone proves nothing: several may have had it, one after the other.
  func document(withSameFile fingerprint: Fingerprint) async throws(DocumentError) -> Document?
  /// The documents at these places in `Documents`, in no order, with how their files looked when they were indexed.
  func entries(at locations: [Location]) async throws(DocumentError) -> [IndexEntry]
  /// What lies directly in each of these folders; those without documents are left out.
  func tallies(of folders: [FolderPath]) async throws(DocumentError) -> [FolderPath: FolderTally]
  /// A page of the list. Throws `.invalidParameter` for a cursor of another query or of nobody.
  func documents(_ query: DocumentQuery) async throws(DocumentError) -> DocumentList
  /// How many documents are in `Documents`.
  func documentCount() async throws(DocumentError) -> Int

  /// A new document with its first version. Throws `.nameTaken` when one is at its place.
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
  /// To the Trash.
  func trash(_ id: DocumentID, at date: Date) async throws(DocumentError) -> DocumentEvent
  /// Back from the Trash to `location`. Throws `.nameTaken` when a document is there.
  func restore(
    _ id: DocumentID, to location: Location, at date: Date
  ) async throws(DocumentError) -> DocumentEvent
  /// Lets go of a document in the Trash, of its versions and marks; its contents wait for
  /// ``releaseContents(limit:removing:)``, its file for ``releaseRemoved(limit:removing:)``. The event shows it as it was.
  ///
  /// Throws `.notFound` unless it is in the Trash, `.versionConflict` unless it went there at `moment`.
  func remove(
    _ id: DocumentID, trashedAt moment: Date, at date: Date
  ) async throws(DocumentError) -> DocumentEvent
  /// Documents that went to the Trash at `date` or before, the first one first, at most `limit`.
  func trashed(until date: Date, limit: Int) async throws(DocumentError) -> [Document]
  /// Calls `remove` for documents that were let go of and whose file nobody has looked after yet, with the content that
  /// it holds where a version of another document has that and no document does: it must be kept then.
  ///
  /// Those for which it throws are tried again at the next call, as after a crash. A document that is there again is left
  /// alone. At most `limit`. `remove` is called on a thread that may block, and nothing changes while it runs.
  func releaseRemoved(
    limit: Int, removing remove: @escaping @Sendable (DocumentID, ContentHash?) throws -> Void
  ) async throws(DocumentError) -> ReleasedDocuments
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
  /// Other marks, and in the same transaction another place where `place` is given, as
  /// ``move(_:to:type:at:)``. The document's times stay but for a new place's; the event is `.marked`, after a `.moved`
  /// one for a new place.
  func mark(
    _ id: DocumentID, as marks: DocumentMetadata, movingTo place: NewPlace?, at date: Date
  ) async throws(DocumentError) -> DocumentEvent
  /// Every tag of a document in `Documents`, the most frequent first, then by ``Tag``'s order. Tags that differ in case
  /// alone are one, in the spelling that most documents have.
  func tags() async throws(DocumentError) -> [TagCount]
  /// Throws `.invalidName` when a document in `folder` or below it would lie too deep in `target`, as
  /// ``moveFolder(_:to:at:)`` would; for who moves their files first.
  func requireRoom(for folder: FolderPath, in target: FolderPath) async throws(DocumentError)
  /// Another place for all documents in `folder` and below it, which keep their places in it; an event for each.
  /// Returns how many they were. Documents in the Trash stay where they came from.
  ///
  /// Throws `.nameTaken` when a document is in `target` or below it, `.invalidName` when one would lie too deep.
  func moveFolder(
    _ folder: FolderPath, to target: FolderPath, at date: Date
  ) async throws(DocumentError) -> Int
  /// To the Trash with all documents in `folder` and below it, at the same moment; an event for each. Returns how many
  /// they were.
  func trashFolder(_ folder: FolderPath, at date: Date) async throws(DocumentError) -> Int
  /// Documents that went to the Trash at `date` from `folder` and below it, by id, after `id`; at most `limit`.
  func trashed(
    within folder: FolderPath, at date: Date, after id: DocumentID?, limit: Int
  ) async throws(DocumentError) -> [Document]
  /// Notes how the file looks from outside now, in `Documents` or in the Trash, when its content is known to be the
  /// same.
  func setFingerprint(_ fingerprint: Fingerprint, of id: DocumentID) async throws(DocumentError)

  /// The versions of a document, in `Documents` or in the Trash: the highest number first, whatever their times say.
  ///
  /// At most `limit` of them, with numbers below `number` if that is given.
  func versions(
    of id: DocumentID, before number: Int?, limit: Int
  ) async throws(DocumentError) -> [Version]
  /// One version of a document, in `Documents` or in the Trash; nil when it has none of that number (any more).
  func version(_ number: Int, of id: DocumentID) async throws(DocumentError) -> Version?
  /// Lets go of versions that `rule` does not keep at `date`: never of a document's current one. Their contents wait for
  /// ``releaseContents(limit:removing:)``.
  ///
  /// At most about `limit` in one transaction; returns how many, 0 when nothing is left to do.
  func expireVersions(
    _ rule: VersionRetention, at date: Date, limit: Int
  ) async throws(DocumentError) -> Int
  /// Notes that a content is kept as a version which others replaced, or will have replaced, on the disk: it counts in
  /// ``storedBytes()``, for as long as a version has it. Nothing happens for one that no version has.
  func noteKept(_ hash: ContentHash) async throws(DocumentError)
  /// Calls `remove` with contents of versions that were let go of, if no version and no document, in `Documents` or in
  /// the Trash, has them; while it runs nothing can come to have them.
  ///
  /// Those for which it throws are tried again at the next call, as after a crash. At most `limit` contents; returns
  /// those that were removed, and whether more are waiting. `remove` is called on a thread that may block.
  func releaseContents(
    limit: Int, removing remove: @escaping @Sendable (ContentHash) throws -> Void
  ) async throws(DocumentError) -> ReleasedContents
  /// Which of these contents a document, in `Documents` or in the Trash, or a version has, at one moment.
  func contentsInUse(among hashes: [ContentHash]) async throws(DocumentError) -> Set<ContentHash>
  /// A document, in `Documents` or in the Trash, that has this content now; nil when none has.
  func document(withContent sha256: ContentHash) async throws(DocumentError) -> Document?
  /// Documents in the Trash with this content, or that lay at this place, the most alike and last thrown away first;
  /// at most a hundred of each.
  func trashed(like sha256: ContentHash, from location: Location) async throws(DocumentError) -> [IndexEntry]
  /// Whether a document, in `Documents` or in the Trash, has this content now.
  func isCurrent(_ sha256: ContentHash) async throws(DocumentError) -> Bool
  /// Whether a version of a document, in `Documents` or in the Trash, has this content, be it the current one or an
  /// earlier one.
  func isVersion(_ sha256: ContentHash) async throws(DocumentError) -> Bool
  /// Bytes of all contents that are kept, each once: current ones, earlier versions, and what is in the Trash. A version
  /// that others replaced on the disk counts where ``noteKept(_:)`` said that it is kept.
  func storedBytes() async throws(DocumentError) -> Int64
  /// Every document in `Documents` with the fingerprint of its file, in no order, a thousand at a time.
  func entries() -> AsyncThrowingStream<IndexEntry, any Error>

  /// What happened after `sequence`, oldest first, at most `limit` entries, as it is at one moment. What cannot be read
  /// stands there as such: it keeps nobody from reading the others.
  func eventPage(after sequence: Int64, limit: Int) async throws(DocumentError) -> EventPage
  /// Where the events stand. The epoch stays for as long as the numbers go on, and is a new one whenever they may not: in
  /// an index that is made anew, and in one that comes back from a backup.
  func eventLog() async throws(DocumentError) -> EventLog
}

extension MetadataStore {
  /// Events after `sequence` that can be read, oldest first, from at most `limit` entries.
  public func events(after sequence: Int64, limit: Int) async throws(DocumentError) -> [DocumentEvent] {
    try await eventPage(after: sequence, limit: limit).events
  }

  /// The sequence number of the last event; 0 when nothing ever happened.
  public func lastEvent() async throws(DocumentError) -> Int64 {
    try await eventLog().last
  }

  /// All versions of a document, the highest number first.
  public func versions(of id: DocumentID) async throws(DocumentError) -> [Version] {
    try await versions(of: id, before: nil, limit: .max)
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
  /// What the content is under its new name; nil for what it was.
  public let type: TypeIdentifier?

  /// A place from its parts.
  public init(_ location: Location, type: TypeIdentifier? = nil) {
    self.location = location
    self.type = type
  }
}

/// What ``MetadataStore/releaseContents(limit:removing:)`` did.
public struct ReleasedContents: Hashable, Sendable {
  /// Contents that are gone now.
  public let removed: [ContentHash]
  /// How many could not be removed.
  public let failures: Int
  /// Whether there are more than were looked at.
  public let isMore: Bool

  /// An outcome from its parts.
  public init(removed: [ContentHash], failures: Int, isMore: Bool) {
    self.removed = removed
    self.failures = failures
    self.isMore = isMore
  }
}

/// What ``MetadataStore/releaseRemoved(limit:removing:)`` did.
public struct ReleasedDocuments: Hashable, Sendable {
  /// Documents whose file is gone now.
  public let removed: [DocumentID]
  /// How many files could not be removed.
  public let failures: Int
  /// Whether there are more than were looked at.
  public let isMore: Bool

  /// An outcome from its parts.
  public init(removed: [DocumentID], failures: Int, isMore: Bool) {
    self.removed = removed
    self.failures = failures
    self.isMore = isMore
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
