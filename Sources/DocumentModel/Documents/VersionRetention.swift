public import FoundationEssentials

/// Which earlier versions are kept: the newest ones by number, and all that are young.
///
/// The current version is always kept.
public struct VersionRetention: Hashable, Sendable {
  /// So many of a document's newest versions are kept, however old they are; at least 1, the current one.
  public let count: Int
  /// Younger versions are kept, however many there are, in seconds.
  public let age: TimeInterval

  /// A hundred versions, and those of ninety days.
  public static let standard = VersionRetention(count: 100, days: 90)

  /// A rule; a count below 1 is 1, a number of days below 0 is 0.
  public init(count: Int, days: Int) {
    self.count = max(1, count)
    age = TimeInterval(max(0, days)) * 86_400
  }

  /// Versions made from then on are young at `date`.
  public func horizon(at date: Date) -> Date {
    date.addingTimeInterval(-age)
  }
}
