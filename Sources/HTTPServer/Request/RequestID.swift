import Synchronization

/// The id of a request in responses and logs.
///
/// It is unique within the process and very likely across processes.
public struct RequestID: Sendable, Hashable, CustomStringConvertible {
  private let value: UInt64

  private static let counter = Atomic<UInt64>(UInt64.random(in: .min ... .max))

  /// The next id.
  public init() {
    // The multiplication spreads consecutive numbers over the whole range; an odd factor keeps them distinct.
    let number = Self.counter.add(1, ordering: .relaxed).newValue
    value = number &* 0x9E37_79B9_7F4A_7C15
  }

  /// The id as a URI, for a problem's `instance`.
  public var urn: String { "urn:request:\(self)" }

  /// Sixteen hexadecimal digits.
  public var description: String {
    String(unsafeUninitializedCapacity: 16) { text in
      for place in 0..<16 {
        let digit = UInt8(truncatingIfNeeded: value >> (60 - 4 * UInt64(place))) & 0xF
        text[place] = digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
      }
      return 16
    }
  }
}
