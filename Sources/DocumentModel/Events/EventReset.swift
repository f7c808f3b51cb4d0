/// Tells who listens that something happened that cannot be told: whatever was read before is to be read anew.
public struct EventReset: Hashable, Sendable {
  /// Why it cannot be told.
  public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
    /// The last event that was heard is of another index: the index was made anew, or came back from a backup.
    case unknownEpoch = "unknown-epoch"
    /// Not all that came after it is kept.
    case notKept = "not-kept"
    /// It has not happened: the index is older than what was heard.
    case ahead
    /// An event cannot be read.
    case unreadable
  }

  /// Why.
  public let reason: Reason
  /// Behind which event the listener goes on.
  public let id: EventID

  /// A reset from its parts.
  public init(_ reason: Reason, id: EventID) {
    self.reason = reason
    self.id = id
  }
}
