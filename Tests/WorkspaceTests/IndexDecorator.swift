import DocumentModel
import FoundationEssentials

/// An index that does what another one does, but for what a test is about.
protocol IndexDecorator: MetadataStore {
  var index: any MetadataStore { get }
  /// Called before each change.
  func check() throws(DocumentError)
}

extension IndexDecorator {
  func check() throws(DocumentError) {}

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
    _ id: DocumentID, as marks: DocumentMetadata, movingTo place: NewPlace?, at date: Date
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

  func requireRoom(for folder: FolderPath, in target: FolderPath) async throws(DocumentError) {
    try await index.requireRoom(for: folder, in: target)
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
    try await index.eventPage(after: sequence, limit: limit)
  }

  func eventLog() async throws(DocumentError) -> EventLog { try await index.eventLog() }
}
