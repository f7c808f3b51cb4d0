import DocumentModel
import Glibc
import LinuxSystem
import Testing

@testable import Previews

/// The pool with the real worker.
@Suite(.timeLimit(.minutes(2))) struct SheafRenderTests {
  private func with(workers: Int = 2, _ body: (WorkerPool) async throws -> Void) async throws {
    let program = try #require(WorkerProgram.besideThisProgram(), "sheaf-render is not built")
    try await FakePool.with(program, workers: workers) { fake in try await body(fake.pool) }
  }

  @Test func `a document is identified, described, read and drawn`() async throws {
    try await with { pool in
      let source = try RenderSource.pdf(drawing: "0 0 m 72 144 l S")
      #expect(try await pool.sniff(source.content).mediaType == "application/pdf")
      let facts = try await pool.inspect(source, priority: .visible).facts
      #expect(facts.pages.map(\.size) == [PageSize(width: 72, height: 144)])
      #expect(try await pool.inspect(page: 1, of: source, priority: .bulk) == facts.pages[0])
      #expect(try await pool.text(ofPage: 1, of: source).words.isEmpty)
      let page = try await pool.render(
        RenderRequest(page: 1, size: .scale(2)), of: source, priority: .visible)
      #expect(page.facts == ImageFacts(width: 144, height: 288, format: .png, scale: 2))
      #expect(try (page.image as? OpenContent)?.bytes().prefix(4) == [0x89, 0x50, 0x4E, 0x47])
    }
  }

  @Test func `a document that cannot be shown is refused with its reason, and no worker dies of it`()
    async throws
  {
    try await with { pool in
      let before = await pool.processIDs
      let damaged = try RenderSource.bytes("%PDF-1.4\nand no more")
      await #expect(throws: DocumentError.self) { try await pool.inspect(damaged, priority: .near) }
      let source = try RenderSource.pdf(drawing: "")
      let error = await #expect(throws: DocumentError.self) {
        try await pool.render(RenderRequest(page: 2, size: .scale(1)), of: source, priority: .visible)
      }
      #expect(error?.code == .notFound)
      #expect(await before.isSubset(of: pool.processIDs))
    }
  }

  @Test func `kill -9 in the middle of a render: the caller gets the page, others do not notice`()
    async throws
  {
    try await with { pool in
      let slow = try RenderSource.pdf(
        drawing: String(repeating: "0 0 m 72 144 l 1 140 l S\n", count: 15_000), named: "slow")
      let quick = try RenderSource.pdf(drawing: "", named: "quick")
      let request = RenderRequest(page: 1, size: .scale(2))
      // Both workers are ready, so one of them draws the slow page.
      while await pool.status.workersAlive < 2 { await Task.yield() }
      async let page = pool.render(request, of: slow, priority: .visible)
      while await pool.status.workersBusy == 0 { await Task.yield() }
      let busy = try #require(await pool.busyProcessIDs.first)
      kill(busy, SIGKILL)
      let other = try await pool.render(request, of: quick, priority: .visible)
      #expect(other.facts.width == 144)
      #expect(try await page.facts.width == 144)
      #expect(await pool.status.quarantined.isEmpty)
    }
  }
}

extension RenderSource {
  static func pdf(drawing content: String, named name: String = "pdf") throws -> RenderSource {
    try bytes(
      """
      %PDF-1.4
      1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
      2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
      3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 72 144]/Contents 4 0 R>> endobj
      4 0 obj <</Length \(content.utf8.count)>> stream
      \(content)
      endstream endobj
      trailer <</Root 1 0 R/Size 5>>
      """, named: name)
  }

  static func bytes(_ text: String, named name: String = "bytes") throws -> RenderSource {
    let file = try Array(text.utf8).withUnsafeBytes { try MemoryFile(sealing: $0) }
    let content = OpenContent(file.descriptor, size: Int64(file.size))
    return RenderSource(content: content, hash: sampleHash(name), kind: .pdf)
  }
}
