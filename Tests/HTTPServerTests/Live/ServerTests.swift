import Glibc
import HTTPServer
import HTTPTypes
import Synchronization
import Testing

@Suite("A server")
struct ServerTests {
  static func server(_ router: Router = Sample.router(), host: String = "127.0.0.1", port: Int = 0) -> Server
  {
    Server(Sample.application(router), configuration: ServerConfiguration(host: host, port: port))
  }

  @Test("takes a free port when asked for none, and says which")
  func freePort() async throws {
    let server = Self.server()
    let port = try await server.start()
    #expect(port > 0)
    #expect(try await server.start() == port, "starting twice changes nothing")
    #expect(try await TestClient.live(port: port).execute(.get, "/hello").text == "hello")
    await server.stop()
    await #expect(throws: HTTPError.self) { try await server.start() }
  }

  @Test("says when its port is in use")
  func portInUse() async throws {
    let first = Self.server()
    let port = try await first.start()
    await #expect(throws: HTTPError.addressInUse(host: "127.0.0.1", port: port)) {
      try await Self.server(port: port).start()
    }
    await first.stop()
    let second = Self.server(port: port)
    #expect(try await second.start() == port)
    await second.stop()
  }

  @Test("listens on IPv6 and on names", arguments: ["::1", "[::1]", "localhost"])
  func hosts(host: String) async throws {
    let server = Self.server(host: host)
    #expect(try await server.start() > 0)
    await server.stop()
  }

  @Test(
    "says when it cannot listen",
    arguments: [("no.such.host.invalid", 0), ("192.0.2.1", 0), ("127.0.0.1", 99_999)])
  func unavailable(host: String, port: Int) async throws {
    let error = try await #require(throws: HTTPError.self) {
      try await Self.server(host: host, port: port).start()
    }
    guard case .addressUnavailable = error else {
      Issue.record("\(error)")
      return
    }
  }

  @Test("lets running requests finish when it stops, and accepts no more")
  func drain() async throws {
    let gate = AsyncStream<Void>.makeStream()
    let entered = AsyncStream<Void>.makeStream()
    var router = Router()
    router.on(.get, "gated") { _, _ in
      entered.continuation.yield()
      for await _ in gate.stream { break }
      return .text("finished")
    }
    router.on(.get, "events") { _, _ in .events { _ in try await Task.sleep(for: .seconds(100)) } }
    let server = Self.server(router)
    let client = TestClient.live(port: try await server.start())
    let events = try await client.connect()
    try await events.send(.get, "/events")
    _ = try await events.head()
    let connection = try await client.connect()
    try await connection.send(.get, "/gated")
    for await _ in entered.stream { break }
    let stopped = Task { await server.stop(deadline: .seconds(30)) }
    while (try? await client.connect()) != nil { await Task.yield() }
    // Responses end their connections shortly after the server stops accepting, from the end of the streams.
    var rest = ""
    while !rest.hasSuffix("0\r\n\r\n") {
      let more = try await events.receive()
      try #require(!more.isEmpty)
      rest += String(decoding: more, as: UTF8.self)
    }
    gate.continuation.yield()
    let answer = try await connection.response()
    #expect(answer.text == "finished")
    #expect(answer.headers[.connection] == "close")
    await stopped.value
  }

  @Test("answers 503 and cancels what has not finished by the deadline")
  func deadline() async throws {
    let entered = AsyncStream<Void>.makeStream()
    let left = AsyncStream<Bool>.makeStream()
    var router = Router()
    router.on(.get, "endless") { _, _ in
      entered.continuation.yield()
      try? await Task.sleep(for: .seconds(100))
      left.continuation.yield(Task.isCancelled)
      return .text("too late")
    }
    let server = Self.server(router)
    let client = TestClient.live(port: try await server.start())
    let connection = try await client.connect()
    try await connection.send(.get, "/endless")
    for await _ in entered.stream { break }
    await server.stop(deadline: .milliseconds(50))
    let answer = try await connection.response()
    #expect(answer.status == .serviceUnavailable)
    #expect(answer.text.contains(#""code":"stopping""#))
    for await cancelled in left.stream {
      #expect(cancelled)
      break
    }
  }

  @Test("ends event streams in good order, breaks off uploads, and survives handlers that never end")
  func stopWithEverything() async throws {
    let entered = AsyncStream<Void>.makeStream()
    let never = AsyncStream<Void>.makeStream()
    var router = Router()
    router.on(.get, "events") { _, _ in .events { _ in try await Task.sleep(for: .seconds(100)) } }
    router.on(.put, "upload", options: RouteOptions(bodyLimit: .max)) { request, _ in
      entered.continuation.yield()
      return .text("\(try await request.body.collect(upTo: .max).count)")
    }
    router.on(.put, "stuck", options: RouteOptions(bodyLimit: .max)) { _, _ in
      entered.continuation.yield()
      await Task.detached { for await _ in never.stream { break } }.value
      return .text("never")
    }
    let server = Self.server(router)
    let client = TestClient.live(port: try await server.start())
    let events = try await client.connect()
    try await events.send(.get, "/events")
    _ = try await events.head()
    var others: [TestConnection] = []
    for target in ["/upload", "/stuck"] {
      let connection = try await client.connect()
      try await connection.send("PUT \(target) HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\nabc")
      for await _ in entered.stream { break }
      others.append(connection)
    }
    await server.stop(deadline: .milliseconds(20))
    let rest = String(decoding: try await events.receiveAll(silence: .seconds(1)), as: UTF8.self)
    #expect(rest.hasSuffix("0\r\n\r\n"))
    never.continuation.yield()
  }

  @Test("stops again and again under load")
  func stopUnderLoad() async throws {
    for _ in 0..<10 {
      let server = Self.server()
      let client = TestClient.live(port: try await server.start())
      let load = Task {
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<20 { group.addTask { _ = try? await client.execute(.get, "/documents/a/pages/1") } }
        }
      }
      await Task.yield()
      await server.stop(deadline: .milliseconds(5))
      await load.value
    }
  }

  @Test("answers five hundred requests at once with a few threads")
  func concurrent() async throws {
    let waiting = Mutex(0)
    var router = Router()
    router.on(.get, "together") { _, _ in
      waiting.withLock { $0 += 1 }
      while waiting.withLock({ $0 }) < 500 { try await Task.sleep(for: .milliseconds(5)) }
      return .text("all")
    }
    try await TestClient.run(Sample.application(router), .live) { client in
      var connections: [TestConnection] = []
      for _ in 0..<500 {
        let connection = try await client.connect()
        try await connection.send(.get, "/together")
        connections.append(connection)
      }
      for connection in connections { #expect(try await connection.response().text == "all") }
    }
  }

  @Test("serves others while slow clients dribble their headers")
  func slowLoris() async throws {
    try await TestClient.run(Sample.application(), .live) { client in
      var slow: [TestConnection] = []
      for _ in 0..<50 {
        let connection = try await client.connect()
        try await connection.send("GET /hello HTTP/1.1\r\nHost: x\r\nX: ")
        slow.append(connection)
      }
      for _ in 0..<20 { #expect(try await client.execute(.get, "/hello").text == "hello") }
      for connection in slow { try await connection.send("a\r\n\r\n") }
      for connection in slow { #expect(try await connection.response().text == "hello") }
    }
  }

  /// The name of the thread on which a handler begins.
  static func threadName() -> String {
    let descriptor = open("/proc/thread-self/comm", O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    return withUnsafeTemporaryAllocation(byteCount: 32, alignment: 1) { name in
      String(decoding: name.prefix(max(0, read(descriptor, name.baseAddress, name.count))), as: UTF8.self)
    }
  }

  @Test("begins handlers on the connection's thread, and on another once they proved slow")
  func beginsAtOnce() async throws {
    var router = Router()
    router.on(.get, "quick") { _, _ in .text(Self.threadName()) }
    router.on(.get, "slow") { _, _ in
      let end = ContinuousClock.now + .milliseconds(3)
      while ContinuousClock.now < end {}
      return .text(Self.threadName())
    }
    try await TestClient.run(Sample.application(router), .live) { client in
      #expect(try await client.execute(.get, "/quick").text.hasPrefix("MHD-"))
      for isFirst in [true, true, false] {
        let name = try await client.execute(.get, "/slow").text
        #expect(name.hasPrefix("MHD-") == isFirst)
      }
      #expect(try await client.execute(.get, "/quick").text.hasPrefix("MHD-"))
    }
  }

  @Test("closes a connection that is silent for too long")
  func idle() async throws {
    let configuration = ServerConfiguration(limits: ServerLimits(idle: .seconds(1)))
    try await TestClient.run(Sample.application(), .live, configuration: configuration) { client in
      let connection = try await client.connect()
      try await connection.send("GET /hello HTTP/1.1\r\nHost:")
      #expect(try await connection.receive().isEmpty)
    }
  }

  @Test("limits the connections of one address, the longest idle of which gives way")
  func perAddress() async throws {
    let isOpen = Mutex(false)
    var router = Sample.router()
    router.on(.get, "gated") { _, _ in
      while !isOpen.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(5)) }
      return .text("finished")
    }
    let configuration = ServerConfiguration(limits: ServerLimits(connections: 8, connectionsPerAddress: 2))
    try await TestClient.run(Sample.application(router), .live, configuration: configuration) { client in
      let busy = [try await client.connect(), try await client.connect()]
      for connection in busy { try await connection.send(.get, "/gated") }
      let third = try await client.connect()
      try? await third.send(.get, "/hello")
      #expect(try await third.receiveAll(silence: .seconds(2)).isEmpty)
      isOpen.withLock { $0 = true }
      for connection in busy { #expect(try await connection.response().text == "finished") }
      // The pause exceeds a connection's patience.
      _ = try? await busy[0].receive(atMost: .milliseconds(1500))
      #expect(try await client.execute(.get, "/hello").text == "hello")
    }
  }

  @Test("lets connections beyond its limit wait in line until others end")
  func inLine() async throws {
    let isOpen = Mutex(false)
    var router = Router()
    router.on(.get, "gated") { _, _ in
      while !isOpen.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(5)) }
      return .text("finished")
    }
    let configuration = ServerConfiguration(limits: ServerLimits(connections: 2))
    try await TestClient.run(Sample.application(router), .live, configuration: configuration) { client in
      var connections: [TestConnection] = []
      for _ in 0..<5 {
        connections.append(try await client.connect())
        try await connections.last?.send(.get, "/gated")
      }
      await #expect(throws: TestClientError.self) {
        _ = try await connections[2].receive(atMost: .milliseconds(50))
      }
      isOpen.withLock { $0 = true }
      for connection in connections {
        #expect(try await connection.response().text == "finished")
        connection.close()
      }
    }
  }

  @Test("stops while it has all the connections it may have, and others wait in line")
  func stopAtTheLimit() async throws {
    let configuration = ServerConfiguration(port: 0, threads: 2, limits: ServerLimits(connections: 2))
    for _ in 0..<20 {
      let server = Server(Sample.application(), configuration: configuration)
      let client = TestClient.live(port: try await server.start())
      var connections: [TestConnection] = []
      connections.append(try await client.connect())
      try await connections[0].send(.get, "/hello")
      #expect(try await connections[0].response().text == "hello")
      for _ in 0..<5 { connections.append(try await client.connect()) }
      await server.stop(deadline: .milliseconds(20))
    }
  }

  @Test("logs the code of what a handler refused, and of an address that is not there")
  func refusalLog() async throws {
    let log = LogRecorder()
    try await TestClient.run(Sample.application(logger: log.logger), .live) { client in
      let connection = try await client.connect()
      let headers = "Host: x\r\nContent-Length: 0\r\n"
      try await connection.send(
        "GET /nowhere HTTP/1.1\r\n\(headers)\r\nPUT /hello HTTP/1.1\r\n\(headers)Connection: close\r\n\r\n")
      _ = try await connection.receiveAll(silence: .seconds(10))
    }
    let lines = log.all.filter { $0.hasPrefix("info") }
    #expect(lines.count == 2)
    #expect(lines[0].contains(" status=404") && lines[0].contains(" code=not-found "))
    #expect(lines[1].contains(" status=405") && lines[1].contains(" code=method-not-allowed "))
  }

  @Test("logs each request once, without its query")
  func accessLog() async throws {
    let log = LogRecorder()
    try await TestClient.run(Sample.application(logger: log.logger), .live) { client in
      // Requests of one connection are logged in order, the last before the connection ends.
      let connection = try await client.connect()
      try await connection.send(.get, "/hello?secret=1")
      let id = try await connection.response().headers[.requestID]
      try await connection.send("GET /fast HTTP/1.1\r\nHost: x\r\n\r\nGET /%zz HTTP/1.1\r\nHost: x\r\n\r\n")
      _ = try await connection.receiveAll(silence: .seconds(10))
      let lines = log.all.filter { $0.hasPrefix("info") }
      #expect(lines.count == 3)
      #expect(lines[0].hasPrefix("info request bytes=5 "))
      #expect(lines[0].contains("request=\(id ?? "?")"))
      #expect(lines[0].contains(" ms="))
      #expect(lines[1].contains("method=GET ") && lines[1].contains("path=/fast "))
      #expect(lines[2].contains(" status=400") && lines[2].contains(" code=malformed-request "))
      #expect(!lines[0].contains("code=") && !lines[1].contains("code="), "only a refusal has one")
      #expect(!log.all.joined().contains("secret"))
    }
  }
}
