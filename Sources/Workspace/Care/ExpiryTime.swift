public import FoundationEssentials

/// What time it is for whatever goes for good when it is old enough: a clock that leaps ahead makes nothing old.
///
/// A wrong time server, a dead battery or a machine that was put aside can set a clock forward by weeks in a moment, and
/// everything in the Trash would be past its time. So such a leap counts only once it has lasted. Until then time goes
/// on from where it was, by a clock that nobody sets. Nothing is made to wait by a clock that is set back: what it says
/// is what counts, and all the more is kept.
/// ```
///              more ahead than time that has passed and ``tolerance``
///   in step ────────────────────────────────────────────────► leapt
///      ▲                                                        │
///      └──── the clock is in step again, or has stayed ahead ───┘
///                    for ``patience``
/// ```
public struct ExpiryTime: Sendable {
  /// So far ahead is no leap: clocks are put right by minutes.
  public static let tolerance = Duration.seconds(3600)
  /// So long a leap has to last until it counts.
  public static let patience = Duration.seconds(12 * 3600)

  /// A moment as the clock told it, and as the time that has passed tells it.
  private struct Reading {
    let date: Date
    let passed: Duration
  }

  private var known: Reading?
  private var leapt: Duration?

  /// A time that has seen no clock yet.
  ///
  /// - Parameter date: the last moment that is known of before now, to which a clock may have leapt since; nil where
  ///   there is none, and the clock is believed at first.
  public init(since date: Date? = nil) {
    known = date.map { Reading(date: $0, passed: .zero) }
  }

  /// The time when a clock says `date`.
  ///
  /// - Parameters:
  ///   - date: what the clock says, right or wrong.
  ///   - passed: how much time has passed since this time was made; never less than the call before.
  public mutating func date(_ date: Date, after passed: Duration) -> Date {
    guard let known else { return believe(date, passed) }
    let steady = known.date.addingTimeInterval((passed - known.passed) / .seconds(1))
    guard date > steady.addingTimeInterval(Self.tolerance / .seconds(1)) else { return believe(date, passed) }
    let since = leapt ?? passed
    leapt = since
    return passed - since >= Self.patience ? believe(date, passed) : steady
  }

  private mutating func believe(_ date: Date, _ passed: Duration) -> Date {
    known = Reading(date: date, passed: passed)
    leapt = nil
    return date
  }
}
