import HTTPServer
import HTTPTypes
import Previews
import Testing

@testable import WebApp

/// From the socket to the worker: only a page that never ends shows that the render was cancelled.
@Suite("A client that hangs up", .timeLimit(.minutes(2)))
struct HangupTests {
  /// Neither the pool's timeout nor the limit of processor time frees the only worker.
  ///
  /// If anything else ends it, the document is quarantined at once.
  private static func limit(_ limits: inout PoolLimits) {
    limits.killsToQuarantine = 1
    limits.renderTime = .seconds(3_600)
    limits.inspectTime = .seconds(3_600)
    limits.orphanGrace = .milliseconds(50)
  }

  private func upload(_ bytes: [UInt8], _ client: TestClient) async throws -> String {
    try #require(try await client.ask(.post, "/api/v1/documents?name=a.pdf", body: bytes).answer().id)
  }

  @Test(
    "its endless page is ended, the worker draws for other clients, and the document is not to blame",
    arguments: ["/api/v1/documents/{id}/pages/1?width=100", "/iiif/3/{id}_1/full/100,/0/default.png"])
  func worker(address: String) async throws {
    try await TestSite.run(.live, limits: Self.limit) { client, test in
      let endless = try await upload(EndlessPDF.bytes(), client)
      let light = try await upload(SmallPDF.bytes(), client)
      let pool = test.assembly.pool
      // Described beforehand, so that the worker's next task is to draw.
      #expect(try await client.ask(.get, "/api/v1/documents/\(endless)/preview").answer().pageCount == 1)
      let connection = try await client.connect()
      let parts = address.split(separator: "{id}", omittingEmptySubsequences: false)
      try await connection.send(.get, parts.joined(separator: endless), headers: [.host: "127.0.0.1"])
      while await pool.status.workersBusy == 0 { await Task.yield() }
      connection.close()
      while await pool.status.workersBusy > 0 { await Task.yield() }
      let page = try await client.ask(.get, "/api/v1/documents/\(light)/pages/1?width=100")
      #expect(page.status == .ok)
      #expect(await pool.status.quarantined.isEmpty)
    }
  }
}
