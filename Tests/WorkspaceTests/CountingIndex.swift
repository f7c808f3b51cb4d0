import DocumentModel
import FoundationEssentials
import Synchronization

/// An index that counts what is asked of it.
final class CountingIndex: MetadataStore {
  struct Counts: Sendable {
    /// How often all entries were asked for.
    var wholeIndex = 0
    /// The most places that were looked up at once.
    var mostPlaces = 0
    /// All places that were looked up.
    var places = 0
    /// How often one place was looked up.
    var lookUps = 0
    /// Documents that lists were made of.
    var listed = 0
    /// How often one document was read by its id.
    var read = 0
    /// How often a part of the events was read.
    var eventPages = 0
  }

  private let index: any MetadataStore
  private let state = Mutex(Counts())

  init(_ index: any MetadataStore) {
    self.index = index
  }

  var counts: Counts { state.withLock(\.self) }

  func reset() {
    state.withLock { $0 = Counts() }
  }

  func entries() -> AsyncThrowingStream<IndexEntry, any Error> {
    state.withLock { $0.wholeIndex += 1 }
    return index.entries()
  }

  func entries(at locations: [Location]) async throws(DocumentError) -> [IndexEntry] {
    state.withLock { counts in
      counts.mostPlaces = max(counts.mostPlaces, locations.count)
      counts.places += locations.count
    }
    return try await index.entries(at: locations)
  }

  func add(
    _ document: Document, version: Version, fingerprint: Fingerprint
  ) async throws(DocumentError) -> DocumentEvent {
    return try await index.add(document, version: version, fingerprint: fingerprint)
  }

  func setContent(
    of id: DocumentID, to version: Version, fingerprint: Fingerprint, expecting expected: ContentHash
  ) async throws(DocumentError) -> DocumentEvent {
    return try await index.setContent(of: id, to: version, fingerprint: fingerprint, expecting: expected)
  }

  func move(
    _ id: DocumentID, to location: Location, type: TypeIdentifier?, at date: Date
  ) async throws(DocumentError) -> DocumentEvent {
    return try await index.move(id, to: location, type: type, at: date)
  }

  func trash(_ id: DocumentID, at date: Date) async throws(DocumentError) -> DocumentEvent {
    return try await index.trash(id, at: date)
  }

  func restore(
    _ id: DocumentID, to location: Location, at date: Date
  ) async throws(DocumentError) -> DocumentEvent {
    return try await index.restore(id, to: location, at: date)
  }

  func setFingerprint(_ fingerprint: Fingerprint, of id: DocumentID) async throws(DocumentError) {
    try await index.setFingerprint(fingerprint, of: id)
  }

  func document(_ id: DocumentID) async throws(DocumentError) -> Document? {
    state.withLock { $0.read += 1 }
    return try await index.document(id)
  }

  func entry(_ id: DocumentID) async throws(DocumentError) -> IndexEntry? { try await index.entry(id) }

  func document(withSameFile fingerprint: Fingerprint) async throws(DocumentError) -> Document? {
    try await index.document(withSameFile: fingerprint)
  }

  func document(withFile fingerprint: Fingerprint) async throws(DocumentError) -> Document? {
    try await index.document(withFile: fingerprint)
  }

  func document(at location: Location) async throws(DocumentError) -> Document? {
    state.withLock { $0.lookUps += 1 }
    return try await index.document(at: location)
  }

  func documents(_ query: DocumentQuery) async throws(DocumentError) -> DocumentList {
    let list = try await index.documents(query)
    state.withLock { $0.listed += list.documents.count }
    return list
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
    return try await index.expireVersions(rule, at: date, limit: limit)
  }

  func releaseContents(
    limit: Int, removing remove: @escaping @Sendable (ContentHash) throws -> Void
  ) async throws(DocumentError) -> ReleasedContents {
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
    try await index.noteKept(hash)
  }

  func storedBytes() async throws(DocumentError) -> Int64 { try await index.storedBytes() }

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
    return try await index.moveFolder(folder, to: target, at: date)
  }

  func trashFolder(_ folder: FolderPath, at date: Date) async throws(DocumentError) -> Int {
    return try await index.trashFolder(folder, at: date)
  }

  func trashed(
    within folder: FolderPath, at date: Date, after id: DocumentID?, limit: Int
  ) async throws(DocumentError) -> [Document] {
    try await index.trashed(within: folder, at: date, after: id, limit: limit)
  }

  func eventPage(after sequence: Int64, limit: Int) async throws(DocumentError) -> EventPage {
    state.withLock { $0.eventPages += 1 }
    return try await index.eventPage(after: sequence, limit: limit)
  }

  func eventLog() async throws(DocumentError) -> EventLog { try await index.eventLog() }

  func remove(
    _ id: DocumentID, trashedAt moment: Date, at date: Date
  ) async throws(DocumentError) -> DocumentEvent {
    return try await index.remove(id, trashedAt: moment, at: date)
  }

  func trashed(until date: Date, limit: Int) async throws(DocumentError) -> [Document] {
    try await index.trashed(until: date, limit: limit)
  }

  func releaseRemoved(
    limit: Int, removing remove: @escaping @Sendable (DocumentID, ContentHash?) throws -> Void
  ) async throws(DocumentError) -> ReleasedDocuments {
    return try await index.releaseRemoved(limit: limit, removing: remove)
  }

  func save(_ batch: Batch) async throws(DocumentError) {
    try await index.save(batch)
  }

  func removeBatch(_ id: BatchID) async throws(DocumentError) {
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
    return try await index.mark(id, as: marks, movingTo: place, at: date)
  }

  func tags() async throws(DocumentError) -> [TagCount] { try await index.tags() }
}
