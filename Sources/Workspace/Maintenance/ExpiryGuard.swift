public import DocumentModel
public import FoundationEssentials
public import Logging
import Synchronization

/// Lets nothing expire for a while after the clock has leapt, so that a wrong clock makes nothing old.
///
/// A wrong time server or a dead battery can set a clock by weeks in a moment. Then everything in the Trash would be
/// past its time. The wait counts the time in which servers ran, also from one run to the next. A machine that runs
/// for an hour a day waits for twelve days.
/// ```
///            off by more than ``tolerance`` from the time that has passed
///   steady ──────────────────────────────────────────────────────────────► waiting
///      ▲                                                                     │
///      └──────────────────── ``patience`` of running is over ────────────────┘
/// ```
/// Safe from any task.
public final class ExpiryGuard: Sendable {
  /// Clocks are put right by minutes; that is no leap.
  public static let tolerance = 3600.0
  /// How long nothing expires after a leap.
  public static let patience = Duration.seconds(12 * 3600)

  private struct State {
    /// When the guard was asked last, by a clock that cannot be set.
    var asked = Duration.zero
    var clock: Date?
    /// The latest moment that had surely come by then: a clock that is set back leaves it.
    var reached: Date?
    var wait = Duration.zero

    /// Goes on to now, when the clock says `date`; false while nothing expires.
    mutating func read(_ date: Date, _ passed: Duration) -> Bool {
      let elapsed = (passed - asked) / .seconds(1)
      wait = max(.zero, wait - (passed - asked))
      let expected = clock?.addingTimeInterval(elapsed) ?? date
      if wait == .zero, abs(date.timeIntervalSince(expected)) > ExpiryGuard.tolerance {
        wait = ExpiryGuard.patience
      }
      let steady = reached?.addingTimeInterval(elapsed) ?? date
      reached = wait == .zero ? max(steady, date) : steady
      (asked, clock) = (passed, date)
      return wait == .zero
    }

    func reached(_ passed: Duration) -> Date? { reached?.addingTimeInterval((passed - asked) / .seconds(1)) }
  }

  private let state: Mutex<State>
  private let store: (any ClockReadingStore)?
  private let passed: @Sendable () -> Duration

  /// A guard that compares the clock with an earlier reading, or believes it at first where there is none.
  ///
  /// - Parameters:
  ///   - reading: what an earlier run kept.
  ///   - store: where each reading is kept for the next run.
  ///   - passed: how much time has passed since some moment, by a clock that cannot be set; for tests.
  public init(
    since reading: ClockReading? = nil, store: (any ClockReadingStore)? = nil,
    passed: @escaping @Sendable () -> Duration = { [start = ContinuousClock.now] in
      start.duration(to: .now)
    }
  ) {
    state = Mutex(
      State(asked: passed(), clock: reading?.date, reached: reading?.date, wait: reading?.wait ?? .zero))
    self.store = store
    self.passed = passed
  }

  /// A guard that goes on from what `store` has.
  public static func following(_ store: any ClockReadingStore, log: Logger) async -> ExpiryGuard {
    do {
      return ExpiryGuard(since: try await store.clockReading(), store: store)
    } catch {
      log.warning("when the server last ran is not known", metadata: ["reason": "\(error)"])
      return ExpiryGuard(store: store)
    }
  }

  /// Whether things that are old by `date`, which the clock says, may go now.
  public func mayExpire(at date: Date) async -> Bool {
    let (mayExpire, reading) = state.withLock { state in
      let mayExpire = state.read(date, passed())
      return (mayExpire, ClockReading(date: state.reached ?? date, wait: state.wait))
    }
    // Without it the next run knows of an older moment, and waits the longer.
    try? await store?.save(reading)
    return mayExpire
  }

  /// The date for something that happens when the clock says `date`.
  ///
  /// Never much earlier than what had surely come. Otherwise, what is thrown away while a clock is far behind would
  /// be old as soon as the clock is right again.
  func dating(_ date: Date) -> Date {
    guard let reached = state.withLock({ $0.reached(passed()) }),
      date < reached.addingTimeInterval(-Self.tolerance)
    else { return date }
    return reached
  }
}
