import Glibc
import HTTPServer
import HTTPTypes
import Testing

@Suite("Files, live")
struct FileSendTests {
  final class TemporaryFile: Sendable {
    let descriptor: CInt
    let size: UInt64

    init(size: UInt64) throws {
      var name = Array("/tmp/sheaf-send-XXXXXX".utf8CString)
      descriptor = mkstemp(&name)
      unlink(name)
      self.size = size
      try #require(descriptor >= 0)
      try cut(to: size)
    }

    deinit { close(descriptor) }

    func cut(to size: UInt64) throws { try #require(ftruncate(descriptor, off_t(size)) == 0) }
  }

  static func run(_ file: TemporaryFile, _ body: (TestClient) async throws -> Void) async throws {
    try await TestClient.run(Sample.application(router(file)), .live) { try await body($0) }
  }

  static func router(_ file: TemporaryFile) -> Router {
    var router = Sample.router()
    router.on(.get, "file") { _, _ in
      Response(body: .descriptor(file.descriptor, 0..<file.size, owner: file))
    }
    return router
  }

  /// The number of bytes after the header, until the connection ends.
  static func rest(of connection: TestConnection) async throws -> Int {
    var count = 0
    while true {
      let bytes = try await connection.receive()
      if bytes.isEmpty { return count }
      count += bytes.count
    }
  }

  @Test("that are cut short while they are sent end the connection early, and no other")
  func cutShort() async throws {
    let file = try TemporaryFile(size: 64 << 20)
    try await Self.run(file) { client in
      let connection = try await client.connect()
      try await connection.send(.get, "/file")
      #expect(try await connection.head().headers[.contentLength] == "\(64 << 20)")
      try file.cut(to: 1 << 20)
      #expect(try await Self.rest(of: connection) < 64 << 20)
      #expect(try await client.execute(.get, "/hello").text == "hello")
    }
  }

  @Test("that are shorter than they were said to be from the start end the connection", arguments: [0, 10])
  func shorter(size: Int) async throws {
    let file = try TemporaryFile(size: 1000)
    try file.cut(to: UInt64(size))
    try await Self.run(file) { client in
      let connection = try await client.connect()
      try await connection.send(.get, "/file")
      _ = try await connection.head()
      #expect(try await Self.rest(of: connection) == size)
    }
  }

  @Test("go on for a client that reads slowly, or not at all for a while")
  func slowReader() async throws {
    let file = try TemporaryFile(size: 32 << 20)
    try await Self.run(file) { client in
      let connection = try await client.connect()
      try await connection.send(.get, "/file", headers: [.connection: "close"])
      _ = try await connection.head()
      // Longer than the time after which a transfer counts as stuck.
      try await Task.sleep(for: .milliseconds(1200))
      #expect(try await Self.rest(of: connection) == 32 << 20)
    }
  }

  @Test("go on after the thread that sends them was held up for longer than a send is stuck")
  func heldUp() async throws {
    let file = try TemporaryFile(size: 256 << 20)
    var router = Self.router(file)
    let entered = AsyncStream.makeStream(of: Void.self)
    router.on(.get, "busy") { _, _ in
      entered.continuation.yield()
      // The loop simulates a slow disk or a busy machine, because a handler runs on the connection's thread up to
      // its first wait.
      let end = ContinuousClock.now + .milliseconds(1500)
      while ContinuousClock.now < end {}
      return .text("done")
    }
    let configuration = ServerConfiguration(threads: 1)
    try await TestClient.run(Sample.application(router), .live, configuration: configuration) { client in
      let connection = try await client.connect()
      try await connection.send(.get, "/file", headers: [.connection: "close"])
      _ = try await connection.head()
      let busy = try await client.connect()
      try await busy.send(.get, "/busy")
      for await _ in entered.stream { break }
      #expect(try await Self.rest(of: connection) == 256 << 20)
    }
  }

  @Test("are sent one after another on one connection, with and without a pause")
  func keepAlive() async throws {
    let file = try TemporaryFile(size: 100_000)
    try await Self.run(file) { client in
      let connection = try await client.connect()
      for pause in [0, 0, 900, 0] {
        // Longer than the watch waits, so that it stops and has to start again.
        try await Task.sleep(for: .milliseconds(pause))
        try await connection.send(.get, "/file")
        #expect(try await connection.response().body.count == 100_000)
      }
    }
  }
}
