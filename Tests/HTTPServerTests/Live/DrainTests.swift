import Glibc
import HTTPServer
import HTTPTypes
import Testing

@Suite("A server that drains")
struct DrainTests {
  static func processorTime() -> Duration {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return [usage.ru_utime, usage.ru_stime].reduce(.zero) {
      $0 + .seconds($1.tv_sec) + .microseconds($1.tv_usec)
    }
  }

  /// Whether the process becomes idle: other tests may run, but a spinning thread never rests.
  static func rests() async throws -> Bool {
    for _ in 0..<100 {
      let before = processorTime()
      // Processor time is meaningful over a span only.
      try await Task.sleep(for: .milliseconds(100))
      if processorTime() - before < .milliseconds(50) { return true }
    }
    return false
  }

  /// Drains a server that has a waiting request, and checks that its threads stay idle.
  static func drain(_ limits: ServerLimits, others: Int, leave: Int) async throws {
    let gate = AsyncStream<Void>.makeStream()
    let entered = AsyncStream<Void>.makeStream()
    var router = Sample.router()
    router.on(.get, "gated") { _, _ in
      entered.continuation.yield()
      for await _ in gate.stream { break }
      return .text("finished")
    }
    let server = Server(
      Sample.application(router), configuration: ServerConfiguration(port: 0, threads: 2, limits: limits))
    let client = TestClient.live(port: try await server.start())
    let connection = try await client.connect()
    try await connection.send(.get, "/gated")
    for await _ in entered.stream { break }
    var open: [TestConnection] = []
    for _ in 0..<others { open.append(try await client.connect()) }
    let stopped = Task { await server.stop(deadline: .seconds(60)) }
    while (try? await client.connect()) != nil { await Task.yield() }
    for connection in open.prefix(leave) { connection.close() }
    #expect(try await rests())
    gate.continuation.yield()
    #expect(try await connection.response().text == "finished")
    await stopped.value
  }

  @Test("rests while it waits for a request")
  func waiting() async throws {
    try await Self.drain(ServerLimits(), others: 0, leave: 0)
  }

  @Test("rests when it had all the connections it may have, and some leave")
  func belowTheLimitAgain() async throws {
    try await Self.drain(ServerLimits(connections: 4), others: 3, leave: 3)
  }
}
