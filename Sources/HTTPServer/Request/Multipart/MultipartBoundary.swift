import HTTPTypes

/// The text that separates the parts of a multipart body (RFC 2046 §5.1.1).
struct MultipartBoundary: Equatable {
  let bytes: [UInt8]

  /// Reads the boundary of a `Content-Type`.
  ///
  /// - Throws: ``HTTPError/unsupportedMediaType(expected:)`` for another type, ``HTTPError/malformedMultipart(_:)``
  ///   for an invalid boundary.
  init(contentType: String?) throws(HTTPError) {
    guard let header = contentType.flatMap({ HeaderParameters($0) }), header.value == "multipart/form-data"
    else {
      throw .unsupportedMediaType(expected: "multipart/form-data")
    }
    guard let text = header["boundary"] else { throw .malformedMultipart("there is no boundary") }
    bytes = [UInt8](text.utf8)
    guard (1...70).contains(bytes.count), bytes.last != UInt8(ascii: " "), bytes.allSatisfy(Self.isAllowed)
    else {
      throw .malformedMultipart("the boundary is not allowed")
    }
  }

  private static let marks = Set("'()+_,-./:=? ".utf8)

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: marks.contains(byte)
    }
  }
}
