import HTTPServer
import HTTPTypes
import Testing

@Suite("The protocol, live")
struct ProtocolTests {
  /// The responses until the server closes the connection, which the last request must ask for.
  static func ask(_ text: String) async throws -> String {
    try await TestClient.run(Sample.application(), .live) { client in try await client.raw(text) }
  }

  static func statuses(_ text: String) -> [String] {
    text.ranges(of: "HTTP/1.1 ").map { String(text[$0.upperBound...].prefix(3)) }.filter { Int($0) != nil }
  }

  static let host = "Host: x\r\n"
  static let last = "Host: x\r\nConnection: close\r\n"

  @Test("answers pipelined requests in order on one connection")
  func pipelined() async throws {
    let one = "GET /hello HTTP/1.1\r\n\(Self.host)\r\nGET /fast HTTP/1.1\r\n\(Self.host)\r\n"
    let post = "POST /echo HTTP/1.1\r\n\(Self.host)Content-Length: 5\r\n\r\nworld"
    let answer = try await Self.ask(one + post + one + "GET /hello HTTP/1.1\r\n\(Self.last)\r\n")
    #expect(Self.statuses(answer) == ["200", "200", "200", "200", "200", "200"])
    #expect(answer.contains("at once"))
    #expect(answer.contains("world"))
  }

  @Test("keeps a connection after every kind of answer")
  func keepAlive() async throws {
    try await TestClient.run(Sample.application(), .live) { client in
      let connection = try await client.connect()
      for target in ["/hello", "/fast", "/nothing", "/broken", "/documents/a/pages/1"] {
        try await connection.send(.get, target)
        _ = try await connection.response()
      }
      try await connection.send(.post, "/small", body: [UInt8](repeating: 1, count: 11))
      #expect(try await connection.response().status == .contentTooLarge)
      try await connection.send(.head, "/hello")
      _ = try await connection.response(to: .head)
      try await connection.send(.get, "/hello")
      #expect(try await connection.response().text == "hello")
    }
  }

