public import FoundationEssentials

/// The rule for earlier versions: the newest by number and all young ones are kept.
///
/// The current version is always kept.
public struct VersionRetention: Hashable, Sendable {
  /// The number of newest versions that are kept at any age; at least 1, the current one.
  public let count: Int
  /// The age in seconds below which every version is kept.
  public let age: TimeInterval

  /// A hundred versions, and those of the last ninety days.
  public static let standard = VersionRetention(count: 100, days: 90)

  /// A rule; a `count` below 1 becomes 1, a number of `days` below 0 becomes 0.
  public init(count: Int, days: Int) {
    self.count = max(1, count)
    age = TimeInterval(max(0, days)) * 86_400
  }

  /// The earliest creation time of a version that is young at `date`.
  public func horizon(at date: Date) -> Date {
    date.addingTimeInterval(-age)
  }
}
