import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes
import Logging
import Storage
import Synchronization
import Testing
import Workspace

@testable import Previews
@testable import WebApp

private final class Pauses: Sendable {
  private let pauses = Mutex<[Duration]>([])

  var all: [Duration] { pauses.withLock(\.self) }

  func add(_ pause: Duration) -> Int {
    pauses.withLock { all in
      all.append(pause)
      return all.count
    }
  }
}

@Suite("Maintenance of the previews", .timeLimit(.minutes(2)))
struct PreviewMaintenanceTests {
  private let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  private func maintenance(
    _ test: TestSite, pause: @escaping @Sendable (Duration) async -> Void = { _ in }
  ) -> PreviewMaintenance {
    PreviewMaintenance(
      test.assembly.cache, test.assembly.renderer, test.assembly.index, log: log,
      task: PeriodicTask(resting: PreviewMaintenance.rest, pause: pause))
  }

  /// Adds a document and requests its page; returns its id and hash.
  private func draw(
    _ client: TestClient, _ name: String, width: Int
  ) async throws -> (DocumentID, ContentHash) {
    let bytes = SmallPDF.bytes(width: width)
    let added = try await client.ask(.post, "/api/v1/documents?name=\(name)", body: bytes).answer()
    let id = try #require(added.id)
    #expect(try await client.ask(.get, "/api/v1/documents/\(id)/pages/1?width=40").status == .ok)
    let sha256 = try #require(added.sha256)
    return (try #require(DocumentID(id)), try #require(ContentHash(sha256)))
  }

  /// Waits until the cache has stored the pages of so many contents.
  private func settle(_ test: TestSite, contents: Int) async throws {
    await test.assembly.cache.load()
    await test.assembly.cache.settle()
    #expect(test.assembly.cache.contents?.count == contents)
  }

  /// Removes a document like a server that ended at once, or a command without a server: the cache is not told.
  private func removeSilently(_ id: DocumentID, from index: any DocumentIndex & TrashIndex) async throws {
    _ = try await index.trash(id, at: Date())
    let moment = try #require(try await index.document(id)?.trashed)
    _ = try await index.remove(id, trashedAt: moment, at: Date())
  }

  @Test("previews of a content that went unknown to the cache go, and all other previews stay")
  func leftovers() async throws {
    try await TestSite.run { client, test in
      let (gone, _) = try await draw(client, "gone.pdf", width: 100)
      let (trashed, keptInTrash) = try await draw(client, "trashed.pdf", width: 110)
      let (_, kept) = try await draw(client, "kept.pdf", width: 120)
      #expect(await maintenance(test).pass() == nil, "what earlier runs kept is not known yet")
      try await settle(test, contents: 3)
      #expect(await maintenance(test).pass() == 0)
      _ = try await test.assembly.index.trash(trashed, at: Date())
      try await removeSilently(gone, from: test.assembly.index)
      #expect(await maintenance(test).pass() == 1)
      #expect(test.assembly.cache.contents.map { Set($0) } == [keptInTrash, kept])
    }
  }

  @Test("it looks a minute after the start and then every day, and sooner after a look that failed")
  func pauses() async throws {
    try await TestSite.run { _, test in
      let pauses = Pauses()
      let maintenance = maintenance(test) { pause in
        let count = pauses.add(pause)
        // The cache is read between the first pass and the second.
        if count == 2 { await test.assembly.cache.load() }
        if count == 3 { withUnsafeCurrentTask { $0?.cancel() } }
      }
      try await maintenance.run()
      #expect(pauses.all == [PreviewMaintenance.rest, PreviewMaintenance.rest, PreviewMaintenance.interval])
    }
  }
}
