/// Tells the numbers of one index's events from those of another.
///
/// An index that is made anew counts from the beginning, and one that comes back from a backup counts on from where it
/// was then: both give out numbers that somebody has heard already, of other events. So each has an epoch of its own,
/// which is a part of every ``EventID``.
public struct EventEpoch: Hashable, Sendable, CustomStringConvertible {
  /// Up to 32 letters of ASCII and digits.
  public let description: String

  private static let maximumLength = 32

  /// An epoch that no other index has.
  public init() {
    description = String(UInt64.random(in: .min ... .max), radix: 16)
  }

  /// The epoch that is written so; nil for what can be none.
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
