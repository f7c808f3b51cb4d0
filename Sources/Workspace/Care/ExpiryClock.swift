public import DocumentModel
public import FoundationEssentials
public import Logging
import Synchronization

/// An ``ExpiryTime`` that several cares ask, from any task, and that the next run of the server goes on with.
public final class ExpiryClock: Sendable {
  private let time: Mutex<ExpiryTime>
  private let store: (any BelievedTimeStore)?
  private let passed: @Sendable () -> Duration

  /// A clock whose first reading is compared with `believed`, or believed itself where there is none.
  ///
  /// - Parameters:
  ///   - believed: what an earlier run took for the time.
  ///   - store: where each answer is kept for the next run.
  ///   - passed: how much time has passed since some moment, by a clock that nobody sets; for tests.
  public init(
    since believed: BelievedTime? = nil, store: (any BelievedTimeStore)? = nil,
    passed: @escaping @Sendable () -> Duration = { [start = ContinuousClock.now] in
      start.duration(to: .now)
    }
  ) {
    time = Mutex(ExpiryTime(since: believed))
    self.store = store
    self.passed = passed
  }

  /// A clock that goes on from what `store` has; from the last event of `metadata` where that has nothing.
  ///
  /// An event is dated by whatever the clock said, so it is asked in an old workspace alone, whose server kept no time.
  public static func following(
    _ store: any BelievedTimeStore, else metadata: any MetadataStore, log: Logger
  ) async -> ExpiryClock {
    do {
      if let believed = try await store.believedTime() { return ExpiryClock(since: believed, store: store) }
      let last = try await metadata.lastEvent()
      let event = try await metadata.events(after: last - 1, limit: 1).first
      return ExpiryClock(since: event.map { BelievedTime(date: $0.date) }, store: store)
    } catch {
      log.warning("when the server last ran is not known", metadata: ["reason": "\(error)"])
      return ExpiryClock(store: store)
    }
  }

  /// What something that happens when a clock says `date` is dated; as ``ExpiryTime/dating(_:after:)``.
  func dating(_ date: Date) -> Date { time.withLock { $0.dating(date, after: passed()) } }

  /// What may be taken for the time when a clock says `date`.
  public func date(_ date: Date) async -> Date {
    let believed = time.withLock { $0.time(date, after: passed()) }
    // Without it the next run knows of an older moment, and waits the longer.
    try? await store?.save(believed)
    return believed.date
  }
}
