/// Checks the bytes of one connection against the grammar of HTTP/1.1 requests (RFC 9112), before libmicrohttpd
/// reads them.
///
/// libmicrohttpd (0.9.75) joins folded header lines, ends lines at a bare LF, and cuts values at a NUL, even in its
/// strict mode. A proxy in front may parse the same bytes differently, which hides one request in another (RFC 9112
/// §11.2).
///
/// The type is pure: it reads bytes as received, and ``fault`` is the first request that breaks the grammar.
///
/// ```
///   ┌─────────────┐  line   ┌────────┐ empty line, no body
///   │ requestLine │────────▶│ fields │────────────────────▶ requestLine
///   └─────────────┘         └────────┘
///                       length │  │ chunked
///          ┌──────┐ ◀──────────┘  └──▶ ┌───────────┐ size 0  ┌──────────┐ empty line
///          │ body │─▶ requestLine      │ chunkSize │────────▶│ trailers │────────────▶ requestLine
///          └──────┘                    └───────────┘         └──────────┘
///                                   size │   ▲ CR LF
///                                   ┌────▼───┴──┐
///                                   │ chunkData │
///                                   └───────────┘
///   every state ── a byte out of place ──▶ broken
/// ```
struct MessageSyntax {
  struct Fault: Equatable {
    /// The request's number on the connection, from 1; every later request is faulty as well.
    let request: Int
    let reason: String
  }

  private enum Stage: Equatable {
    case requestLine, fields, body(left: UInt64), chunkSize, chunkData(left: UInt64), chunkEnd, trailers,
      broken
  }

  private(set) var fault: Fault?
  private var stage = Stage.requestLine
  private var requests = 0
  private var partialLine: [UInt8] = []
  private let lineLimit: Int
  private var length: UInt64?
  private var isChunked = false

  /// - Parameter lineLimit: bytes of the longest line; libmicrohttpd refuses longer ones, because its memory ends
  ///   first.
  init(lineLimit: Int) { self.lineLimit = lineLimit }

  mutating func read(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes[...]
    while !rest.isEmpty {
      switch stage {
      case .broken: return
      case .body(let left):
        let (taken, after) = Self.skip(left, &rest)
        stage = taken ? .requestLine : .body(left: after)
      case .chunkData(let left):
        let (taken, after) = Self.skip(left, &rest)
        stage = taken ? .chunkEnd : .chunkData(left: after)
      case .requestLine, .fields, .chunkSize, .chunkEnd, .trailers: readLine(&rest)
      }
    }
  }

  private static func skip(
    _ left: UInt64, _ rest: inout Slice<UnsafeRawBufferPointer>
  ) -> (isAll: Bool, left: UInt64) {
    let count = min(left, UInt64(rest.count))
    rest = rest.dropFirst(Int(count))
    return (count == left, left - count)
  }

  private mutating func readLine(_ rest: inout Slice<UnsafeRawBufferPointer>) {
    guard let end = rest.firstIndex(of: Self.lineFeed) else {
      guard partialLine.count + rest.count <= lineLimit else { return breakOff("A line is too long.") }
      partialLine += rest
      rest = rest.suffix(0)
      return
    }
    let line = rest[..<end]
    rest = rest[(end + 1)...]
    guard !partialLine.isEmpty else { return take(UnsafeRawBufferPointer(rebasing: line)) }
    let whole = partialLine + line
    partialLine = []
    whole.withUnsafeBytes { take($0) }
  }

  private mutating func take(_ line: UnsafeRawBufferPointer) {
    guard line.last == Self.carriageReturn else { return breakOff("A line ends without CR.") }
    let text = UnsafeRawBufferPointer(rebasing: line.dropLast())
    guard !text.contains(where: { $0 == Self.carriageReturn || $0 == 0 }) else {
      return breakOff("A line holds a CR or a NUL.")
    }
    switch stage {
    case .requestLine: takeRequestLine(text)
    case .fields where text.isEmpty: endFields()
    case .trailers where text.isEmpty: stage = .requestLine
    case .fields, .trailers: takeField(text)
    case .chunkSize: takeChunkSize(text)
    case .chunkEnd where text.isEmpty: stage = .chunkSize
    case .chunkEnd: breakOff("A chunk is longer than its size.")
    case .body, .chunkData, .broken: break
    }
  }

