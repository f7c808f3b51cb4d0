import DocumentModel
import FoundationEssentials
import Synchronization
import Testing

/// An index that can be told to refuse what changes a document, as on a full disk.
final class FailingIndex: MetadataStore {
  private let index: any MetadataStore
  private let failure = Mutex<DocumentError.Code?>(nil)
  private let unreadable = Mutex(0)
  private let poisoned = Mutex<Set<Int64>>([])
  private let forgotten = Mutex<Int64>(0)
  private let meddler = Mutex<(@Sendable () async throws -> Void)?>(nil)

  init(_ index: any MetadataStore) {
    self.index = index
  }

  /// From now on every change is refused with `code`; nil for none.
  func fail(with code: DocumentError.Code?) {
    failure.withLock { $0 = code }
  }

  /// The next so many looks for events fail, as on a disk that cannot be read.
  func failEvents(_ count: Int) {
    unreadable.withLock { $0 = count }
  }

  /// From now on these events cannot be read.
  func poison(_ sequences: Int64...) {
    poisoned.withLock { $0.formUnion(sequences) }
  }

  /// From now on events up to this one are not kept.
  func forget(through sequence: Int64) {
    forgotten.withLock { $0 = sequence }
  }

  /// Somebody else does this while the next move of a document is written down.
  func duringNextMove(_ meddle: @escaping @Sendable () async throws -> Void) {
    meddler.withLock { $0 = meddle }
  }

  private func meddle() async {
    let meddle = meddler.withLock { meddler in
      defer { meddler = nil }
      return meddler
    }
    do {
      try await meddle?()
    } catch {
      Issue.record(error)
    }
  }

  private func check() throws(DocumentError) {
    if let code = failure.withLock(\.self) { throw DocumentError(code, "the index cannot be written") }
  }

  func add(
    _ document: Document, version: Version, fingerprint: Fingerprint
  ) async throws(DocumentError) -> DocumentEvent {
    try check()
    return try await index.add(document, version: version, fingerprint: fingerprint)
  }

  func setContent(
    of id: DocumentID, to version: Version, fingerprint: Fingerprint, expecting expected: ContentHash
  ) async throws(DocumentError) -> DocumentEvent {
    try check()
    return try await index.setContent(of: id, to: version, fingerprint: fingerprint, expecting: expected)
  }

  func move(
    _ id: DocumentID, to location: Location, type: TypeIdentifier?, at date: Date
  ) async throws(DocumentError) -> DocumentEvent {
    try check()
    await meddle()
    return try await index.move(id, to: location, type: type, at: date)
  }

  func trash(_ id: DocumentID, at date: Date) async throws(DocumentError) -> DocumentEvent {
    try check()
    return try await index.trash(id, at: date)
  }

  func restore(
    _ id: DocumentID, to location: Location, at date: Date
  ) async throws(DocumentError) -> DocumentEvent {
    try check()
    return try await index.restore(id, to: location, at: date)
  }

  func remove(
    _ id: DocumentID, trashedAt moment: Date, at date: Date
  ) async throws(DocumentError) -> DocumentEvent {
    try check()
    return try await index.remove(id, trashedAt: moment, at: date)
  }

  func trashed(until date: Date, limit: Int) async throws(DocumentError) -> [Document] {
    try await index.trashed(until: date, limit: limit)
  }

  func releaseRemoved(
    limit: Int, removing remove: @escaping @Sendable (DocumentID, ContentHash?) throws -> Void
  ) async throws(DocumentError) -> ReleasedDocuments {
    try check()
    return try await index.releaseRemoved(limit: limit, removing: remove)
  }

  func save(_ batch: Batch) async throws(DocumentError) {
    try check()
    try await index.save(batch)
  }

  func removeBatch(_ id: BatchID) async throws(DocumentError) {
    try check()
    try await index.removeBatch(id)
  }

  func batch(_ id: BatchID) async throws(DocumentError) -> Batch? { try await index.batch(id) }

  func batches(limit: Int) async throws(DocumentError) -> [BatchSummary] {
    try await index.batches(limit: limit)
  }

  func runningBatches() async throws(DocumentError) -> [Batch] { try await index.runningBatches() }

  func mark(
    _ id: DocumentID, as marks: Marks, movingTo place: NewPlace?, at date: Date
  ) async throws(DocumentError) -> DocumentEvent {
    try check()
    return try await index.mark(id, as: marks, movingTo: place, at: date)
  }

  func tags() async throws(DocumentError) -> [TagCount] { try await index.tags() }

  func setFingerprint(_ fingerprint: Fingerprint, of id: DocumentID) async throws(DocumentError) {
    try check()
    try await index.setFingerprint(fingerprint, of: id)
  }

