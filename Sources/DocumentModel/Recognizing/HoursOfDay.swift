/// A part of every day, from one minute to another: "22:00-06:00".
///
/// It may go over midnight. With equal ends it is the whole day.
public struct HoursOfDay: Hashable, Sendable, LosslessStringConvertible {
  /// The first minute, from 0.
  public let start: Int
  /// The minute after the last one, from 0.
  public let end: Int

  /// The hours written in `text`, each as in "6:00" or "06:00"; nil for anything else.
  public init?(_ text: String) {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map(Self.minute)
    guard ends.count == 2, let start = ends[0], let end = ends[1] else { return nil }
    (self.start, self.end) = (start, end)
  }

  /// The hours with two digits each.
  public var description: String { "\(Self.written(start))-\(Self.written(end))" }

  /// Whether a minute of the day is one of them.
  public func contains(minute: Int) -> Bool {
    if start == end { return true }
    return start < end ? (start..<end).contains(minute) : minute >= start || minute < end
  }

  private static func minute(_ text: Substring) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, (1...2).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
    else { return nil }
    return hour * 60 + minute
  }

  private static func written(_ minute: Int) -> String {
    func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(digits(minute / 60)):\(digits(minute % 60))"
  }
}
