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

/// Distinguishes the event numbers of one index from those of another.
///
/// A rebuilt index counts from the beginning, and an index from a backup continues at an old number. Both give out
/// numbers that clients have already seen for other events. Each index therefore has its own epoch, a part of every
/// ``EventID``.
public struct EventEpoch: Hashable, Sendable, CustomStringConvertible {
  /// Up to 32 letters of ASCII and digits.
  public let description: String

  private static let maximumLength = 32

  /// A random epoch for a new index.
  public init() {
    description = String(UInt64.random(in: .min ... .max), radix: 16)
  }

  /// The epoch written in `text`; nil for text that can be none.
  public init?(_ text: String) {
    guard (1...Self.maximumLength).contains(text.utf8.count), text.utf8.allSatisfy(Self.isAllowed) else {
      return nil
    }
    description = text
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      true
    default: false
    }
  }
}
