import DocumentModel
import HTTPServer
import HTTPTypes
import Previews
import Testing

@testable import WebApp

@Suite("A server with too much to do", .timeLimit(.minutes(2)))
struct BusyTests {
  private func upload(_ bytes: [UInt8], as token: String, _ client: TestClient) async throws -> String {
    let answer = try await client.ask(
      .post, "/api/v1/documents?name=a.pdf", headers: [.authorization: "Bearer \(token)"], body: bytes)
    return try #require(try answer.answer().id)
  }

  private static func page(
    _ width: Int, of id: String, as token: String, in site: TestClient
  ) async throws -> TestResponse {
    try await site.ask(
      .get, "/api/v1/documents/\(id)/pages/1?width=\(width)", headers: [.authorization: "Bearer \(token)"])
  }

  @Test(
    "a request beyond the queue is 503 with Retry-After; another client's takes a place of the greedy one's")
  func full() async throws {
    try await TestSite.run(requiresSignIn: true, limits: { $0.queueLength = 3 }) { client, test in
      let one = try await test.assembly.accounts.makeToken(name: "one")
      let two = try await test.assembly.accounts.makeToken(name: "two")
      let endless = try await upload(EndlessPDF.bytes(), as: one, client)
      let light = try await upload(SmallPDF.bytes(), as: one, client)
      let pool = test.assembly.pool
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { _ = try? await Self.page(100, of: endless, as: one, in: client) }
        while await pool.status.workersBusy == 0 { await Task.yield() }
        for width in 101...103 {
          group.addTask { _ = try? await Self.page(width, of: light, as: one, in: client) }
        }
        while await pool.status.queueLength < 3 { await Task.yield() }
        let refused = try await Self.page(200, of: light, as: one, in: client)
        #expect(refused.status == .serviceUnavailable && refused.code == "busy")
        #expect((refused.headers[.retryAfter].flatMap { Int($0) } ?? 0) > 0)
        let other = Task { try await Self.page(300, of: light, as: two, in: client) }
        // A render of the first client is refused, and the new one waits.
        _ = try await group.next()
        #expect(await pool.status.queueLength == 3)
        other.cancel()
        group.cancelAll()
      }
    }
  }
}
