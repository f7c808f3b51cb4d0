/// Percent-encoding (RFC 3986 §2.1) with strict decoding.
enum PercentEncoding {
  /// Decodes bytes to text.
  ///
  /// Refuses a `%` without two hexadecimal digits, NUL, and bytes that are not UTF-8, including overlong forms and
  /// surrogates.
  static func decode(_ bytes: some Collection<UInt8>, plusIsSpace: Bool = false) throws(HTTPError) -> String {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var rest = bytes.makeIterator()
    while let byte = rest.next() {
      switch byte {
      case UInt8(ascii: "%"): decoded.append(try decodedByte(rest.next(), rest.next()))
      case UInt8(ascii: "+") where plusIsSpace: decoded.append(UInt8(ascii: " "))
      default: decoded.append(byte)
      }
    }
    guard let text = String(validating: decoded, as: UTF8.self) else {
      throw .malformedRequest("The address is not UTF-8.")
    }
    return text
  }

  private static func decodedByte(_ high: UInt8?, _ low: UInt8?) throws(HTTPError) -> UInt8 {
    guard let high, let low, let upper = digit(high), let lower = digit(low) else {
      throw .malformedRequest("The address has a percent sign without two hexadecimal digits.")
    }
    let byte = upper << 4 | lower
    guard byte != 0 else { throw .malformedRequest("The address contains a NUL.") }
    return byte
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
