public import DocumentModel
public import FoundationEssentials

/// What time it is for whatever goes for good when it is old enough: a clock that leaps ahead makes nothing old.
///
/// A wrong time server, a dead battery or a machine that was put aside can set a clock forward by weeks in a moment, and
/// everything in the Trash would be past its time. So such a leap counts only once it has lasted. Until then time goes
/// on from where it was, by a clock that nobody sets. How long a leap has lasted, and from where time went on, is kept
/// from one run of a server to the next: a machine that runs for an hour a day comes to believe its clock, too. Nothing
/// is made to wait by a clock that is set back: what it says is what counts, and all the more is kept. But what happens
/// then is dated as if it had not been (``dating(_:after:)``): once the clock is right again it would be old at once.
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

    /// What a clock that goes on from here says when so much has passed.
    func after(_ passed: Duration) -> Date { date.addingTimeInterval((passed - self.passed) / .seconds(1)) }
  }

  private var known: Reading?
  /// The reading from which a clock went back; the last one where none did.
  private var latest: Reading?
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
    latest = believed.map { Reading(date: $0.latest, passed: .zero) }
    before = believed?.ahead ?? .zero
  }

  /// The time when a clock says `date`.
  ///
  /// - Parameters:
  ///   - date: what the clock says, right or wrong.
  ///   - passed: how much time has passed since this time was made; never less than the call before.
  public mutating func time(_ date: Date, after passed: Duration) -> BelievedTime {
    guard let known else { return believe(date, passed) }
    let steady = known.after(passed)
    guard date > steady.addingTimeInterval(Self.tolerance / .seconds(1)) else { return believe(date, passed) }
    let since = leapt ?? passed - before
    leapt = since
    guard passed - since < Self.patience else { return believe(date, passed) }
    return BelievedTime(date: steady, ahead: passed - since, latest: floor(passed))
  }

  /// What something that happens when a clock says `date` is dated, so that it is not older than it is once the clock is
  /// right again: never much earlier than what was taken for the time before.
  ///
  /// - Parameter passed: as in ``time(_:after:)``.
  public func dating(_ date: Date, after passed: Duration) -> Date {
    guard let floor = floor(passed), date < floor.addingTimeInterval(-(Self.tolerance / .seconds(1))) else {
      return date
    }
    return floor
  }

  private func floor(_ passed: Duration) -> Date? { latest?.after(passed) }

  private mutating func believe(_ date: Date, _ passed: Duration) -> BelievedTime {
    known = Reading(date: date, passed: passed)
    (leapt, before) = (nil, .zero)
    let dated = dating(date, after: passed)
    latest = Reading(date: dated, passed: passed)
    return BelievedTime(date: date, latest: dated)
  }
}
