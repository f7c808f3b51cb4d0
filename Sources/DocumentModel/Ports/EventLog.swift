/// The log of what happened to documents: the indexes write an event with each change.
///
/// **Threading** and **errors** as in ``DocumentIndex``.
public protocol EventLog: Sendable {
  /// The events after `sequence`, oldest first, at most `limit` entries, as they are at one moment. An unreadable event
  /// is an entry, too: it keeps no listener from reading the other events.
  func eventPage(after sequence: Int64, limit: Int) async throws(DocumentError) -> EventPage
  /// Where the events stand. The epoch stays for as long as the numbers go on. It is a new one whenever they may not:
  /// in an index that is made anew, and in one that comes back from a backup.
  func eventLogState() async throws(DocumentError) -> EventLogState
}

extension EventLog {
  /// Events after `sequence` that can be read, oldest first, from at most `limit` entries.
  public func events(after sequence: Int64, limit: Int) async throws(DocumentError) -> [DocumentEvent] {
    try await eventPage(after: sequence, limit: limit).events
  }

  /// The sequence number of the last event; 0 when nothing ever happened.
  public func lastEvent() async throws(DocumentError) -> Int64 {
    try await eventLogState().last
  }
}

/// Epoch and position of an index's event log.
public struct EventLogState: Hashable, Sendable {
  /// The epoch of this index.
  public let epoch: EventEpoch
  /// The largest number that this index gave out before epochs existed; such ids carry no epoch.
  public let unmarked: Int64
  /// The number of the last event; 0 for an empty log.
  public let last: Int64

  /// A log from its parts.
  public init(epoch: EventEpoch, unmarked: Int64 = 0, last: Int64) {
    self.epoch = epoch
    self.unmarked = unmarked
    self.last = last
  }

  /// The reason why a listener cannot continue after `id`; nil when it can, as far as later events are kept.
  public func obstacle(to id: EventID) -> EventReset.Reason? {
    guard id.epoch.map({ $0 == epoch }) ?? (id.sequence <= unmarked) else { return .unknownEpoch }
    return id.sequence <= last ? nil : .ahead
  }
}
