extension StringProtocol {
  /// The text on one line, without characters that end a line, move a terminal's cursor or change the direction.
  ///
  /// Controls, line separators and direction controls (UAX #9) are written as JSON escapes, and so is the backslash.
  /// Two different texts therefore stay different. For log and terminal lines with names from outside.
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
