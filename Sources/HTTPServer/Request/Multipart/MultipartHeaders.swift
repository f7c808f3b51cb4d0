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
