import DocumentModel
import FoundationEssentials
import Synchronization
import Testing

/// An index that can be told to refuse what changes a document, as on a full disk.
final class FailingIndex: IndexDecorator {
  let index: any MetadataStore
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

  func check() throws(DocumentError) {
    if let code = failure.withLock(\.self) { throw DocumentError(code, "the index cannot be written") }
  }

  func move(
    _ id: DocumentID, to location: Location, type: TypeIdentifier?, at date: Date
  ) async throws(DocumentError) -> DocumentEvent {
    try check()
    await meddle()
    return try await index.move(id, to: location, type: type, at: date)
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
}
