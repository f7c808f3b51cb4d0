/// Tells a listener that events were lost for it, so that it reads everything anew.
public struct EventReset: Hashable, Sendable {
  /// The reason of the loss.
  public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
    /// The listener's last event is of another index: the index was rebuilt or came back from a backup.
    case unknownEpoch = "unknown-epoch"
    /// Some of the events after the listener's last one were discarded.
    case notKept = "not-kept"
    /// The listener's last event is newer than the index.
    case ahead
    /// An event cannot be read.
    case unreadable
  }

  /// The reason of the loss.
  public let reason: Reason
  /// The event after which the listener continues.
  public let id: EventID

  /// A reset from its parts.
  public init(_ reason: Reason, id: EventID) {
    self.reason = reason
    self.id = id
  }
}
