import DocumentModel

/// Which way up the image goes (Image API 3.0, 4.3): mirrored or not, then turned clockwise.
struct RotationParameter: Hashable, Sendable {
  let turn: QuarterTurn
  let isMirrored: Bool

  init(_ text: String) throws(ImageAddressProblem) {
    isMirrored = text.hasPrefix("!")
    guard let degrees = PlainNumber.decimal(String(text.dropFirst(isMirrored ? 1 : 0))), degrees <= 360 else {
      throw ImageAddressProblem(.rotation, .malformed)
    }
    guard let turn = Int(exactly: degrees).flatMap({ QuarterTurn(rawValue: $0 % 360) }) else {
      throw ImageAddressProblem(.rotation, .unsupported)
    }
    self.turn = turn
  }

  /// The one spelling of it.
  var canonical: String { "\(isMirrored ? "!" : "")\(turn.rawValue)" }
}
