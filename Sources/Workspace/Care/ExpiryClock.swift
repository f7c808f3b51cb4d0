public import DocumentModel
public import FoundationEssentials
import Synchronization

/// An ``ExpiryTime`` that several cares ask, from any thread.
public final class ExpiryClock: Sendable {
  private let time: Mutex<ExpiryTime>
  private let passed: @Sendable () -> Duration

  /// A clock whose first reading is believed, or compared with `date`, when something last happened.
  ///
  /// - Parameter passed: how much time has passed since some moment, by a clock that nobody sets; for tests.
  public init(
    since date: Date? = nil,
    passed: @escaping @Sendable () -> Duration = { [start = ContinuousClock.now] in
      start.duration(to: .now)
    }
  ) {
    time = Mutex(ExpiryTime(since: date))
    self.passed = passed
  }

  /// A clock that is compared with the last event of `metadata`; with nothing where that cannot be read.
  public static func following(_ metadata: any MetadataStore) async -> ExpiryClock {
    guard let last = try? await metadata.lastEvent(),
      let event = try? await metadata.events(after: last - 1, limit: 1).first
    else { return ExpiryClock() }
    return ExpiryClock(since: event.date)
  }

  /// What may be taken for the time when a clock says `date`.
  public func date(_ date: Date) -> Date {
    time.withLock { $0.date(date, after: passed()) }
  }
}
