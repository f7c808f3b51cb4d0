import Glibc
import HTTPServer
import HTTPTypes
import Testing

@Suite("Slow clients")
struct SlowClientTests {
  static func run(
    _ limits: ServerLimits, _ router: Router = Sample.router(), _ body: (TestClient) async throws -> Void
  ) async throws {
    let configuration = ServerConfiguration(limits: limits)
    try await TestClient.run(Sample.application(router), .live, configuration: configuration, body)
  }

  // Long enough for a client of a busy machine.
  static let quick = ServerLimits(head: .seconds(7), transferGrace: .seconds(4))

  /// Sends a few bytes at intervals until the server closes the connection.
  static func dribble(_ connection: TestConnection, _ piece: String = "a") -> Task<Void, Never> {
    Task {
      while !Task.isCancelled {
        try? await connection.send(piece)
        try? await Task.sleep(for: .milliseconds(20))
      }
    }
  }

  static func expectTimeout(_ connection: TestConnection) async throws {
    let answer = try await connection.response()
    #expect(answer.status == .requestTimeout)
    #expect(answer.headers[.connection] == "close")
    #expect(answer.headers[.contentType] == "application/problem+json")
    #expect(answer.headers[.xContentTypeOptions] == "nosniff")
    #expect(answer.text.contains(#""code":"request-timeout""#))
  }

  @Test("are told when a head takes too long, although bytes keep coming")
  func head() async throws {
    let log = LogRecorder()
    let configuration = ServerConfiguration(limits: Self.quick)
    let application = Sample.application(logger: log.logger)
    try await TestClient.run(application, .live, configuration: configuration) { client in
      let connection = try await client.connect()
      try await connection.send("GET /hello HTTP/1.1\r\nHost: x\r\nX: ")
      let dribble = Self.dribble(connection)
      try await Self.expectTimeout(connection)
      dribble.cancel()
    }
    #expect(log.all.contains { $0.contains(" status=408") })
  }

  @Test("are cut off when they do not even send a request line", arguments: ["", "GET /hel"])
  func noLine(text: String) async throws {
    try await Self.run(Self.quick) { client in
      let connection = try await client.connect()
      try await connection.send(text)
      #expect(try await connection.receive().isEmpty)
    }
  }

