import DocumentModel
import Synchronization

/// The log on the disk: it counts how often it is read, and some of it can be unreadable or forgotten.
final class EventLogSpy: EventLog {
  private struct State {
    var pages = 0
    var unreadable = 0
    var poisoned: Set<Int64> = []
    var forgotten: Int64 = 0
  }

  private let log: any EventLog
  private let state = Mutex(State())

  init(_ log: any EventLog) {
    self.log = log
  }

  var pages: Int { state.withLock(\.pages) }

  func reset() {
    state.withLock { $0.pages = 0 }
  }

  /// The next so many looks at events fail, as on a disk that cannot be read.
  func fail(_ count: Int) {
    state.withLock { $0.unreadable = count }
  }

  /// From now on these events cannot be read.
  func poison(_ sequences: Int64...) {
    state.withLock { $0.poisoned.formUnion(sequences) }
  }

  /// From now on events up to this one are not kept.
  func forget(through sequence: Int64) {
    state.withLock { $0.forgotten = sequence }
  }

  func eventPage(after sequence: Int64, limit: Int) async throws(DocumentError) -> EventPage {
    let (forgotten, poisoned) = try state.withLock { state throws(DocumentError) in
      state.pages += 1
      guard state.unreadable == 0 else {
        state.unreadable -= 1
        throw DocumentError(.storageFailed, "the events cannot be read")
      }
      return (state.forgotten, state.poisoned)
    }
    let page = try await log.eventPage(after: max(sequence, forgotten), limit: limit)
    return EventPage(
      start: page.start,
      entries: page.entries.map { poisoned.contains($0.sequence) ? .unreadable($0.sequence) : $0 })
  }

  func eventLogState() async throws(DocumentError) -> EventLogState { try await log.eventLogState() }
}
