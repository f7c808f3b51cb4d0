import DocumentModel
import FoundationEssentials
import Synchronization

/// An index that can be told to refuse what changes a document, as on a full disk.
final class FailingIndex: MetadataStore {
  private let index: any MetadataStore
  private let failure = Mutex<DocumentError.Code?>(nil)

  init(_ index: any MetadataStore) {
    self.index = index
  }

  /// From now on every change is refused with `code`; nil for none.
  func fail(with code: DocumentError.Code?) {
    failure.withLock { $0 = code }
  }

  private func check() throws(DocumentError) {
    if let code = failure.withLock(\.self) { throw DocumentError(code, "the index cannot be written") }
  }

  func add(
    _ document: Document, version: Version, fingerprint: String
  ) async throws(DocumentError) -> DocumentEvent {
    try check()
    return try await index.add(document, version: version, fingerprint: fingerprint)
  }

  func setContent(
    of id: DocumentID, to version: Version, fingerprint: String, expecting expected: ContentHash
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

  func setFingerprint(_ fingerprint: String, of id: DocumentID) async throws(DocumentError) {
    try check()
    try await index.setFingerprint(fingerprint, of: id)
  }

  func document(_ id: DocumentID) async throws(DocumentError) -> Document? { try await index.document(id) }

  func entry(_ id: DocumentID) async throws(DocumentError) -> IndexEntry? { try await index.entry(id) }

  func document(withFile fingerprint: String) async throws(DocumentError) -> Document? {
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

  func isCurrent(_ sha256: ContentHash) async throws(DocumentError) -> Bool {
    try await index.isCurrent(sha256)
  }

  func storedBytes() async throws(DocumentError) -> Int64 { try await index.storedBytes() }

  func entries() -> AsyncThrowingStream<IndexEntry, any Error> { index.entries() }

  func events(after sequence: Int64, limit: Int) async throws(DocumentError) -> [DocumentEvent] {
    try await index.events(after: sequence, limit: limit)
  }

  func lastEvent() async throws(DocumentError) -> Int64 { try await index.lastEvent() }
}
