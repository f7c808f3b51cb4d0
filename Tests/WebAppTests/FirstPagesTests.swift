import DocumentModel
import Foundation
import HTTPServer
import HTTPTypes
import Logging
import Previews
import Storage
import Testing
import Workspace

@testable import WebApp

@Suite("First pages before the first request")
struct FirstPagesTests {
  private func cards(_ id: String) -> [String] {
    FirstPages.thumbnailSizes.map { "/api/v1/documents/\(id)/thumbnail?size=\($0)&format=webp" }
  }

  @Test("the library's cards of a new document are at hand when they are first asked for")
  func prepared() async throws {
    try await TestSite.run { client, test in
      let pages = FirstPages(test.assembly.workspace, log: Logger(label: "test"))
      let changes = await test.assembly.workspace.events.listen()
      let answer = try await client.ask(
        .post, "/api/v1/documents?name=a.pdf", body: SmallPDF.bytes(pages: 2))
      let id = try #require(try answer.answer().id)
      guard case .event(let created) = await changes.first(where: { _ in true }) else {
        Issue.record("nothing was heard")
        return
      }
      await pages.run(after: created)
      for card in cards(id) {
        #expect(
          try await client.ask(.get, card).headers[.serverTiming]?.hasPrefix("cache;desc=hit") == true)
      }
    }
  }

  @Test("nothing is drawn ahead of a private content, and each picture anew that is asked for")
  func privately() async throws {
    try await TestSite.run { client, test in
      let workspace = test.assembly.workspace
      let id = try await add(client, width: 100)
      let document = try await workspace.document(try #require(DocumentID(id)))
      try await workspace.privates.add(document.sha256)
      await FirstPages(workspace, log: Logger(label: "test")).resume()
      for target in cards(id) + cards(id) + ["/api/v1/documents/\(id)/pages/1?v=\(document.sha256)"] {
        let answer = try await client.ask(.get, target)
        #expect(answer.status == .ok && answer.headers[.cacheControl] == "private, no-store", "\(target)")
        #expect(answer.headers[.serverTiming]?.hasPrefix("render") == true, "\(target)")
      }
      let pdf = try await client.ask(.get, "/api/v1/documents/\(id)/rendition?pages=1")
      #expect(pdf.status == .ok && pdf.headers[.cacheControl] == "private, no-store")
      #expect(test.assembly.cache.status.entries == 0)
      #expect(try await client.ask(.get, "/api/v1/documents/\(id)").answer().private == true)
    }
  }

  @Test("a content is private for as long as it is there, also for the next server")
  func privateAcrossRestarts() async throws {
    try await TestSite.run { client, test in
      let id = try await add(client, width: 100)
      let hash = try await test.assembly.workspace.document(try #require(DocumentID(id))).sha256
      try await test.assembly.workspace.privates.add(hash)
      let next = try await PrivateContents(PrivateContentFile(root: test.assembly.root))
      #expect(next.contains(hash))
      _ = try await client.ask(.delete, "/api/v1/documents/\(id)")
      let job = try #require(try await client.ask(.delete, "/api/v1/trash").headers[.location])
      #expect(try await client.ask(.get, "\(job)?wait=60").text.contains(#""state":"finished""#))
      #expect(!test.assembly.workspace.privates.contains(hash))
      #expect(try await PrivateContents(PrivateContentFile(root: test.assembly.root)).contains(hash) == false)
    }
  }

  /// Adds a PDF that its width makes unique.
  private func add(_ client: TestClient, width: Int) async throws -> String {
    let bytes = SmallPDF.bytes(width: width)
    let answer = try await client.ask(.post, "/api/v1/documents?name=\(width).pdf", body: bytes)
    return try #require(try answer.answer().id)
  }

  /// Whether the picture of a card is ready before the first request.
  private func isAtHand(_ id: String, _ client: TestClient) async throws -> Bool {
    let answer = try await client.ask(.get, cards(id)[0])
    #expect(answer.status == .ok)
    return answer.headers[.serverTiming]?.hasPrefix("cache;desc=hit") == true
  }

  @Test("pages that an ended server had not drawn are drawn at the next start")
  func resumed() async throws {
    try await TestSite.run { client, test in
      var ids: [String] = []
      for width in 100..<104 { ids.append(try await add(client, width: width)) }
      _ = try await client.ask(.delete, "/api/v1/documents/\(ids[1])")
      await FirstPages(test.assembly.workspace, step: 2, log: Logger(label: "test")).resume()
      for id in [ids[0], ids[2], ids[3]] {
        for card in cards(id) {
          let answer = try await client.ask(.get, card)
          #expect(answer.headers[.serverTiming]?.hasPrefix("cache;desc=hit") == true, "\(card)")
        }
      }
    }
  }

  @Test("it goes back to where nothing is missing, and no further")
  func resumedInPart() async throws {
    try await TestSite.run { client, test in
      let old = try await add(client, width: 100)
      let drawn = try await add(client, width: 101)
      for card in cards(drawn) { _ = try await client.ask(.get, card) }
      let new = try await add(client, width: 102)
      await FirstPages(test.assembly.workspace, step: 1, log: Logger(label: "test")).resume()
      #expect(try await isAtHand(new, client))
      #expect(try await !isAtHand(old, client))
    }
  }

  @Test("earlier documents are looked at when the pictures of earlier runs are found")
  func readiness() async throws {
    try await TestSite.run { client, test in
      let id = try await add(client, width: 100)
      let cache = test.assembly.cache
      let pages = FirstPages(test.assembly.workspace, log: Logger(label: "test")) {
        #expect(cache.status.entries == 0, "nothing was drawn yet")
        await cache.load()
      }
      await pages.resume()
      #expect(cache.contents != nil)
      #expect(try await isAtHand(id, client))
    }
  }

  @Test("the pictures are those that the library's cards ask for")
  func sizes() throws {
    let app = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Public/library")
    let card = try String(contentsOf: app.appending(path: "card-thumbnail.js"), encoding: .utf8)
    let grid = try String(contentsOf: app.appending(path: "list-layout.js"), encoding: .utf8)
    let list = try #require(card.firstMatch(of: /DENSITIES = Object\.freeze\(\[([\d., ]+)\]\)/))
    let side = try #require(grid.firstMatch(of: /medium: \{.* largest: (\d+)/).flatMap { Double($0.1) })
    let densities = list.1.split(separator: ",").compactMap {
      Double(String($0.filter { $0 != " " }))
    }
    #expect(FirstPages.thumbnailSizes == densities.map { Int(($0 * side).rounded()) })
    #expect(FirstPages.format == .webp && card.contains("thumbnailUrl"))
  }

  @Test("a document that cannot be drawn, or is gone, does not stop it")
  func hopeless() async throws {
    try await TestSite.run { client, test in
      let pages = FirstPages(test.assembly.workspace, log: Logger(label: "test"))
      let changes = await test.assembly.workspace.events.listen()
      let answer = try await client.ask(.post, "/api/v1/documents?name=a.pdf", text: "%PDF-1.4 and no more")
      let id = try #require(try answer.answer().id)
      guard case .event(let created) = await changes.first(where: { _ in true }) else {
        Issue.record("nothing was heard")
        return
      }
      await pages.run(after: created)
      _ = try await client.ask(.delete, "/api/v1/documents/\(id)")
      await pages.run(after: created)
      #expect(try await client.ask(.get, "/healthz").status == .ok)
    }
  }
}
