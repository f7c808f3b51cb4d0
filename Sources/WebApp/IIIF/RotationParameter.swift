import DocumentModel

/// The rotation parameter (Image API 3.0, 4.3): optional mirroring, then a clockwise turn.
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

  var canonical: String { "\(isMirrored ? "!" : "")\(turn.rawValue)" }
}
