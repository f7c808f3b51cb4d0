import HTTPTypes

struct MultipartHeaders: Equatable {
  let fields: HTTPFields
  let disposition: ContentDisposition

  init(_ bytes: ArraySlice<UInt8>) throws(HTTPError) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .malformedMultipart("a part's headers are not UTF-8")
    }
    var fields = HTTPFields()
    for line in text.split(separator: "\r\n") { fields.append(try Self.field(line)) }
    guard let disposition = fields[.contentDisposition].flatMap({ ContentDisposition($0) }) else {
      throw .malformedMultipart("a part has no Content-Disposition with a name")
    }
    self.fields = fields
    self.disposition = disposition
  }

  private static func field(_ line: Substring) throws(HTTPError) -> HTTPField {
    let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let name = HTTPField.Name(String(parts[0])), !line.contains("\n"),
      !line.contains("\r")
    else { throw .malformedMultipart("a part has a malformed header") }
    return HTTPField(name: name, value: String(parts[1].trimmingSpaces))
  }
}

/// The name of a form's part, and its file name (RFC 7578 §4.2).
struct ContentDisposition: Equatable {
  let name: String
  let filename: String?

  /// Nil for a header that is not `form-data` with a name.
  init?(_ text: String) {
    guard let header = HeaderParameters(text), header.value == "form-data", let name = header["name"] else {
      return nil
    }
    self.name = Self.unescaped(name)
    // RFC 7578 forbids `filename*`, but some clients send it, and then it is the right one.
    filename = header["filename*"].flatMap(Self.extended) ?? header["filename"].map(Self.unescaped)
  }

  /// Browsers escape quotes and line breaks this way, and no other characters (WHATWG HTML, multipart/form-data).
  private static func unescaped(_ text: String) -> String {
    let escapes: [(String, String)] = [("%22", "\""), ("%0D", "\r"), ("%0A", "\n")]
    return escapes.reduce(text) { text, escape in
      text.split(separator: escape.0, omittingEmptySubsequences: false).joined(separator: escape.1)
    }
  }

  /// Parses `UTF-8'language'percent-encoded` (RFC 8187).
  private static func extended(_ text: String) -> String? {
    let parts = text.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].lowercased() == "utf-8" else { return nil }
    return try? PercentEncoding.decode(parts[2].utf8)
  }
}
