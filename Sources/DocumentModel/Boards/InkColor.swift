/// The colour of ink on white paper, each channel from 0 to 255 in sRGB.
public struct InkColor: Hashable, Sendable {
  /// Red channel.
  public let red: UInt8
  /// Green channel.
  public let green: UInt8
  /// Blue channel.
  public let blue: UInt8

  /// The colour of ink without a stated colour: nearly black.
  public static let usual = InkColor(red: 0x1C, green: 0x1A, blue: 0x18)

  /// A colour from its channels.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// The colour in a board's file; text other than `#rgb` and `#rrggbb` gives ``usual``.
  ///
  /// As `shownInk` in `Public/ink/ink-colors.js` on a light desk.
  public init(css text: String) {
    let digits = text.utf8.dropFirst().map(Self.value)
    guard text.utf8.first == UInt8(ascii: "#"), [3, 6].contains(digits.count), !digits.contains(nil) else {
      self = .usual
      return
    }
    let known = digits.compactMap { $0 }
    let six = known.count == 3 ? known.flatMap { [$0, $0] } : known
    self.init(red: six[0] << 4 | six[1], green: six[2] << 4 | six[3], blue: six[4] << 4 | six[5])
  }

  /// The colour as `#rrggbb`.
  public var css: String {
    "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static func value(ofDigit byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}