  func document(_ id: DocumentID) async throws(DocumentError) -> Document? { try await index.document(id) }

  func entry(_ id: DocumentID) async throws(DocumentError) -> IndexEntry? { try await index.entry(id) }

  func document(withSameFile fingerprint: Fingerprint) async throws(DocumentError) -> Document? {
    try await index.document(withSameFile: fingerprint)
  }

  func document(withFile fingerprint: Fingerprint) async throws(DocumentError) -> Document? {
    try await index.document(withFile: fingerprint)
  }

  func document(at location: Location) async throws(DocumentError) -> Document? {
    try await index.document(at: location)
  }

  func documents(_ query: DocumentQuery) async throws(DocumentError) -> DocumentList {
    try await index.documents(query)
  }

  func documentCount() async throws(DocumentError) -> Int { try await index.documentCount() }

  func versions(
    of id: DocumentID, before number: Int?, limit: Int
  ) async throws(DocumentError) -> [Version] {
    try await index.versions(of: id, before: number, limit: limit)
  }

  func version(_ number: Int, of id: DocumentID) async throws(DocumentError) -> Version? {
    try await index.version(number, of: id)
  }

  func expireVersions(
    _ rule: VersionRetention, at date: Date, limit: Int
  ) async throws(DocumentError) -> Int {
    try check()
    return try await index.expireVersions(rule, at: date, limit: limit)
  }

  func releaseContents(
    limit: Int, removing remove: @escaping @Sendable (ContentHash) throws -> Void
  ) async throws(DocumentError) -> ReleasedContents {
    try check()
    return try await index.releaseContents(limit: limit, removing: remove)
  }

  func document(withContent sha256: ContentHash) async throws(DocumentError) -> Document? {
    try await index.document(withContent: sha256)
  }

  func trashed(
    like sha256: ContentHash, from location: Location
  ) async throws(DocumentError) -> [IndexEntry] {
    try await index.trashed(like: sha256, from: location)
  }

  func contentsInUse(among hashes: [ContentHash]) async throws(DocumentError) -> Set<ContentHash> {
    try await index.contentsInUse(among: hashes)
  }

  func isCurrent(_ sha256: ContentHash) async throws(DocumentError) -> Bool {
    try await index.isCurrent(sha256)
  }

  func isVersion(_ sha256: ContentHash) async throws(DocumentError) -> Bool {
    try await index.isVersion(sha256)
  }

  func noteKept(_ hash: ContentHash) async throws(DocumentError) {
    try check()
    try await index.noteKept(hash)
  }

  func storedBytes() async throws(DocumentError) -> Int64 { try await index.storedBytes() }

  func entries() -> AsyncThrowingStream<IndexEntry, any Error> { index.entries() }

  func entries(at locations: [Location]) async throws(DocumentError) -> [IndexEntry] {
    try await index.entries(at: locations)
  }

  func tallies(
    of folders: [FolderPath]
  ) async throws(DocumentError) -> [FolderPath: FolderTally] {
    try await index.tallies(of: folders)
  }

  func demandRoom(for folder: FolderPath, in target: FolderPath) async throws(DocumentError) {
    try await index.demandRoom(for: folder, in: target)
  }

  func moveFolder(
    _ folder: FolderPath, to target: FolderPath, at date: Date
  ) async throws(DocumentError) -> Int {
    try check()
    return try await index.moveFolder(folder, to: target, at: date)
  }

  func trashFolder(_ folder: FolderPath, at date: Date) async throws(DocumentError) -> Int {
    try check()
    return try await index.trashFolder(folder, at: date)
  }

  func trashed(
    within folder: FolderPath, at date: Date, after id: DocumentID?, limit: Int
  ) async throws(DocumentError) -> [Document] {
    try await index.trashed(within: folder, at: date, after: id, limit: limit)
  }

  func eventPage(after sequence: Int64, limit: Int) async throws(DocumentError) -> EventPage {
    let fails = unreadable.withLock { count in
      guard count > 0 else { return false }
      count -= 1
      return true
    }
    if fails { throw DocumentError(.storageFailed, "the events cannot be read") }
    let forgotten = forgotten.withLock(\.self)
    let page = try await index.eventPage(after: max(sequence, forgotten), limit: limit)
    let poisoned = poisoned.withLock(\.self)
    return EventPage(
      start: page.start,
      entries: page.entries.map { poisoned.contains($0.sequence) ? .unreadable($0.sequence) : $0 })
  }

  func eventLog() async throws(DocumentError) -> EventLog { try await index.eventLog() }
}
