import HTTPServer
import HTTPTypes
import Testing

@Suite("Clients that close their sending half after a whole request")
struct HalfCloseTests {
  /// A router whose handler responds once the client has shown that it is still there.
  static func router(_ gate: AsyncStream<Void>) -> Router {
    var router = Router()
    router.on(.put, "gated") { request, _ in
      let count = try await request.body.collect(upTo: 1 << 20).count
      for await _ in gate { break }
      return .text("\(count) \(Task.isCancelled)")
    }
    router.on(.get, "events") { _, _ in
      .events(heartbeat: .seconds(100)) { events in
        for await _ in gate { break }
        try await events.send(ServerSentEvent(data: "late"))
      }
    }
    return router
  }

  @Test("get their answer", arguments: [0, 3, 100_000])
  func answer(size: Int) async throws {
    let gate = AsyncStream<Void>.makeStream()
    try await TestClient.run(Sample.application(Self.router(gate.stream)), .live) { client in
      let connection = try await client.connect()
      try await connection.send(.put, "/gated", body: [UInt8](repeating: 1, count: size))
      connection.finishSending()
      let interim = try await connection.head()
      #expect(interim.status == .continue, "the server asks whether they are still there")
      gate.continuation.yield()
      #expect(try await connection.response().text == "\(size) false")
      #expect(try await connection.receive().isEmpty)
    }
  }

  @Test("get all their answers to several requests")
  func pipelined() async throws {
    let answer = try await TestClient.run(Sample.application(), .live) { client in
      let connection = try await client.connect()
      for _ in 0..<3 { try await connection.send(.get, "/hello") }
      connection.finishSending()
      return String(decoding: try await connection.receiveAll(silence: .seconds(5)), as: UTF8.self)
    }
    #expect(ProtocolTests.statuses(answer).filter { $0 == "200" }.count == 3)
  }

  @Test("get events as long as they listen")
  func events() async throws {
    let gate = AsyncStream<Void>.makeStream()
    try await TestClient.run(Sample.application(Self.router(gate.stream)), .live) { client in
      let connection = try await client.connect()
      try await connection.send(.get, "/events")
      _ = try await connection.head()
      connection.finishSending()
      var text = ""
      while text.count(where: { $0 == ":" }) < 2 {
        text += String(decoding: try await connection.receive(), as: UTF8.self)
      }
      gate.continuation.yield()
      while !text.contains("data: late") {
        let more = try await connection.receive()
        try #require(!more.isEmpty)
        text += String(decoding: more, as: UTF8.self)
      }
    }
  }

  @Test("count as gone when they speak HTTP/1.0, which has no way to ask")
  func oldVersion() async throws {
    let left = AsyncStream<Bool>.makeStream()
    var router = Router()
    router.on(.get, "slow") { _, _ in
      try? await Task.sleep(for: .seconds(100))
      left.continuation.yield(Task.isCancelled)
      return .text("late")
    }
    try await TestClient.run(Sample.application(router), .live) { client in
      let connection = try await client.connect()
      try await connection.send("GET /slow HTTP/1.0\r\n\r\n")
      connection.finishSending()
      for await isCancelled in left.stream {
        #expect(isCancelled)
        break
      }
    }
  }
}