  @Test(
    "refuses what is malformed with a problem, and closes",
    arguments: [
      "GET /a\0b HTTP/1.1\r\nHost: x\r\n\r\n", "GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n",
      "GET /a b HTTP/1.1\r\nHost: x\r\n\r\n", "GET /hello HTTP/1.1\r\n\r\n",
      "GET /hello HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
      "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
      "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      "GET /hello HTTP/1.1\r\nHost : x\r\n\r\n", "G@T /hello HTTP/1.1\r\nHost: x\r\n\r\n",
      "GET /hello HTTP/1.1\r\nHost: x\r\nOrigin: http://x\r\n .evil.example\r\n\r\n",
      "GET /hello HTTP/1.1\r\nHost: x\r\n\t.evil.example\r\n\r\n",
      "GET /hello HTTP/1.1\r\nHost: x\r\n: nameless\r\n\r\n",
      "GET /hello HTTP/1.1\nHost: x\n\n", "GET /hello HTTP/1.1\r\nHost: x\r\nX: a\rb\r\n\r\n",
      "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 5\01\r\n\r\nhello",
      "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\nhello\n0\n\n",
      "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5;\nx\r\nhello\r\n0\r\n\r\n",
      "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: y\n\r\n",
    ])
  func malformed(request: String) async throws {
    let answer = try await Self.ask(request + "GET /hello HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(Self.statuses(answer) == ["400"])
    #expect(answer.contains(#""code":"malformed-request""#))
    #expect(answer.contains("X-Content-Type-Options: nosniff"))
  }

  @Test(
    "refuses in its own words what libmicrohttpd cannot read, and closes",
    arguments: [
      ("GET /hello HTTP/2.0\r\n\(host)\r\n", "505", "version-not-supported"),
      ("GET /hello HTTP/0.9\r\n\(host)\r\n", "505", "version-not-supported"),
      ("GET /hello FTP/1.1\r\n\(host)\r\n", "400", "malformed-request"),
      ("GET /hello HTTP/1.1\r\n\(host)no colon\r\n\r\n", "400", "malformed-request"),
      ("POST /echo HTTP/1.1\r\n\(host)Content-Length: x\r\n\r\n", "400", "malformed-request"),
      ("POST /echo HTTP/1.1\r\n\(host)Content-Length: -1\r\n\r\n", "400", "malformed-request"),
      ("POST /echo HTTP/1.1\r\n\(host)Content-Length: 99999999999999999999\r\n\r\n", "413", "too-large"),
      ("POST /echo HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\nzz\r\n", "400", "malformed-request"),
      (
        "POST /echo HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n1\r\nabc", "400", "malformed-request"
      ),
      (
        "POST /echo HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n", "413",
        "too-large"
      ),
      (
        "GET /hello HTTP/1.1\r\n\(host)X: \(String(repeating: "a", count: 200_000))\r\n\r\n", "431",
        "header-too-large"
      ),
      ("GET /\(String(repeating: "a", count: 200_000)) HTTP/1.1\r\n\(host)\r\n", "414", "address-too-long"),
    ])
  func unreadable(request: String, status: String, code: String) async throws {
    let log = LogRecorder()
    let answer = try await TestClient.run(Sample.application(logger: log.logger), .live) { client in
      try await client.raw(request)
    }
    #expect(Self.statuses(answer) == [status])
    let lines = answer.split(separator: "\r\n")
    #expect(lines.contains("Content-Type: application/problem+json"))
    #expect(lines.contains("X-Content-Type-Options: nosniff"))
    #expect(lines.contains("Connection: close"))
    #expect(answer.contains(#""code":"\#(code)""#))
    let id = try #require(lines.first { $0.hasPrefix("X-Request-Id: ") }).dropFirst(14)
    let logged = log.all.filter { $0.hasPrefix("info ") }
    #expect(logged.count == 1)
    #expect(logged[0].contains(" status=\(status)"))
    #expect(logged[0].contains("request=\(id)"))
    #expect(logged[0].contains("code=\(code) "))
  }

  @Test("refuses a chunk that ends in a bare LF while its handler reads, and serves nothing behind it")
  func bareLineFeedLater() async throws {
    try await TestClient.run(Sample.application(), .live) { client in
      let connection = try await client.connect()
      let chunked = "POST /echo HTTP/1.1\r\n\(Self.host)Transfer-Encoding: chunked\r\n\r\n"
      try await connection.send([UInt8]((chunked + "5\r\nhello\r\n").utf8))
      try await connection.send([UInt8]("5\nworld\r\n0\r\n\r\nGET /hello HTTP/1.1\r\n\(Self.host)\r\n".utf8))
      #expect(try await connection.response().status == .badRequest)
      // The rest of the problem's body came with it; nothing follows.
      #expect(try await connection.receiveAll(silence: .seconds(1)).isEmpty)
    }
  }

  @Test("answers what came before a request that cannot be read, and nothing after it")
  func unreadableAfterOthers() async throws {
    let good = "GET /hello HTTP/1.1\r\n\(Self.host)\r\n"
    let answer = try await Self.ask(
      good + "GET /fast HTTP/1.1\r\n\(Self.host)\r\nGET / HTTP/3\r\n\r\n" + good)
    #expect(Self.statuses(answer) == ["200", "200", "400"])
    #expect(answer.hasSuffix("}"))
  }

  @Test(
    "closes without an answer when the first line has not even a space",
    arguments: ["GARBAGE", "\u{16}\u{3}\u{1}"])
  func noRequestLine(line: String) async throws {
    // libmicrohttpd closes the connection before any callback.
    #expect(try await Self.ask("\(line)\r\n\r\n").isEmpty)
  }

  @Test("refuses addresses that are not UTF-8")
  func notUTF8() async throws {
    try await TestClient.run(Sample.application(), .live) { client in
      let connection = try await client.connect()
      try await connection.send(
        [UInt8]("GET /".utf8) + [0xFF, 0xFE] + [UInt8](" HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
      #expect(try await connection.response().status == .badRequest)
    }
  }

  @Test("refuses transfer codings that it has not")
  func codings() async throws {
    let answer = try await Self.ask(
      "POST /echo HTTP/1.1\r\n\(Self.host)Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n")
    #expect(Self.statuses(answer) == ["501"])
  }

  @Test("refuses a header that is too large, and an address")
  func largeHeaders() async throws {
    let some = "GET /hello HTTP/1.1\r\n\(Self.host)X: \(String(repeating: "a", count: 17_000))\r\n\r\n"
    let answer = try await Self.ask(some)
    #expect(Self.statuses(answer) == ["431"])
    #expect(answer.contains(#""code":"header-too-large""#))
    let address = "GET /\(String(repeating: "a", count: 17_000)) HTTP/1.1\r\n\(Self.host)\r\n"
    #expect(Self.statuses(try await Self.ask(address)) == ["414"])
  }

  @Test("answers HTTP/1.0, an absolute address, and OPTIONS for the server")
  func otherForms() async throws {
    let old = try await Self.ask("GET /hello HTTP/1.0\r\n\r\n")
    #expect(Self.statuses(old) == ["200"])
    #expect(old.contains("Connection: close"))
    let absolute = try await Self.ask("GET http://host/hello HTTP/1.1\r\n\(Self.last)\r\n")
    #expect(Self.statuses(absolute) == ["200"])
    let options = try await Self.ask("OPTIONS * HTTP/1.1\r\n\(Self.last)\r\n")
    #expect(options.contains("Allow: GET, HEAD, OPTIONS, POST"))
    #expect(Self.statuses(try await Self.ask("GET * HTTP/1.1\r\n\(Self.last)\r\n")) == ["405"])
  }

  @Test("reads a chunked body, whatever the chunks")
  func chunked() async throws {
    let answer = try await Self.ask(
      "POST /echo HTTP/1.1\r\n\(Self.host)Transfer-Encoding: chunked\r\n\r\n"
        + "1\r\na\r\n5;ext=1\r\nbcdef\r\n0\r\nTrailer: x\r\n\r\nGET /hello HTTP/1.1\r\n\(Self.last)\r\n")
    #expect(Self.statuses(answer) == ["200", "200"])
    #expect(answer.contains("abcdef"))
  }

  @Test("invites a body that is wanted, and refuses one that is not before it is sent")
  func expectContinue() async throws {
    let expect = "Expect: 100-continue\r\n"
    let wanted = try await TestClient.run(Sample.application(), .live) { client in
      let connection = try await client.connect()
      try await connection.send("POST /echo HTTP/1.1\r\n\(Self.host)\(expect)Content-Length: 3\r\n\r\n")
      let interim = try await connection.head()
      #expect(interim.status.code == 100)
      try await connection.send("abc")
      return try await connection.response()
    }
    #expect(wanted.text == "abc")
    let large = try await Self.ask("POST /small HTTP/1.1\r\n\(Self.host)\(expect)Content-Length: 11\r\n\r\n")
    #expect(Self.statuses(large) == ["413"])
    let nowhere = try await Self.ask(
      "POST /nothing HTTP/1.1\r\n\(Self.host)\(expect)Content-Length: 11\r\n\r\n")
    #expect(Self.statuses(nowhere) == ["404"])
  }

  @Test("names the request in X-Request-Id, differently each time")
  func requestIDs() async throws {
    try await TestClient.run(Sample.application(), .live) { client in
      let first = try await client.execute(.get, "/hello").headers[.requestID]
      let second = try await client.execute(.get, "/hello").headers[.requestID]
      #expect(first != nil)
      #expect(first != second)
    }
  }
}
