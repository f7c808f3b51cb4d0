import FoundationEssentials

extension Data {
  /// Base64 with `-` and `_`, without padding (RFC 4648 §5).
  var base64URL: String {
    String(
      base64EncodedString().compactMap { character -> Character? in
        switch character {
        case "+": "-"
        case "/": "_"
        case "=": nil
        default: character
        }
      })
  }

  init?(base64URL text: String) {
    guard !text.contains("+"), !text.contains("/"), !text.contains("=") else { return nil }
    let standard = String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
    self.init(base64Encoded: standard + String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4))
  }
}
