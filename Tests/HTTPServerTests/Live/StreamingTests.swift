import Glibc
import HTTPTypes
import Synchronization
import Testing

@testable import HTTPServer

@Suite("Streams, live")
struct StreamingTests {
  /// Counts handlers that noticed that their client left.
  final class Leavers: Sendable {
    private let stream: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func left(_ how: String) { continuation.yield(how) }

    func next() async -> String? {
      for await how in stream { return how }
      return nil
    }
  }

  static func router(_ leavers: Leavers) -> Router {
    var router = Router()
    router.on(.get, "count/:n") { _, parameters in
      let count = try parameters.require("n", as: Int.self)
      return .stream(type: "text/plain") { stream in
        for number in 0..<count { try await stream.write("\(number)\n") }
      }
    }
    router.on(.get, "large/:n") { _, parameters in
      let count = try parameters.require("n", as: Int.self)
      return .stream(type: "text/plain") { stream in
        for _ in 0..<count { try await stream.write([UInt8](repeating: 7, count: 100_000)) }
      }
    }
    router.on(.get, "half") { _, _ in
      .stream(type: "text/plain") { stream in
        try await stream.write("half")
        throw Sample.Unexpected()
      }
    }
    router.on(.get, "events") { request, _ in
      .events(heartbeat: .seconds(100)) { events in
        try await events.send(ServerSentEvent(id: "1", data: request.head[.lastEventID] ?? "new"))
        try? await Task.sleep(for: .seconds(100))
        leavers.left(Task.isCancelled ? "events cancelled" : "events went on")
      }
    }
    router.on(.get, "slow") { _, _ in
      try? await Task.sleep(for: .seconds(100))
      leavers.left(Task.isCancelled ? "slow cancelled" : "slow went on")
      return .text("late")
    }
    return router
  }

  static func run(_ body: (TestClient, Leavers) async throws -> Void) async throws {
    let leavers = Leavers()
    try await TestClient.run(Sample.application(router(leavers)), .live) { client in
      try await body(client, leavers)
    }
  }

  @Test("arrive whole, in process and live", arguments: TestClient.Mode.allCases)
  func whole(mode: TestClient.Mode) async throws {
    try await TestClient.run(Sample.application(Self.router(Leavers())), mode) { client in
      let answer = try await client.execute(.get, "/count/1000")
      #expect(answer.text == (0..<1000).map { "\($0)\n" }.joined())
      #expect(try await client.execute(.get, "/count/0").body.isEmpty)
      #expect(try await client.execute(.get, "/large/50").body.count == 5_000_000)
      #expect(try await client.execute(.head, "/large/50").status == .ok)
    }
  }

  @Test("that break are not taken for whole ones")
  func broken() async throws {
    try await Self.run { client, _ in
      await #expect(throws: TestClientError.self) { try await client.execute(.get, "/half") }
    }
  }

  @Test("send events at once, with the client's last id at hand")
  func events() async throws {
    try await Self.run { client, _ in
      let connection = try await client.connect()
      try await connection.send(.get, "/events", headers: [.lastEventID: "41"])
      let head = try await connection.head()
      #expect(head.headers[.contentType] == "text/event-stream")
      #expect(head.headers[.cacheControl] == "no-store, no-transform")
      #expect(head.headers[.xAccelBuffering] == "no")
      var text = ""
      while !text.contains("data: 41") {
        text += String(decoding: try await connection.receive(), as: UTF8.self)
      }
      #expect(text.contains("id: 1\n"))
    }
  }

  @Test("notice at once that their client left, without a heartbeat")
  func eventsClientLeft() async throws {
    try await Self.run { client, leavers in
      let connection = try await client.connect()
      try await connection.send(.get, "/events")
      _ = try await connection.head()
      var text = ""
      while !text.contains("data: new") {
        text += String(decoding: try await connection.receive(), as: UTF8.self)
      }
      connection.close()
      #expect(await leavers.next() == "events cancelled")
    }
  }

  @Test("and handlers that work notice it too")
  func handlerClientLeft() async throws {
    try await Self.run { client, leavers in
      let connection = try await client.connect()
      try await connection.send(.get, "/slow")
      // The first request has reached its handler when a later one on another connection is answered.
      _ = try await client.execute(.get, "/count/1")
      connection.close()
      #expect(await leavers.next() == "slow cancelled")
    }
  }

  @Test("also on a connection that served others before")
  func secondRequestClientLeft() async throws {
    try await Self.run { client, leavers in
      let connection = try await client.connect()
      for _ in 0..<3 {
        try await connection.send(.get, "/count/3")
        _ = try await connection.response()
      }
      try await connection.send(.get, "/slow")
      _ = try await client.execute(.get, "/count/1")
      connection.close()
      #expect(await leavers.next() == "slow cancelled")
    }
  }

  @Test("wait for a client that does not read, in bounded memory")
  func slowClient() async throws {
    try await Self.run { client, _ in
      let connection = try await client.connect()
      try await connection.send(.get, "/large/2000")
      _ = try await connection.head()
      let before = UploadTests.peakMemory()
      for _ in 0..<20 { _ = try await client.execute(.get, "/count/10") }
      #expect(UploadTests.peakMemory() - before < 48 << 20)
      connection.close()
    }
  }

  @Test("keep a thousand idle clients in modest memory, and serve others meanwhile")
  func thousandClients() async throws {
    try await Self.run { client, _ in
      let before = UploadTests.peakMemory()
      var connections: [TestConnection] = []
      for _ in 0..<1000 {
        let connection = try await client.connect()
        try await connection.send(.get, "/events")
        connections.append(connection)
      }
      for connection in connections { #expect(try await connection.head().status == .ok) }
      #expect(try await client.execute(.get, "/count/2").text == "0\n1\n")
      #expect(UploadTests.peakMemory() - before < 160 << 20)
    }
  }
}

extension HTTPField.Name {
  static let lastEventID = HTTPField.Name("Last-Event-ID") ?? .eTag
}
