/// Identifies one event among those of all indexes; a client repeats it to resume (WHATWG HTML §9.2, `Last-Event-ID`).
///
/// Written as number, hyphen and epoch: `41-5d0c2a91f3b7e846`. Clients treat it as opaque; the number stands in front.
public struct EventID: Hashable, Sendable, CustomStringConvertible {
  /// The index's epoch; nil in ids of releases without epochs, which were plain numbers.
  public let epoch: EventEpoch?
  /// The event's number in that index; 0 is the place before the first event.
  public let sequence: Int64

  /// An id from its parts.
  public init(epoch: EventEpoch?, sequence: Int64) {
    self.epoch = epoch
    self.sequence = sequence
  }

  /// The id written in `text`; nil for text that can be none.
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

  /// The id in its wire form.
  public var description: String {
    epoch.map { "\(sequence)-\($0)" } ?? "\(sequence)"
  }

  /// Accepts digits alone, so that a number has one spelling apart from leading zeros.
  private static func number(_ digits: Substring) -> Int64? {
    let isNumber = digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return isNumber ? Int64(digits) : nil
  }
}
