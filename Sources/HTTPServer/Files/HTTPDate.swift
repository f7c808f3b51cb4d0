/// A date in HTTP's form: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7), in whole seconds.
public struct HTTPDate: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// Seconds since 1970-01-01 00:00 UTC.
  public let seconds: Int64

  /// A date in seconds since 1970; the caller rounds.
  public init(secondsSince1970 seconds: Int64) { self.seconds = seconds }

  /// Parses the preferred form of RFC 9110.
  ///
  /// The two obsolete forms give nil, which ignores a condition.
  public init?(_ text: String) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 6, parts[5] == "GMT", parts[0].hasSuffix(","),
      Self.weekdays.contains(String(parts[0].dropLast())), let day = Self.number(parts[1], digits: 2),
      let month = Self.months.firstIndex(of: String(parts[2])), let year = Self.number(parts[3], digits: 4),
      let time = Self.secondsOfDay(parts[4]), (1...31).contains(day)
    else { return nil }
    seconds = Self.days(year: year, month: month + 1, day: day) * 86_400 + time
  }

  /// The header form.
  public var description: String {
    let days = (seconds >= 0 ? seconds : seconds - 86_399) / 86_400
    let (year, month, day) = Self.date(days: days)
    let time = seconds - days * 86_400
    let weekday = Self.weekdays[Int(((days + 4) % 7 + 7) % 7)]
    let clock = [time / 3600, time / 60 % 60, time % 60].map(Self.twoDigits).joined(separator: ":")
    return
      "\(weekday), \(Self.twoDigits(day)) \(Self.months[Int(month) - 1]) \(Self.fourDigits(year)) \(clock) GMT"
  }

  /// Earlier before later.
  public static func < (left: HTTPDate, right: HTTPDate) -> Bool { left.seconds < right.seconds }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func number(_ text: Substring, digits: Int) -> Int64? {
    guard text.utf8.count == digits, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
    return Int64(text)
  }

  private static func secondsOfDay(_ text: Substring) -> Int64? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { number($0, digits: 2) }
    guard parts.count == 3, let hour = parts[0], let minute = parts[1], let second = parts[2],
      hour < 24, minute < 60, second < 61
    else { return nil }
    return hour * 3600 + minute * 60 + second
  }

  private static func twoDigits(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
  private static func fourDigits(_ value: Int64) -> String {
    String(repeating: "0", count: max(0, 4 - "\(value)".count)) + "\(value)"
  }

  /// Days from 1970-01-01 to a date of the Gregorian calendar.
  ///
  /// Years start in March here, so that the leap day comes last and months have a fixed pattern. 719,468 days lie
  /// between March of year 0 and 1970.
  private static func days(year: Int64, month: Int, day: Int64) -> Int64 {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * Int64((month + 9) % 12) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func date(days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }
}
