import DocumentModel
import FoundationEssentials
import Synchronization

/// An index that counts what is asked of it.
final class CountingIndex: IndexDecorator {
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

  let index: any MetadataStore
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

  func document(_ id: DocumentID) async throws(DocumentError) -> Document? {
    state.withLock { $0.read += 1 }
    return try await index.document(id)
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

  func eventPage(after sequence: Int64, limit: Int) async throws(DocumentError) -> EventPage {
    state.withLock { $0.eventPages += 1 }
    return try await index.eventPage(after: sequence, limit: limit)
  }
}
