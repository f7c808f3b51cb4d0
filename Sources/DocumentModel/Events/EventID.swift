/// Names one event among those of all indexes: what a client repeats to hear what came after it (WHATWG HTML §9.2,
/// `Last-Event-ID`).
///
/// Written as number, a hyphen, and epoch: `41-5d0c2a91f3b7e846`. Clients take it as it is; those that want a number find it
/// at the front.
public struct EventID: Hashable, Sendable, CustomStringConvertible {
  /// Of which index; nil in the ids of releases that had no epochs, which were plain numbers.
  public let epoch: EventEpoch?
  /// The event's number there; 0 stands before the first one.
  public let sequence: Int64

  /// An id from its parts.
  public init(epoch: EventEpoch?, sequence: Int64) {
    self.epoch = epoch
    self.sequence = sequence
  }

  /// The id that is written so; nil for what no event ever had.
  public init?(_ text: String) {
    let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard let digits = parts.first, let sequence = Self.number(digits) else { return nil }
    guard parts.count > 1 else {
      self.init(epoch: nil, sequence: sequence)
      return
    }
    guard let epoch = EventEpoch(String(parts[1])) else { return nil }
    self.init(epoch: epoch, sequence: sequence)
  }

  /// As it is sent.
  public var description: String {
    epoch.map { "\(sequence)-\($0)" } ?? "\(sequence)"
  }

  /// Digits alone: a number has one spelling but for zeros before it.
  private static func number(_ digits: Substring) -> Int64? {
    let isNumber = digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return isNumber ? Int64(digits) : nil
  }
}