  /// Handles a request line; empty lines before it are ignored (RFC 9112 §2.2).
  private mutating func takeRequestLine(_ text: UnsafeRawBufferPointer) {
    guard !text.isEmpty else { return }
    requests += 1
    (length, isChunked) = (nil, false)
    stage = .fields
    // Exactly one space on either side of the target (RFC 9112 §3), because parsers disagree about the target's end
    // otherwise.
    if text.count(where: { $0 == Self.space }) > 2 || text.contains(Self.tab) {
      breakOff("A request line has more than two spaces.")
    }
  }

  private mutating func takeField(_ text: UnsafeRawBufferPointer) {
    guard text[0] != Self.space, text[0] != Self.tab else { return breakOff("A header is folded.") }
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")), colon > 0 else {
      return breakOff("A header has no name.")
    }
    let name = UnsafeRawBufferPointer(rebasing: text[..<colon])
    guard name.allSatisfy(Self.isNameByte) else { return breakOff("A header's name is no name.") }
    guard stage == .fields else { return }
    let value = Self.trimmed(text[(colon + 1)...])
    if Self.isSame(name, "content-length") { takeLength(value) }
    if Self.isSame(name, "transfer-encoding") { isChunked = true }
  }

  private mutating func takeLength(_ value: UnsafeRawBufferPointer) {
    let known = length
    length = Self.number(value, radix: 10)
    if known != nil || length == nil { breakOff("The Content-Length is ambiguous.") }
  }

  private mutating func endFields() {
    if isChunked, length != nil { return breakOff("The request's length is ambiguous.") }
    if isChunked {
      stage = .chunkSize
    } else if let length, length > 0 {
      stage = .body(left: length)
    } else {
      stage = .requestLine
    }
  }

  /// Parses a hexadecimal size; extensions after a semicolon are ignored (RFC 9112 §7.1).
  private mutating func takeChunkSize(_ text: UnsafeRawBufferPointer) {
    let size = text.prefix { $0 != UInt8(ascii: ";") }
    guard let count = Self.number(UnsafeRawBufferPointer(rebasing: size), radix: 16) else {
      return breakOff("A chunk's size is no number.")
    }
    stage = count == 0 ? .trailers : .chunkData(left: count)
  }

  /// Records a fault; before a complete request line it belongs to the next request.
  private mutating func breakOff(_ reason: String) {
    fault = Fault(request: stage == .requestLine ? requests + 1 : requests, reason: reason)
    stage = .broken
    partialLine = []
  }

  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")
  private static let space = UInt8(ascii: " ")
  private static let tab = UInt8(ascii: "\t")

  /// Whether a byte belongs to a token (RFC 9110 §5.6.2).
  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }

  private static func trimmed(_ text: Slice<UnsafeRawBufferPointer>) -> UnsafeRawBufferPointer {
    let front = text.drop { $0 == space || $0 == tab }
    guard let last = front.lastIndex(where: { $0 != space && $0 != tab }) else {
      return .init(start: nil, count: 0)
    }
    return UnsafeRawBufferPointer(rebasing: front[...last])
  }

  private static func isSame(_ name: UnsafeRawBufferPointer, _ known: StaticString) -> Bool {
    name.count == known.utf8CodeUnitCount
      && ConnectionFields.isSame(
        name, UnsafeRawBufferPointer(start: known.utf8Start, count: known.utf8CodeUnitCount))
  }

  /// Parses digits, else nil; more than 64 bits give the largest number, which libmicrohttpd refuses (413).
  private static func number(_ text: UnsafeRawBufferPointer, radix: UInt64) -> UInt64? {
    var value: UInt64 = 0
    for byte in text {
      guard let digit = digit(byte), digit < radix else { return nil }
      let (high, overflow) = value.multipliedReportingOverflow(by: radix)
      let (sum, carry) = high.addingReportingOverflow(digit)
      value = overflow || carry ? .max : sum
    }
    return text.isEmpty ? nil : value
  }

  private static func digit(_ byte: UInt8) -> UInt64? {
    switch byte {
    case 0x30...0x39: UInt64(byte - 0x30)
    case 0x41...0x46: UInt64(byte - 0x41 + 10)
    case 0x61...0x66: UInt64(byte - 0x61 + 10)
    default: nil
    }
  }
}
