import Glibc
import HTTPServer
import HTTPTypes
import Synchronization
import Testing

@Suite("Uploads, live")
struct UploadTests {
  struct Seen: Sendable {
    var bytes = 0
    var largestChunk = 0
    var chunks = 0
    var error: (any Error)?
  }

  final class Outcome: Sendable {
    private let stream: AsyncStream<Seen>
    private let continuation: AsyncStream<Seen>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func report(_ seen: Seen) { continuation.yield(seen) }

    func next() async throws -> Seen {
      for await seen in stream { return seen }
      throw CancellationError()
    }
  }

  static func router(_ outcome: Outcome, pause: Duration? = nil) -> Router {
    var router = Router()
    router.on(.put, "upload", options: RouteOptions(bodyLimit: .max)) { request, _ in
      var seen = Seen()
      do {
        for try await chunk in request.body {
          seen.bytes += chunk.count
          seen.chunks += 1
          seen.largestChunk = max(seen.largestChunk, chunk.count)
          if let pause { try await Task.sleep(for: pause) }
        }
      } catch {
        seen.error = error
        outcome.report(seen)
        throw error
      }
      outcome.report(seen)
      return .text("\(seen.bytes)")
    }
    router.on(.put, "unread") { _, _ in
      outcome.report(Seen())
      return .text("no thanks")
    }
    router.on(.put, "peek", options: RouteOptions(bodyLimit: .max)) { request, _ in
      for try await chunk in request.body { return .text("first \(chunk.count)") }
      return .text("none")
    }
    router.on(.put, "limited", options: RouteOptions(bodyLimit: 100_000)) { request, _ in
      .text("\(try await request.body.collect(upTo: .max).count)")
    }
    return router
  }

