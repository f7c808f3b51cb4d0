public import DocumentModel
public import FoundationEssentials

/// What time it is for whatever goes for good when it is old enough: a clock that leaps ahead makes nothing old.
///
/// A wrong time server, a dead battery or a machine that was put aside can set a clock forward by weeks in a moment, and
/// everything in the Trash would be past its time. So such a leap counts only once it has lasted. Until then time goes
/// on from where it was, by a clock that nobody sets. How long a leap has lasted, and from where time went on, is kept
/// from one run of a server to the next: a machine that runs for an hour a day comes to believe its clock, too. Nothing
/// is made to wait by a clock that is set back: what it says is what counts, and all the more is kept.
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
  /// When the clock leapt, or would have, had it all been in this run.
  private var leapt: Duration?
  /// How long earlier runs saw it ahead.
  private var before: Duration

  /// A time that has seen no clock yet.
  ///
  /// - Parameter believed: what an earlier run took for the time, since when the clock may have leapt; nil where that is
  ///   not known, and the clock is believed at first.
  public init(since believed: BelievedTime? = nil) {
    known = believed.map { Reading(date: $0.date, passed: .zero) }
    before = believed?.ahead ?? .zero
  }

  /// The time when a clock says `date`.
  ///
  /// - Parameters:
  ///   - date: what the clock says, right or wrong.
  ///   - passed: how much time has passed since this time was made; never less than the call before.
  public mutating func time(_ date: Date, after passed: Duration) -> BelievedTime {
    guard let known else { return believe(date, passed) }
    let steady = known.date.addingTimeInterval((passed - known.passed) / .seconds(1))
    guard date > steady.addingTimeInterval(Self.tolerance / .seconds(1)) else { return believe(date, passed) }
    let since = leapt ?? passed - before
    leapt = since
    guard passed - since < Self.patience else { return believe(date, passed) }
    return BelievedTime(date: steady, ahead: passed - since)
  }

  private mutating func believe(_ date: Date, _ passed: Duration) -> BelievedTime {
    known = Reading(date: date, passed: passed)
    (leapt, before) = (nil, .zero)
    return BelievedTime(date: date)
  }
}
