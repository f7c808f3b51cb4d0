import HTTPTypes

/// The body's framing according to the headers, collected in one pass.
///
/// libmicrohttpd takes the first of two lengths and prefers a transfer coding over a length. A proxy that decides
/// otherwise would allow request smuggling. So ambiguous framing is refused here (RFC 9112 §6.3, §11.2).
struct RequestFraming {
  private(set) var length: UInt64?
  private(set) var isChunked = false
  private(set) var expectsContinue = false
  private var hosts = 0
  private var lengths = 0
  private var codings = 0
  private var hasIllegalName = false
  private var hasIllegalLength = false
  private var hasUnknownCoding = false

  init(_ handle: ConnectionHandle) {
    var framing = RequestFraming()
    handle.forEachField { name, value in framing.add(name: name, value: value) }
    self = framing
  }

  init() {}

  mutating func add(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
    switch name.count {
    case 4 where Self.name(name, is: "host"): hosts += 1
    case 6 where Self.name(name, is: "expect"): expectsContinue = true
    case 14 where Self.name(name, is: "content-length"):
      lengths += 1
      length = Self.number(value)
      hasIllegalLength = length == nil
    case 17 where Self.name(name, is: "transfer-encoding"):
      codings += 1
      isChunked = true
      hasUnknownCoding = !(value.count == 7 && Self.name(value, is: "chunked"))
    default: break
    }
    if !name.allSatisfy(Self.isTokenByte) { hasIllegalName = true }
  }

  var body: RequestFlow.Body {
    guard isChunked || (length ?? 0) > 0 else { return .none }
    if expectsContinue { return .expected }
    return isChunked || (length ?? 0) > Self.smallBody ? .large : .small
  }

  /// Size of a small body in bytes; reading it without the handler saves a task switch.
  private static let smallBody: UInt64 = 64 * 1024

  /// The reason to refuse the request; nil for correct framing.
  func objection(isHTTP11: Bool) -> HTTPError? {
    if hasIllegalName { return .malformedRequest("A header's name is not a token.") }
    if hosts > 1 { return .malformedRequest("The request has more than one Host header.") }
    if hosts == 0, isHTTP11 { return .malformedRequest("The request has no Host header.") }
    if lengths > 1 || hasIllegalLength { return .malformedRequest("The Content-Length is ambiguous.") }
    if codings > 0, lengths > 0 || codings > 1 || !isHTTP11 {
      return .malformedRequest("The request's length is ambiguous.")
    }
    return hasUnknownCoding ? .notImplemented("A transfer coding other than chunked") : nil
  }

  private static func name(_ name: UnsafeRawBufferPointer, is known: StaticString) -> Bool {
    ConnectionFields.isSame(
      name, UnsafeRawBufferPointer(start: known.utf8Start, count: known.utf8CodeUnitCount))
  }

  private static func number(_ text: UnsafeRawBufferPointer) -> UInt64? {
    var value: UInt64 = 0
    for byte in text {
      guard byte >= 0x30, byte <= 0x39 else { return nil }
      let (high, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = high.addingReportingOverflow(UInt64(byte - 0x30))
      if overflow || carry { return nil }
      value = sum
    }
    return text.isEmpty ? nil : value
  }

  /// Laxer than a token of RFC 9110 §5.6.2: only bytes that servers disagree on are refused.
  private static func isTokenByte(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: ":")
  }
}
