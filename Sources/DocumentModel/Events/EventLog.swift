/// Where the events of an index stand.
public struct EventLog: Hashable, Sendable {
  /// Tells the numbers from those of any other index.
  public let epoch: EventEpoch
  /// Up to this number, ids without an epoch are of this index: it gave them out before there were epochs.
  public let unmarked: Int64
  /// The number of the last event; 0 when nothing ever happened.
  public let last: Int64

  /// A log from its parts.
  public init(epoch: EventEpoch, unmarked: Int64 = 0, last: Int64) {
    self.epoch = epoch
    self.unmarked = unmarked
    self.last = last
  }

  /// Why nobody can go on behind `id`; nil when somebody can, as far as what came then is kept.
  public func obstacle(to id: EventID) -> EventReset.Reason? {
    guard id.epoch.map({ $0 == epoch }) ?? (id.sequence <= unmarked) else { return .unknownEpoch }
    return id.sequence <= last ? nil : .ahead
  }
}
