import CZlib
import HTTPTypes

/// A way of writing the same bytes shorter for the way to the client (RFC 9110 §8.4.1), the shortest first.
public enum ContentCoding: String, Sendable, CaseIterable {
  /// Brotli (RFC 7932): of files that were compressed when they were built.
  case brotli = "br"
  /// gzip (RFC 1952): also made while serving.
  case gzip

  /// The codings that the `Accept-Encoding` of a request allows (RFC 9110 §12.5.3), the shortest first.
  ///
  /// A request without the header gets the plain bytes.
  static func accepted(by head: RequestHead) -> [ContentCoding] {
    guard let header = head[.acceptEncoding] else { return [] }
    var weights: [String: Bool] = [:]
    for member in header.split(separator: ",") {
      let parts = member.split(separator: ";").map(\.trimmingSpaces)
      guard let name = parts.first?.lowercased() else { continue }
      weights[name] = !parts.dropFirst().contains(where: isZeroWeight)
    }
    return allCases.filter { weights[$0.rawValue] ?? weights["*"] ?? false }
  }

  private static func isZeroWeight(_ parameter: Substring) -> Bool {
    let parts = parameter.split(separator: "=", maxSplits: 1).map(\.trimmingSpaces)
    return parts.count == 2 && parts[0].lowercased() == "q" && Double(parts[1]) == 0
  }

  /// Whether bytes of a media type are worth compressing: text in all its forms, but for streams of events.
  static func suits(_ type: String?, bytes count: Int) -> Bool {
    guard count >= leastBytes, let type else { return false }
    let essence = type.prefix { $0 != ";" }
    return essence.hasSuffix("+json") || essence.hasSuffix("+xml")
      || (essence.hasPrefix("text/") && essence != "text/event-stream")
      || ["application/json", "application/javascript", "application/xml"].contains(essence)
  }

  /// The value of a condition with the codings taken from its tags: of `"a1+gzip"` remains `"a1"`.
  public static func removed(from condition: String) -> String {
    guard condition.utf8.contains(UInt8(ascii: "+")) else { return condition }
    return allCases.reduce(condition) { $0.replacing("+\($1.rawValue)\"", with: "\"") }
  }

  /// Less than this fits into the first packet anyway.
  private static let leastBytes = 1024
}

enum Gzip {
  /// The bytes as one gzip member; nil when zlib is out of memory.
  ///
  /// Blocks for about 10 ms a MiB. The level is the third, which costs a third of the usual sixth and makes a list a
  /// tenth longer.
  static func compress(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    let windowBitsOfGzip: CInt = 15 + 16
    guard
      deflateInit2_(
        &stream, 3, Z_DEFLATED, windowBitsOfGzip, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        CInt(MemoryLayout<z_stream>.size)) == Z_OK
    else { return nil }
    defer { deflateEnd(&stream) }
    let bound = Int(deflateBound(&stream, uLong(bytes.count)))
    var isWhole = false
    let compressed = [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
      bytes.withUnsafeBufferPointer { input in
        stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.avail_in = uInt(input.count)
        stream.next_out = buffer.baseAddress
        stream.avail_out = uInt(bound)
        isWhole = deflate(&stream, Z_FINISH) == Z_STREAM_END
      }
      count = bound - Int(stream.avail_out)
    }
    return isWhole ? compressed : nil
  }
}

extension Response {
  /// The same answer, compressed when the client takes it, the bytes are in memory and their type is text.
  ///
  /// Blocks for as long as ``Gzip/compress(_:)`` takes: to be called in the handler's task.
  func compressed(for head: RequestHead) -> Response {
    guard case .bytes(let bytes) = body, headers[.contentEncoding] == nil, headers[.contentRange] == nil,
      ContentCoding.suits(headers[.contentType], bytes: bytes.count)
    else { return self }
    var answer = self
    answer.headers.vary(by: .acceptEncoding)
    guard ContentCoding.accepted(by: head).contains(.gzip), let short = Gzip.compress(bytes) else {
      return answer
    }
    answer.headers.encode(as: .gzip)
    answer.body = .bytes(short)
    return answer
  }
}

extension HTTPFields {
  mutating func vary(by name: HTTPField.Name) {
    self[.vary] = self[.vary].map { "\($0), \(name.rawName)" } ?? name.rawName
  }

  /// Names the coding of the body, also in the strong tag: the same content in other bytes has another (RFC 9110 §8.8.3.3).
  mutating func encode(as coding: ContentCoding) {
    self[.contentEncoding] = coding.rawValue
    self[.acceptRanges] = nil
    if let tag = self[.eTag], tag.hasSuffix("\"") { self[.eTag] = "\(tag.dropLast())+\(coding.rawValue)\"" }
  }
}
