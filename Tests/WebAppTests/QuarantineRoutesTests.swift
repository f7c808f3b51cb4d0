import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes
import LinuxSystem
import Synchronization
import Testing

@testable import Previews
@testable import WebApp

@Suite("Documents that are left alone")
struct QuarantineRoutesTests {
  private struct Listed: Decodable {
    struct Entry: Decodable {
      let sha256: String
      let reason: String
      let pages: [Int]?
      let document: DocumentJSON?
    }
    let quarantined: [Entry]
    let next: String?
  }

  private func list(_ client: TestClient) async throws -> [Listed.Entry] {
    try await page(client, "").quarantined
  }

  private func page(_ client: TestClient, _ query: String) async throws -> Listed {
    let answer = try await client.ask(.get, "/api/v1/quarantine\(query)")
    return try JSONDecoder().decode(Listed.self, from: Data(answer.body))
  }

  private func hash(of pdf: [UInt8]) async throws -> String {
    let found = Mutex<String?>(nil)
    try await TestSite.run { client, _ in
      let answer = try await client.ask(.post, "/api/v1/documents?name=a.pdf", body: pdf).answer()
      found.withLock { $0 = answer.sha256 }
    }
    return try #require(found.withLock { $0 })
  }

  @Test("a refusal of an earlier run is listed with its document, refused, and released")
  func listed() async throws {
    let root = "/tmp/sheaf-quarantine-\(DocumentID())"
    defer { try? FileManager.default.removeItem(atPath: root) }
    try FileManager.default.createDirectory(atPath: "\(root)/Caches", withIntermediateDirectories: true)
    let pdf = SmallPDF.bytes(pages: 2)
    // A first site returns the hash of the content.
    let hash = try await hash(of: pdf)
    let gone = String(repeating: "0", count: 64)
    let file = """
      {"formatVersion":1,"quarantined":[{"sha256":"\(hash)","page":2,"work":"pictures",
      "reason":"render-timeout"},
      {"sha256":"\(gone)","reason":"renderer-crashed"}]}
      """
    try Data(file.utf8).write(to: URL(filePath: "\(root)/Caches/quarantine.json"))
    try await TestSite.run(root: root) { client, _ in
      let uploaded = try await client.ask(.post, "/api/v1/documents?name=a.pdf", body: pdf).answer()
      let id = try #require(uploaded.id)
      let entries = try await list(client)
      #expect(entries.map(\.sha256) == [gone, hash])
      let own = try #require(entries.first { $0.sha256 == uploaded.sha256 })
      #expect(own.reason == "render-timeout" && own.pages == [2] && own.document?.id == id)
      let other = try #require(entries.first { $0.sha256 == gone })
      #expect(other.reason == "renderer-crashed" && other.pages == nil && other.document == nil)

      let page = "/api/v1/documents/\(id)/pages/2?scale=1"
      #expect(try await client.ask(.get, page).code == "quarantined")
      #expect(try await client.ask(.get, "/api/v1/documents/\(id)/pages/1?scale=1").status == .ok)
      #expect(try await client.ask(.delete, "/api/v1/documents/\(id)/quarantine").status == .noContent)
      #expect(try await list(client).map(\.sha256) == [gone])
      #expect(try await client.ask(.get, page).status == .ok)
    }
  }

  @Test("many come in pages, each of which looks up no more documents than it shows")
  func pages() async throws {
    let root = "/tmp/sheaf-quarantine-\(DocumentID())"
    defer { try? FileManager.default.removeItem(atPath: root) }
    try FileManager.default.createDirectory(atPath: "\(root)/Caches", withIntermediateDirectories: true)
    let hashes = (1...5).map { String(repeating: "\($0)", count: 64) }
    let entries = hashes.reversed().map { "{\"sha256\":\"\($0)\",\"reason\":\"renderer-crashed\"}" }
    let file = "{\"formatVersion\":1,\"quarantined\":[\(entries.joined(separator: ","))]}"
    try Data(file.utf8).write(to: URL(filePath: "\(root)/Caches/quarantine.json"))
    try await TestSite.run(root: root) { client, _ in
      var (found, cursor): ([[String]], String) = ([], "")
      for _ in 0..<5 {
        let page = try await page(client, "?limit=2\(cursor)")
        found.append(page.quarantined.map(\.sha256))
        guard let next = page.next else { break }
        cursor = "&cursor=\(next)"
      }
      #expect(found == [Array(hashes[0..<2]), Array(hashes[2..<4]), [hashes[4]]])
      #expect(try await page(client, "?limit=5").next == nil)
      for query in ["limit=0", "limit=1001", "limit=x", "cursor=x", "cursor="] {
        let answer = try await client.ask(.get, "/api/v1/quarantine?\(query)")
        #expect(answer.code == "invalid-parameter", "\(query)")
      }
    }
  }

  @Test("a server without workers is alive and says that it is degraded, but not where its programs lie")
  func degraded() {
    func health(_ health: PoolStatus.Health, _ index: IndexHealth.State = .whole) -> HealthResponse {
      let status = PoolStatus(
        health: health, workersAlive: 0, workersBusy: 0, queued: [:], quarantined: [], renderers: [],
        protections: [])
      return HealthResponse(version: "1", storage: .open, workers: status, index: index)
    }
    let failing = health(.failing(reason: "/opt/sheaf-render: no such file"))
    #expect(failing.status == "degraded" && failing.workers.state == "failing")
    #expect(failing.workers.reason?.isEmpty == false && failing.workers.reason?.contains("/") == false)
    for well in [health(.running), health(.starting)] {
      #expect(well.status == "ok" && well.workers.reason == nil && well.index.reason == nil)
    }
    let damaged = health(.running, .damaged)
    #expect(damaged.status == "degraded" && damaged.index.reason?.contains("verify --repair") == true)
    let lost = health(.running, .lost)
    #expect(lost.status == "degraded" && lost.index.reason?.contains("start the server again") == true)
    let rebuilt = health(.running, .rebuilt)
    #expect(rebuilt.status == "ok" && rebuilt.index.reason?.isEmpty == false)
  }

  @Test("health has a member for the workers")
  func health() async throws {
    struct Health: Decodable {
      struct Workers: Decodable { let state: String }
      let status: String
      let workers: Workers
    }
    try await TestSite.run { client, _ in
      let answer = try await client.ask(.get, "/healthz")
      let health = try JSONDecoder().decode(Health.self, from: Data(answer.body))
      #expect(answer.status == .ok && health.status == "ok")
      #expect(["starting", "running"].contains(health.workers.state))
    }
  }
}
