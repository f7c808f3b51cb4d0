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
