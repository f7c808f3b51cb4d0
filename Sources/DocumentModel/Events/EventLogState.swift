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
