/// How a part of a form is called, and the file that it came from (RFC 7578 §4.2).
struct ContentDisposition: Equatable {
  let name: String
  let filename: String?

  /// Nil when the header is not a form's.
  init?(_ text: String) {
    guard let header = HeaderParameters(text), header.value == "form-data", let name = header["name"] else {
      return nil
    }
    self.name = Self.unescaped(name)
    // RFC 7578 forbids `filename*`, but clients send it and then mean it.
    filename = header["filename*"].flatMap(Self.extended) ?? header["filename"].map(Self.unescaped)
  }

  /// Browsers write a quote and line breaks in this way, and nothing else (WHATWG HTML, multipart/form-data).
  private static func unescaped(_ text: String) -> String {
    let escapes: [(String, String)] = [("%22", "\""), ("%0D", "\r"), ("%0A", "\n")]
    return escapes.reduce(text) { text, escape in
      text.split(separator: escape.0, omittingEmptySubsequences: false).joined(separator: escape.1)
    }
  }

  /// `UTF-8'language'percent-encoded` (RFC 8187).
  private static func extended(_ text: String) -> String? {
    let parts = text.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].lowercased() == "utf-8" else { return nil }
    return try? PercentEncoding.decode(parts[2].utf8)
  }
}
