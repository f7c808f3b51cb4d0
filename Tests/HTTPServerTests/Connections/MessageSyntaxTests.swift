import Testing

@testable import HTTPServer

@Suite("The syntax of a connection's requests")
struct MessageSyntaxTests {
  /// The fault of a text that arrives in pieces of `piece` bytes.
  static func fault(in text: String, piece: Int = .max) -> MessageSyntax.Fault? {
    var syntax = MessageSyntax(lineLimit: 4096)
    var rest = [UInt8](text.utf8)[...]
    while !rest.isEmpty {
      [UInt8](rest.prefix(piece)).withUnsafeBytes { syntax.read($0) }
      rest = rest.dropFirst(piece)
    }
    return syntax.fault
  }

  static let good = "GET /a HTTP/1.1\r\nHost: x\r\n\r\n"
  static let chunked = "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"

  @Test(
    "is in order for requests one after the other, in pieces of any size",
    arguments: [
      "\r\n" + good + good, "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\na\nb\0c" + good,
      chunked + "fffffffffffffffff\r\na",
      chunked + "5;x=\"y\"\r\na\nb\0c\r\nA\r\n0123456789\r\n0\r\nTrailer: z\r\n\r\n" + good,
      "GET /a HTTP/1.1\r\nHost: x\r\nEmpty:\r\nContent-Length: 0\r\n\r\n" + good,
    ], [1, 2, 3, 7, .max])
  func inOrder(text: String, piece: Int) {
    #expect(Self.fault(in: text, piece: piece) == nil)
  }

  @Test(
    "is broken by what two servers could read differently",
    arguments: [
      ("GET / HTTP/1.1\r\nHost: x\r\n y\r\n\r\n", "A header is folded."),
      ("GET / HTTP/1.1\r\nHost: x\r\n\ty: z\r\n\r\n", "A header is folded."),
      ("GET / HTTP/1.1\r\n x: y\r\nHost: x\r\n\r\n", "A header is folded."),
      ("GET / HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n", "A header has no name."),
      ("GET / HTTP/1.1\r\nHost: x\r\ny\r\n\r\n", "A header has no name."),
      ("GET / HTTP/1.1\r\nHost : x\r\n\r\n", "A header's name is no name."),
      ("POST / HTTP/1.1\r\nTransfer-Encoding\t: chunked\r\n\r\n", "A header's name is no name."),
      ("GET  / HTTP/1.1\r\n", "A request line has more than two spaces."),
      ("GET / a HTTP/1.1\r\n", "A request line has more than two spaces."),
      ("GET\t/ HTTP/1.1\r\n", "A request line has more than two spaces."),
      ("GET / HTTP/1.1\nHost: x\r\n\r\n", "A line ends without CR."),
      ("GET / HTTP/1.1\r\nHost: x\n\r\n", "A line ends without CR."),
      ("GET / HTTP/1.1\r\nHost: x\r\n\n", "A line ends without CR."),
      ("GET / HTTP/1.1\r\nHost: x\rX: y\r\n\r\n", "A line holds a CR or a NUL."),
      ("POST / HTTP/1.1\r\nContent-Length: 5\0 \r\n\r\n", "A line holds a CR or a NUL."),
      ("POST / HTTP/1.1\r\nContent-Length: +5\r\n\r\n", "The Content-Length is ambiguous."),
      ("POST / HTTP/1.1\r\nContent-Length: 5\r\ncontent-length: 5\r\n", "The Content-Length is ambiguous."),
      (
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n",
        "The request's length is ambiguous."
      ),
      (chunked + "5\nhello\r\n", "A line ends without CR."),
      (chunked + "5\r\nhello\n", "A line ends without CR."),
      (chunked + "5\r\nhello!\r\n", "A chunk is longer than its size."),
      (chunked + "0x5\r\n", "A chunk's size is no number."),
      (chunked + "5 \r\n", "A chunk's size is no number."),
      (chunked + "5;a\nb\r\n", "A line ends without CR."), (chunked + "\r\n", "A chunk's size is no number."),
      (chunked + "0\r\nX: y\r\n z\r\n", "A header is folded."),
    ])
  func broken(text: String, reason: String) {
    for piece in [1, 5, .max] {
      #expect(Self.fault(in: text, piece: piece) == .init(request: 1, reason: reason))
      #expect(Self.fault(in: Self.good + text, piece: piece) == .init(request: 2, reason: reason))
    }
  }

  @Test("keeps no more of a line than its limit")
  func longLine() {
    let line = "GET /" + String(repeating: "a", count: 5000)
    #expect(Self.fault(in: line, piece: 100) == .init(request: 1, reason: "A line is too long."))
  }
}
