extension StringProtocol {
  /// The text on one line, with nothing in it that ends the line, moves a terminal's cursor or turns the order of letters.
  ///
  /// Controls, separators of lines and controls of direction (UAX #9) are written as JSON escapes them, and so is the
  /// backslash: two texts never become one. For logs and for lines on a terminal that hold names of others.
  public var printable: String {
    guard unicodeScalars.contains(where: \.isEscapedInLines) else { return String(self) }
    return unicodeScalars.reduce(into: "") { $0 += $1.isEscapedInLines ? $1.escape : String($1) }
  }
}

extension Unicode.Scalar {
  fileprivate var isEscapedInLines: Bool {
    if isASCII { return value < 0x20 || value == 0x7F || self == "\\" }
    return properties.isBidiControl
      || [.control, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
  }

  /// Each of them has four hexadecimal digits at most.
  fileprivate var escape: String {
    switch self {
    case "\\": return "\\\\"
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    default:
      let digits = String(value, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
  }
}