  @Test("may keep a connection for longer than a head may take, but not begin a head and leave it")
  func secondHead() async throws {
    try await Self.run(Self.quick) { client in
      let connection = try await client.connect()
      try await connection.send(.get, "/hello")
      #expect(try await connection.response().text == "hello")
      await #expect(throws: TestClientError.self) {
        try await connection.receive(atMost: .milliseconds(8500))
      }
      try await connection.send("GET /hello HTTP/1.1\r\n")
      try await Self.expectTimeout(connection)
    }
  }

  @Test("are told when a body takes too long", arguments: ["Content-Length: 100000", "Content-Length: 100"])
  func body(framing: String) async throws {
    try await Self.run(Self.quick) { client in
      let connection = try await client.connect()
      try await connection.send("POST /echo HTTP/1.1\r\nHost: x\r\n\(framing)\r\n\r\nabc")
      try await Self.expectTimeout(connection)
      #expect(try await connection.receive().isEmpty)
    }
  }

  @Test("are told when a body goes on for longer than it may, however steadily it comes")
  func longBody() async throws {
    var limits = ServerLimits()
    limits.bodyTime = .seconds(2)
    try await Self.run(limits) { client in
      let connection = try await client.connect()
      try await connection.send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n")
      let steady = Self.dribble(connection, String(repeating: "a", count: 100))
      try await Self.expectTimeout(connection)
      steady.cancel()
    }
  }

  @Test("are told when a body pauses for longer than it may, and served when it does not")
  func pausedBody() async throws {
    var limits = ServerLimits()
    limits.bodyGap = .seconds(3)
    try await Self.run(limits) { client in
      let connection = try await client.connect()
      try await connection.send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n\r\nabc")
      try await Self.expectTimeout(connection)
      let quick = try await client.connect()
      try await quick.send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n\r\nabc")
      try await quick.send("def")
      #expect(try await quick.response().text.contains("abcdef"))
    }
  }

  @Test("are not confused with slow handlers, which have the client wait for longer than the grace")
  func slowHandler() async throws {
    var router = Router()
    router.on(.put, "upload", options: RouteOptions(bodyLimit: .max)) { request, _ in
      var (count, pauses) = (0, 0)
      for try await chunk in request.body {
        count += chunk.count
        // A fixed number for any chunk sizes, because the client waits ten seconds for its response.
        guard pauses < 2 else { continue }
        pauses += 1
        try await Task.sleep(for: .seconds(3))
      }
      return .text("\(count)")
    }
    try await Self.run(Self.quick, router) { client in
      let answer = try await client.execute(.put, "/upload", body: [UInt8](repeating: 1, count: 3 << 20))
      #expect(answer.text == "\(3 << 20)")
    }
  }

  @Test("do not linger for ever over a body that was refused")
  func lingering() async throws {
    try await Self.run(Self.quick) { client in
      let connection = try await client.connect()
      try await connection.send("POST /nothing HTTP/1.1\r\nHost: x\r\nContent-Length: \(1 << 30)\r\n\r\n")
      #expect(try await connection.response().status == .notFound)
      let dribble = Self.dribble(connection)
      let rest = try? await connection.receive()
      #expect(rest?.isEmpty != false)
      dribble.cancel()
    }
  }

  @Test("give way to others when there are no more connections to be had, the longest first")
  func room() async throws {
    let log = LogRecorder()
    let configuration = ServerConfiguration(limits: ServerLimits(connections: 8))
    let application = Sample.application(logger: log.logger)
    try await TestClient.run(application, .live, configuration: configuration) { client in
      var slow: [TestConnection] = []
      for _ in 0..<8 {
        let connection = try await client.connect()
        try await connection.send(.get, "/hello")
        #expect(try await connection.response().text == "hello")
        try await connection.send("GET /hello HTTP/1.1\r\nHost: x\r\nX: ")
        slow.append(connection)
        // Several threads serve connections. A connection is queued when its response is sent, before that is
        // logged, so the next one follows it.
        while log.all.count < slow.count { await Task.yield() }
      }
      for _ in 0..<3 { #expect(try await client.execute(.get, "/hello").text == "hello") }
      try await Self.expectTimeout(slow[0])
      try await slow[7].send("a\r\n\r\n")
      #expect(try await slow[7].response().text == "hello")
    }
  }

  @Test("give way when their body lags, but not those that wait for a handler")
  func roomForBodies() async throws {
    let gate = AsyncStream<Void>.makeStream()
    var router = Sample.router()
    router.on(.get, "gated") { _, _ in
      for await _ in gate.stream { break }
      return .text("finished")
    }
    try await Self.run(ServerLimits(connections: 2), router) { client in
      let waiting = try await client.connect()
      try await waiting.send(.get, "/gated")
      let slow = try await client.connect()
      try await slow.send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc")
      #expect(try await client.execute(.get, "/hello").text == "hello")
      try await Self.expectTimeout(slow)
      gate.continuation.yield()
      #expect(try await waiting.response().text == "finished")
    }
  }

  @Test("give way when they take in nothing of their answer, but not those that wait for a handler")
  func roomForReaders() async throws {
    let gate = AsyncStream<Void>.makeStream()
    var router = Sample.router()
    router.on(.get, "gated") { _, _ in
      for await _ in gate.stream { break }
      return .text("finished")
    }
    let large = PreparedResponse([UInt8](repeating: 7, count: 64 << 20))
    router.on(.get, "large") { _, _ in Response(body: .prepared(large)) }
    try await Self.run(ServerLimits(connections: 2), router) { client in
      let waiting = try await client.connect()
      try await waiting.send(.get, "/gated")
      let slow = try await client.connect()
      try await slow.send(.get, "/large")
      #expect(try await client.execute(.get, "/hello").text == "hello")
      #expect(try await slow.receiveAll(silence: .seconds(2)).count < 64 << 20)
      gate.continuation.yield()
      #expect(try await waiting.response().text == "finished")
    }
  }

  @Test("are cut off when they take in an answer more slowly than the least pace")
  func slowAnswer() async throws {
    var router = Router()
    let large = PreparedResponse([UInt8](repeating: 7, count: 64 << 20))
    router.on(.get, "large") { _, _ in Response(body: .prepared(large)) }
    try await Self.run(ServerLimits(transferGrace: .seconds(3), bytesPerSecond: 64 << 20), router) { client in
      let slow = try await client.connect()
      try await slow.send(.get, "/large")
      // A few kilobytes at intervals are more than nothing and less than the pace.
      var count = 0
      while let bytes = try? await slow.receive(atMost: .seconds(10)), !bytes.isEmpty {
        count += bytes.count
        try await Task.sleep(for: .milliseconds(20))
      }
      #expect(count < 64 << 20)
    }
  }

  @Test("that do not read their answer are given up, and those that read events are not")
  func slowReaders() async throws {
    let ended = AsyncStream<Void>.makeStream()
    var router = Router()
    router.on(.get, "endless") { _, _ in
      .stream(type: "text/plain") { stream in
        defer { ended.continuation.yield() }
        while true { try await stream.write([UInt8](repeating: 7, count: 100_000)) }
      }
    }
    router.on(.get, "events") { _, _ in
      .events(heartbeat: .milliseconds(300)) { _ in try await Task.sleep(for: .seconds(100)) }
    }
    try await Self.run(ServerLimits(idle: .seconds(8)), router) { client in
      let deaf = try await client.connect()
      try await deaf.send(.get, "/endless")
      _ = try await deaf.head()
      let listener = try await client.connect()
      try await listener.send(.get, "/events")
      _ = try await listener.head()
      for await _ in ended.stream { break }
      for _ in 0..<30 { #expect(try await !listener.receive().isEmpty) }
      deaf.close()
    }
  }
}
