public import FoundationEssentials

/// A day of the Gregorian calendar, in no time zone.
public struct CalendarDay: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The year, from 1 to 9999.
  public let year: Int
  /// The month, from 1.
  public let month: Int
  /// The day of the month, from 1.
  public let day: Int

  /// A day from its parts; nil for one that the calendar has not.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9_999).contains(year), (1...12).contains(month),
      (1...Self.days(ofMonth: month, in: year)).contains(day)
    else { return nil }
    self.init(unchecked: year, month, day)
  }

  /// The day of a moment in UTC; a moment outside the years 1 to 9999 is brought within them.
  ///
  /// "civil_from_days" of Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
  public init(of moment: Date) {
    let (first, last) = (-719_162.0, 2_932_896.0)
    let days = (moment.timeIntervalSince1970 / 86_400).rounded(.down)
    let shifted = Int(min(max(days.isFinite ? days : 0, first), last)) + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let year = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * year + year / 4 - year / 100)
    // The year begins with March.
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    self.init(
      unchecked: year + era * 400 + (month >= 10 ? 1 : 0), month >= 10 ? month - 9 : month + 3, day)
  }

  private init(unchecked year: Int, _ month: Int, _ day: Int) {
    (self.year, self.month, self.day) = (year, month, day)
  }

  private static func days(ofMonth month: Int, in year: Int) -> Int {
    switch month {
    case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The day as ISO 8601 writes it: `2024-03-07`.
  public var description: String {
    func padded(_ number: Int, _ count: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }

  /// Orders days by time.
  public static func < (left: CalendarDay, right: CalendarDay) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }
}
