import HTTPServer
import HTTPTypes
import Testing

@Suite("Streams whose length is known before")
struct KnownLengthTests {
  private static func router() -> Router {
    var router = Router()
    router.on(.get, "whole/:n") { _, parameters in
      let count = try parameters.require("n", as: Int.self)
      return .stream(type: "text/plain", length: UInt64(count) * 100_000) { stream in
        for _ in 0..<count { try await stream.write([UInt8](repeating: 7, count: 100_000)) }
      }
    }
    router.on(.get, "short/:how") { _, parameters in
      let throwing = try parameters.require("how", as: String.self) == "thrown"
      return .stream(type: "text/plain", length: 8) { stream in
        try await stream.write("half")
        if throwing { throw Sample.Unexpected() }
      }
    }
    return router
  }

  @Test("tell it, and arrive whole, in process and live", arguments: TestClient.Mode.allCases)
  func whole(mode: TestClient.Mode) async throws {
    try await TestClient.run(Sample.application(Self.router()), mode) { client in
      for count in [1, 50] {
        let answer = try await client.execute(.get, "/whole/\(count)")
        #expect(answer.headers[.contentLength] == "\(count)00000")
        #expect(answer.headers[.transferEncoding] == nil)
        #expect(answer.body == [UInt8](repeating: 7, count: count * 100_000))
      }
    }
  }

  @Test("tell it for HEAD, and begin nothing", arguments: TestClient.Mode.allCases)
  func head(mode: TestClient.Mode) async throws {
    try await TestClient.run(Sample.application(Self.router()), mode) { client in
      let answer = try await client.execute(.head, "/short/thrown")
      #expect(answer.status == .ok && answer.headers[.contentLength] == "8" && answer.body.isEmpty)
    }
  }

  @Test("end the connection when they end early, so that no client takes them for whole")
  func short() async throws {
    try await TestClient.run(Sample.application(Self.router()), .live) { client in
      for how in ["thrown", "finished"] {
        await #expect(throws: TestClientError.self, "\(how)") {
          try await client.execute(.get, "/short/\(how)")
        }
      }
    }
  }

  @Test("serve further requests on the connection when they are whole")
  func keptAlive() async throws {
    try await TestClient.run(Sample.application(Self.router()), .live) { client in
      let connection = try await client.connect()
      for _ in 0..<3 {
        try await connection.send(.get, "/whole/3")
        #expect(try await connection.response().body.count == 300_000)
      }
    }
  }

  @Test("go on while the server drains, as files do")
  func draining() async throws {
    let gate = AsyncStream<Void>.makeStream()
    var router = Router()
    router.on(.get, "gated") { _, _ in
      .stream(type: "text/plain", length: 8) { stream in
        try await stream.write("half")
        for await _ in gate.stream { break }
        try await stream.write("half")
      }
    }
    let server = Server(Sample.application(router), configuration: ServerConfiguration(port: 0))
    let client = TestClient.live(port: try await server.start())
    let connection = try await client.connect()
    try await connection.send(.get, "/gated")
    let head = try await connection.head()
    #expect(head.headers[.contentLength] == "8")
    var body: [UInt8] = []
    while body.count < 4 { body += try await connection.receive() }
    let stopped = Task { await server.stop(deadline: .seconds(60)) }
    while (try? await client.connect()) != nil { await Task.yield() }
    gate.continuation.yield()
    while body.count < 8 {
      let more = try await connection.receive()
      try #require(!more.isEmpty, "the body was cut off")
      body += more
    }
    #expect(String(decoding: body, as: UTF8.self) == "halfhalf")
    await stopped.value
  }
}
