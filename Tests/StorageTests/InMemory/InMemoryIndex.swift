import DocumentModel
import Foundation
import Synchronization

/// The metadata port over plain dictionaries: the simplest thing that keeps its promises, and the oracle for the
/// one over SQLite.
final class InMemoryIndex: DocumentIndex, VersionIndex, TrashIndex, EventLog, BatchJournal {
  struct Entry {
    var document: Document
    var fingerprint: Fingerprint
    var versions: [Version]
  }

  struct State {
    var entries: [DocumentID: Entry] = [:]
    var events: [DocumentEvent] = []
    var released: Set<ContentHash> = []
    var batches: [Batch] = []
    var arrivals: [Arrival] = []
    var arrivalPosition: EventID?
    var removed: [DocumentID: ContentHash] = [:]
    /// Contents that are kept although other contents replaced them.
    var kept: Set<ContentHash> = []
    var cursors: [String: (query: DocumentQuery, last: Document)] = [:]

    var versions: [Version] { entries.values.flatMap(\.versions) }

    func at(_ location: Location) -> Document? {
      entries.values.map(\.document).first { $0.trashed == nil && $0.location == location }
    }
  }

  let state = Mutex(State())
  private let epoch = EventEpoch()
  private let onChange: @Sendable () throws(DocumentError) -> Void

  /// An empty store; `onChange` is called before each change counts, and refuses it by throwing.
  init(onChange: @escaping @Sendable () throws(DocumentError) -> Void = {}) {
    self.onChange = onChange
  }

  /// One transaction: what `body` does to the state happens wholly, or not at all.
  func transact<Value>(
    _ body: (inout State) throws(DocumentError) -> Value
  ) throws(DocumentError) -> Value {
    try state.withLock { state throws(DocumentError) in
      var next = state
      let value = try body(&next)
      try onChange()
      state = next
      return value
    }
  }

  func entry(_ id: DocumentID) async throws(DocumentError) -> IndexEntry? {
    state.withLock { state in
      state.entries[id].map { IndexEntry(document: $0.document, fingerprint: $0.fingerprint) }
    }
  }

  func entries(withFile fingerprint: Fingerprint) async throws(DocumentError) -> [IndexEntry] {
    state.withLock { state in
      state.entries.values
        .filter { entry in
          entry.document.trashed == nil && entry.fingerprint.device == fingerprint.device
            && entry.fingerprint.inode == fingerprint.inode
        }.map { IndexEntry(document: $0.document, fingerprint: $0.fingerprint) }
    }
  }

  func document(at location: Location) async throws(DocumentError) -> Document? {
    state.withLock { $0.at(location) }
  }

  func documentCount() async throws(DocumentError) -> Int {
    state.withLock { state in state.entries.values.count { $0.document.trashed == nil } }
  }

  func versions(
    of id: DocumentID, before number: Int?, limit: Int
  ) async throws(DocumentError) -> [Version] {
    guard let entry = state.withLock({ $0.entries[id] }) else {
      throw DocumentError(.notFound, "there is no such document")
    }
    return Array(entry.versions.reversed().filter { $0.number < number ?? .max }.prefix(max(0, limit)))
  }

  func document(withContent sha256: ContentHash) async throws(DocumentError) -> Document? {
    state.withLock { state in
      let found = state.entries.values.map(\.document).filter { $0.sha256 == sha256 }
      return found.first { $0.trashed == nil } ?? found.first
    }
  }

  func trashed(
    like sha256: ContentHash, from location: Location
  ) async throws(DocumentError) -> [IndexEntry] {
    let found = state.withLock { state in
      state.entries.values.filter { $0.document.trashed != nil }
        .map { IndexEntry(document: $0.document, fingerprint: $0.fingerprint) }
    }
    func likeness(_ entry: IndexEntry) -> Int {
      guard entry.document.sha256 == sha256 else { return entry.document.location == location ? 1 : 0 }
      if entry.document.location == location { return 4 }
      return entry.document.location.name == location.name ? 3 : 2
    }
    return found.filter { likeness($0) > 0 }.sorted {
      (likeness($0), $0.document.trashed ?? Date()) > (likeness($1), $1.document.trashed ?? Date())
    }
  }

  func contentsInUse(among hashes: [ContentHash]) async throws(DocumentError) -> Set<ContentHash> {
    let used = state.withLock { state in
      state.entries.values.flatMap { [$0.document.sha256] + $0.versions.map(\.sha256) }
    }
    return Set(hashes).intersection(used)
  }

  func storedBytes() async throws(DocumentError) -> Int64 {
    state.withLock { state in
      var sizes: [ContentHash: Int64] = [:]
      for versions in state.entries.values.map(\.versions) {
        for version in versions {
          let next = versions.first { $0.number == version.number + 1 }
          if next?.origin != .disk || state.kept.contains(version.sha256) {
            sizes[version.sha256] = version.size
          }
        }
      }
      return sizes.values.reduce(0, +)
    }
  }

  func storageTally() async throws(DocumentError) -> StorageTally {
    state.withLock { state in
      let documents = state.entries.values.map(\.document)
      let (kept, trashed) = (documents.filter { $0.trashed == nil }, documents.filter { $0.trashed != nil })
      let shares = Dictionary(grouping: kept, by: \.type).map { type, documents in
        StorageTally.Share(
          type: type, documents: documents.count, bytes: documents.reduce(0) { $0 + $1.size })
      }
      let contents = Dictionary(documents.map { ($0.sha256, $0.size) }) { $1 }
      return StorageTally(
        shares: shares.sorted { $0.type < $1.type }, trashedDocuments: trashed.count,
        trashedBytes: trashed.reduce(0) { $0 + $1.size }, currentBytes: contents.values.reduce(0, +))
    }
  }

  func entries() -> AsyncThrowingStream<IndexEntry, any Error> {
    let entries = state.withLock { state in
      state.entries.values.filter { $0.document.trashed == nil }
        .map { IndexEntry(document: $0.document, fingerprint: $0.fingerprint) }
    }
    return AsyncThrowingStream { continuation in
      for entry in entries { continuation.yield(entry) }
      continuation.finish()
    }
  }

  func eventPage(after sequence: Int64, limit: Int) async throws(DocumentError) -> EventPage {
    let found = state.withLock { $0.events.filter { $0.sequence > sequence }.prefix(max(0, limit)) }
    return EventPage(start: max(0, sequence), entries: found.map { .event($0) })
  }

  func eventLogState() async throws(DocumentError) -> EventLogState {
    EventLogState(epoch: epoch, last: state.withLock { $0.events.last?.sequence ?? 0 })
  }
}
