public import FoundationEssentials

/// How long documents stay in the Trash before they are removed for good.
public struct TrashRetention: Hashable, Sendable {
  /// In seconds; nil for ever.
  public let age: TimeInterval?

  /// Thirty days.
  public static let standard = TrashRetention(days: 30)

  /// So many days; 0 or less for ever.
  public init(days: Int) {
    age = days > 0 ? TimeInterval(days) * 86_400 : nil
  }

  /// When a document goes for good; nil for one that is not in the Trash, or stays there.
  public func expiry(of document: Document) -> Date? {
    guard let age, let trashed = document.trashed else { return nil }
    return trashed.addingTimeInterval(age)
  }

  /// What was thrown away then or before has been in the Trash for long enough at `date`; nil when nothing ever has.
  public func horizon(at date: Date) -> Date? {
    age.map { date.addingTimeInterval(-$0) }
  }
}
