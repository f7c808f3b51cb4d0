/// A header of the form `value; name=text; name="quoted"` (RFC 9110 §5.6.6).
///
/// Inside quotes a backslash escapes a quote or a backslash only, because browsers once sent `C:\folder\name`.
/// Parameter names are in lower case; the first of two equal names counts.
struct HeaderParameters: Equatable {
  /// The text before the first semicolon, in lower case.
  let value: String
  private var parameters: [String: String] = [:]

  subscript(name: String) -> String? { parameters[name] }

  /// Nil for unterminated quotes or a parameter without `=`.
  init?(_ text: String) {
    var scanner = Scanner(rest: text.unicodeScalars[...])
    value = scanner.upTo(";").lowercased()
    while scanner.skip(";") {
      scanner.skipBlanks()
      if scanner.rest.isEmpty { break }
      let name = scanner.upTo("=").lowercased()
      guard !name.isEmpty, scanner.skip("="), let text = scanner.tokenOrQuoted() else { return nil }
      if parameters[name] == nil { parameters[name] = text }
    }
    guard scanner.rest.isEmpty else { return nil }
  }
}

private struct Scanner {
  var rest: Substring.UnicodeScalarView

  mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard rest.first == scalar else { return false }
    rest.removeFirst()
    return true
  }

  mutating func skipBlanks() { rest = rest.drop { $0 == " " || $0 == "\t" } }

  /// The text before a mark or the end, without surrounding white space.
  mutating func upTo(_ mark: Unicode.Scalar) -> String {
    let end = rest.firstIndex { $0 == mark || $0 == ";" } ?? rest.endIndex
    defer { rest = rest[end...] }
    return String(Substring(rest[..<end]).trimmingSpaces)
  }

  mutating func tokenOrQuoted() -> String? {
    skipBlanks()
    guard skip("\"") else { return upTo(";") }
    var text = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      if scalar == "\"" {
        skipBlanks()
        return String(text)
      }
      if scalar == "\\", rest.first == "\"" || rest.first == "\\" {
        text.append(rest.removeFirst())
      } else {
        text.append(scalar)
      }
    }
    return nil
  }
}