  static func peakMemory() -> Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss * 1024
  }

  static func chunked(_ size: Int, times: Int) -> [UInt8] {
    let chunk =
      [UInt8]("\(String(size, radix: 16))\r\n".utf8) + [UInt8](repeating: 7, count: size) + [13, 10]
    return Array(repeatElement(chunk, count: times).joined())
  }

  @Test("of 64 MiB to a slow reader stay in a few megabytes, in coalesced chunks", arguments: [true, false])
  func slowReader(declared: Bool) async throws {
    let outcome = Outcome()
    let application = Sample.application(Self.router(outcome, pause: .milliseconds(2)))
    try await TestClient.run(application, .live) { client in
      let connection = try await client.connect()
      let before = Self.peakMemory()
      let framing = declared ? "Content-Length: \(64 << 20)" : "Transfer-Encoding: chunked"
      try await connection.send("PUT /upload HTTP/1.1\r\nHost: x\r\n\(framing)\r\n\r\n")
      let megabyte = declared ? [UInt8](repeating: 7, count: 1 << 20) : Self.chunked(1 << 20, times: 1)
      for _ in 0..<64 { try await connection.send(megabyte) }
      if !declared { try await connection.send("0\r\n\r\n") }
      #expect(try await connection.response().text == "\(64 << 20)")
      let seen = try await outcome.next()
      #expect(seen.largestChunk > 256 * 1024)
      #expect(seen.largestChunk <= 1 << 20)
      #expect(Self.peakMemory() - before < 48 << 20)
    }
  }

  @Test(
    "that are cut off are an error for the reader",
    arguments: ["Content-Length: 100000", "Transfer-Encoding: chunked"])
  func cutOff(framing: String) async throws {
    let outcome = Outcome()
    try await TestClient.run(Sample.application(Self.router(outcome)), .live) { client in
      let connection = try await client.connect()
      try await connection.send("PUT /upload HTTP/1.1\r\nHost: x\r\n\(framing)\r\n\r\n")
      try await connection.send(Self.chunked(100, times: 1))
      connection.close()
      let seen = try await outcome.next()
      #expect(seen.error as? HTTPError == .bodyIncomplete)
    }
  }

  @Test(
    "whose sender closes its sending half too early are answered with what is wrong",
    arguments: [
      ("upload", "Content-Length: 100", false), ("upload", "Content-Length: 100", true),
      ("upload", "Content-Length: 100000", false), ("upload", "Transfer-Encoding: chunked", false),
      ("unread", "Content-Length: 100", true), ("limited", "Content-Length: 100", false),
    ])
  func halfClosed(target: String, framing: String, pauses: Bool) async throws {
    let outcome = Outcome()
    try await TestClient.run(Sample.application(Self.router(outcome)), .live) { client in
      let connection = try await client.connect()
      try await connection.send("PUT /\(target) HTTP/1.1\r\nHost: x\r\n\(framing)\r\n\r\n")
      // Several threads serve connections, so another connection's progress says nothing about this handler.
      if target == "unread" { _ = try await outcome.next() }
      if pauses { _ = try await client.execute(.get, "/nowhere") }
      try await connection.send("3\r\nabc\r\n")
      connection.finishSending()
      if target == "upload" { #expect(try await outcome.next().error as? HTTPError == .bodyIncomplete) }
      let answer = try await connection.response()
      if target == "unread" {
        #expect(answer.text == "no thanks")
      } else {
        #expect(answer.status == .badRequest)
        #expect(answer.text.contains(#""code":"incomplete-body""#))
      }
      #expect(answer.headers[.connection] == "close")
      #expect(answer.headers[.xContentTypeOptions] == "nosniff")
      #expect(try await connection.receive().isEmpty)
    }
  }

  @Test("that a handler does not read are answered all the same", arguments: [10, 60_000, 300_000])
  func unread(size: Int) async throws {
    try await TestClient.run(Sample.application(Self.router(Outcome())), .live) { client in
      let answer = try await client.execute(.put, "/unread", body: [UInt8](repeating: 1, count: size))
      #expect(answer.text == "no thanks")
    }
  }

  @Test("that a handler leaves in the middle are answered at once, while the client still sends")
  func leftInTheMiddle() async throws {
    try await TestClient.run(Sample.application(Self.router(Outcome())), .live) { client in
      let connection = try await client.connect()
      try await connection.send("PUT /peek HTTP/1.1\r\nHost: x\r\nContent-Length: \(1 << 30)\r\n\r\n")
      for _ in 0..<4 { try await connection.send([UInt8](repeating: 1, count: 1 << 20)) }
      let answer = try await connection.response()
      #expect(answer.text.hasPrefix("first "))
      #expect(answer.headers[.connection] == "close")
      #expect(answer.headers[.date] != nil)
      #expect(answer.headers[.xContentTypeOptions] == "nosniff")
    }
  }

  @Test("that are refused are answered before they are sent, and read so that the answer arrives")
  func refusedAtOnce() async throws {
    try await TestClient.run(Sample.application(Self.router(Outcome())), .live) { client in
      let connection = try await client.connect()
      try await connection.send("PUT /limited HTTP/1.1\r\nHost: x\r\nContent-Length: \(8 << 20)\r\n\r\n")
      #expect(try await connection.response().status == .contentTooLarge)
      for _ in 0..<8 { try await connection.send([UInt8](repeating: 1, count: 1 << 20)) }
      #expect(try await connection.receive().isEmpty, "the connection ends in good order after the body")
    }
  }

  @Test("that are small are read to the end when they are refused, and the connection goes on")
  func smallRefused() async throws {
    try await TestClient.run(Sample.application(Self.router(Outcome())), .live) { client in
      let connection = try await client.connect()
      for _ in 0..<3 {
        try await connection.send(.put, "/unread", body: [UInt8](repeating: 1, count: 50_000))
        #expect(try await connection.response().text == "no thanks")
      }
    }
  }

  @Test("that outgrow their limit are 413, however they are framed")
  func limited() async throws {
    try await TestClient.run(Sample.application(Self.router(Outcome())), .live) { client in
      let connection = try await client.connect()
      try await connection.send("PUT /limited HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
      try await connection.send(Self.chunked(1000, times: 99) + Self.chunked(1001, times: 1))
      let answer = try await connection.response()
      #expect(answer.status == .contentTooLarge)
      #expect(answer.text.contains("100000 bytes"))
      let another = try await client.connect()
      try await another.send("PUT /limited HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
      try await another.send(Self.chunked(1000, times: 100) + [UInt8]("0\r\n\r\n".utf8))
      #expect(try await another.response().text == "100000")
    }
  }

  @Test("are not read by a handler whose task is cancelled")
  func cancelledReader() async throws {
    var router = Router()
    let outcome = Outcome()
    router.on(.put, "impatient") { request, _ in
      let reader = Task { try await request.body.collect(upTo: 100) }
      reader.cancel()
      let result = await reader.result
      if case .failure(let error) = result { outcome.report(Seen(error: error)) }
      return .text("done")
    }
    try await TestClient.run(Sample.application(router), .live) { client in
      let connection = try await client.connect()
      try await connection.send("PUT /impatient HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\n")
      #expect(try await outcome.next().error is CancellationError)
      try await connection.send("abc")
      #expect(try await connection.response().text == "done")
    }
  }
}
