public import FoundationEssentials

/// The time that documents stay in the Trash before they are removed.
public struct TrashRetention: Hashable, Sendable {
  /// In seconds; nil for an unlimited time.
  public let age: TimeInterval?

  /// Thirty days.
  public static let standard = TrashRetention(days: 30)

  /// A number of days; 0 or less is an unlimited time.
  public init(days: Int) {
    age = days > 0 ? TimeInterval(days) * 86_400 : nil
  }

  /// The time at which a document is removed; nil outside the Trash and without a limit.
  public func expiry(of document: Document) -> Date? {
    guard let age, let trashed = document.trashed else { return nil }
    return trashed.addingTimeInterval(age)
  }

  /// Documents trashed at or before this time have expired at `date`; nil without a limit.
  public func horizon(at date: Date) -> Date? {
    age.map { date.addingTimeInterval(-$0) }
  }
}
