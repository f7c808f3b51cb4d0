/// Makes names and words comparable for people: without regard to case, accents and width, in any script.
///
/// Compatibility decomposition (UAX #15), accents of Latin, Greek and Cyrillic letters dropped, full case folding,
/// decimal digits of all scripts as `0…9`. Combining marks of other scripts carry the vowels and stay.
public enum TextFolding {
  /// Letters with a stroke or fused letters, which do not decompose.
  private static let bases: [Unicode.Scalar: String] = [
    "ø": "o", "ł": "l", "đ": "d", "ħ": "h", "ŧ": "t", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d",
  ]

  /// A text in the form in which it is compared; case and accents stay in it where they are to count.
  public static func folded(
    _ text: String, keepingCase: Bool = false, keepingAccents: Bool = false
  ) -> String {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return keepingCase ? text : text.lowercased() }
    var folded = ""
    for scalar in text.decomposedForComparison.unicodeScalars
    where keepingAccents || !isAccent(scalar) {
      folded += self.folded(scalar, keepingCase)
    }
    return folded
  }

  private static func folded(_ scalar: Unicode.Scalar, _ keepingCase: Bool) -> String {
    if let digit = decimal(scalar) { return String(digit) }
    if keepingCase { return String(scalar) }
    // Upper and back is the full case folding: ß becomes ss, final sigma becomes sigma.
    let lowered = scalar.properties.uppercaseMapping.unicodeScalars.map(\.properties.lowercaseMapping)
      .joined()
    guard let only = lowered.unicodeScalars.first, lowered.unicodeScalars.count == 1 else { return lowered }
    return bases[only] ?? lowered
  }

  /// The value of a decimal digit of any script; nil for another character.
  public static func decimal(_ scalar: Unicode.Scalar) -> Int? {
    guard scalar.properties.numericType == .decimal else { return nil }
    return scalar.properties.numericValue.map { Int($0) }
  }

  /// The blocks of combining marks that write accents (not those that write vowels).
  private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0300...0x036F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: true
    default: false
    }
  }
}
