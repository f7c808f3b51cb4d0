/// The name of a preference: `library.order`.
///
/// One to 64 ASCII letters, digits, dots, hyphens and underscores, the first of them a letter.
public struct PreferenceKey: Hashable, Sendable, Comparable, LosslessStringConvertible {
  /// The name.
  public let description: String

  /// The key written in `text`, or nil when it can be none.
  public init?(_ text: some StringProtocol) {
    guard (1...64).contains(text.utf8.count), text.utf8.first.map(Self.isLetter) == true,
      text.utf8.allSatisfy({
        Self.isLetter($0) || (0x30...0x39).contains($0) || [0x2D, 0x2E, 0x5F].contains($0)
      })
    else { return nil }
    description = String(text)
  }

  /// Orders keys by their letters' codes.
  public static func < (left: PreferenceKey, right: PreferenceKey) -> Bool {
    left.description.utf8.lexicographicallyPrecedes(right.description.utf8)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }
}
