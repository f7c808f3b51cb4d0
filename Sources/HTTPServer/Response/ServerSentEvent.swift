/// One event of a `text/event-stream` (WHATWG HTML §9.2).
public struct ServerSentEvent: Sendable, Hashable {
  /// The id that a client sends as `Last-Event-ID` when it reconnects; nil keeps the previous id.
  public var id: String?
  /// The type of event; nil means `message`.
  public var event: String?
  /// The payload; line breaks are kept.
  public var data: String
  /// The client's delay before it reconnects, in milliseconds.
  public var retry: Int?

  /// An event.
  public init(id: String? = nil, event: String? = nil, data: String, retry: Int? = nil) {
    self.id = id
    self.event = event
    self.data = data
    self.retry = retry
  }

  /// The event as sent, with the empty line that ends it.
  ///
  /// Line breaks in `id` and `event` are removed, since they would begin another field. An id with NUL is omitted,
  /// because clients ignore it.
  public func encoded() -> [UInt8] {
    var lines: [String] = []
    if let id, !id.utf8.contains(0) { lines.append("id: \(Self.oneLine(id))") }
    if let event { lines.append("event: \(Self.oneLine(event))") }
    if let retry { lines.append("retry: \(retry)") }
    for line in Self.lines(of: data) { lines.append("data: \(Substring(line))") }
    return [UInt8]((lines.joined(separator: "\n") + "\n\n").utf8)
  }

  /// A comment line, which clients skip; it keeps proxies and connections alive.
  public static func comment(_ text: String = "") -> [UInt8] { [UInt8](":\(oneLine(text))\n\n".utf8) }

  private static func oneLine(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\n" && $0 != "\r" }))
  }

  /// Splits text at CR, LF and CRLF.
  private static func lines(of text: String) -> [Substring.UnicodeScalarView] {
    let scalars = text.unicodeScalars
    var lines: [Substring.UnicodeScalarView] = []
    var start = scalars.startIndex
    var index = start
    while index < scalars.endIndex {
      let next = scalars.index(after: index)
      guard scalars[index] == "\n" || scalars[index] == "\r" else {
        index = next
        continue
      }
      lines.append(scalars[start..<index])
      let pair = scalars[index] == "\r" && next < scalars.endIndex && scalars[next] == "\n"
      index = pair ? scalars.index(after: next) : next
      start = index
    }
    return lines + [scalars[start...]]
  }
}
