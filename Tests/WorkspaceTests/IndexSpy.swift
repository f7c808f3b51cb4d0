import DocumentModel
import FoundationEssentials
import Synchronization
import Testing

/// The index on the disk: it counts its calls, and lets a test act in the middle of a move.
final class IndexSpy: DocumentIndex {
  struct Counts: Sendable {
    var wholeIndex = 0
    var mostPlaces = 0
    var places = 0
    var lookUps = 0
    /// Documents that lists were made of.
    var listed = 0
    var read = 0
  }

  private let index: any DocumentIndex
  private let state = Mutex(Counts())
  private let meddler = Mutex<(@Sendable () async throws -> Void)?>(nil)

  init(_ index: any DocumentIndex) {
    self.index = index
  }

  var counts: Counts { state.withLock(\.self) }

  func reset() {
    state.withLock { $0 = Counts() }
  }

  /// Runs `meddle` as soon as the next move of a document was written down, or refused.
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

  func move(
    _ id: DocumentID, to location: Location, type: TypeIdentifier?, at date: Date
  ) async throws(DocumentError) -> DocumentEvent {
    let result: Result<DocumentEvent, DocumentError>
    do {
      result = .success(try await index.move(id, to: location, type: type, at: date))
    } catch {
      result = .failure(error)
    }
    await meddle()
    return try result.get()
  }

  func entry(_ id: DocumentID) async throws(DocumentError) -> IndexEntry? {
    state.withLock { $0.read += 1 }
    return try await index.entry(id)
  }

  func entries(_ ids: [DocumentID]) async throws(DocumentError) -> [IndexEntry] {
    state.withLock { $0.read += ids.count }
    return try await index.entries(ids)
  }

  func document(at location: Location) async throws(DocumentError) -> Document? {
    state.withLock { $0.lookUps += 1 }
    return try await index.document(at: location)
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

  func documents(_ query: DocumentQuery) async throws(DocumentError) -> DocumentList {
    let list = try await index.documents(query)
    state.withLock { $0.listed += list.documents.count }
    return list
  }

  func entries(withFile fingerprint: Fingerprint) async throws(DocumentError) -> [IndexEntry] {
    try await index.entries(withFile: fingerprint)
  }

  func document(withContent sha256: ContentHash) async throws(DocumentError) -> Document? {
    try await index.document(withContent: sha256)
  }

  func tallies(of folders: [FolderPath]) async throws(DocumentError) -> [FolderPath: FolderTally] {
    try await index.tallies(of: folders)
  }

  func documentCount() async throws(DocumentError) -> Int { try await index.documentCount() }

  func tags() async throws(DocumentError) -> [TagCount] { try await index.tags() }

  func add(
    _ document: Document, version: Version, fingerprint: Fingerprint
  ) async throws(DocumentError) -> DocumentEvent {
    try await index.add(document, version: version, fingerprint: fingerprint)
  }

  func setContent(
    of id: DocumentID, to version: Version, fingerprint: Fingerprint, expecting expected: ContentHash
  ) async throws(DocumentError) -> DocumentEvent {
    try await index.setContent(of: id, to: version, fingerprint: fingerprint, expecting: expected)
  }

  func setMetadata(
    of id: DocumentID, to metadata: DocumentMetadata, movingTo place: NewPlace?, at date: Date
  ) async throws(DocumentError) -> DocumentEvent {
    try await index.setMetadata(of: id, to: metadata, movingTo: place, at: date)
  }

  func requireRoom(for folder: FolderPath, in target: FolderPath) async throws(DocumentError) {
    try await index.requireRoom(for: folder, in: target)
  }

  func moveFolder(
    _ folder: FolderPath, to target: FolderPath, at date: Date
  ) async throws(DocumentError) -> Int {
    try await index.moveFolder(folder, to: target, at: date)
  }

  func setFingerprint(_ fingerprint: Fingerprint, of id: DocumentID) async throws(DocumentError) {
    try await index.setFingerprint(fingerprint, of: id)
  }
}

/// Lets an index refuse what is written, as on a full disk.
final class IndexFault: Sendable {
  private let failure = Mutex<DocumentError.Code?>(nil)

  /// From now on every write is refused with `code`; nil for none.
  func fail(with code: DocumentError.Code?) {
    failure.withLock { $0 = code }
  }

  func check() throws(DocumentError) {
    if let code = failure.withLock(\.self) { throw DocumentError(code, "the index cannot be written") }
  }
}
