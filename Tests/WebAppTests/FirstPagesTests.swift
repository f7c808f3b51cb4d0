import DocumentModel
import HTTPServer
import HTTPTypes
import Logging
import Testing
import Workspace

@testable import WebApp

@Suite("First pages before anybody asks")
struct FirstPagesTests {
  private func cards(_ id: String) -> [String] {
    FirstPages.thumbnailSizes.map { "/api/v1/documents/\(id)/thumbnail?size=\($0)&format=webp" }
  }

  @Test("the library's cards of a new document are at hand when they are first asked for")
  func prepared() async throws {
    try await TestSite.run { client, test in
      let pages = FirstPages(test.assembly.workspace, log: Logger(label: "test"))
      let changes = try await test.assembly.workspace.events.listen(after: nil)
      let answer = try await client.ask(
        .post, "/api/v1/documents?name=a.pdf", body: SmallPDF.bytes(pages: 2))
      let id = try #require(try answer.answer().id)
      let created = try #require(await changes.first { _ in true })
      await pages.run(after: created)
      for card in cards(id) {
        #expect(
          try await client.ask(.get, card).headers[.serverTiming]?.hasPrefix("cache;desc=hit") == true)
      }
    }
  }

  @Test("a document that cannot be drawn, or is gone, does not stop it")
  func hopeless() async throws {
    try await TestSite.run { client, test in
      let pages = FirstPages(test.assembly.workspace, log: Logger(label: "test"))
      let changes = try await test.assembly.workspace.events.listen(after: nil)
      let answer = try await client.ask(.post, "/api/v1/documents?name=a.pdf", text: "%PDF-1.4 and no more")
      let id = try #require(try answer.answer().id)
      let created = try #require(await changes.first { _ in true })
      await pages.run(after: created)
      _ = try await client.ask(.delete, "/api/v1/documents/\(id)")
      await pages.run(after: created)
      #expect(try await client.ask(.get, "/healthz").status == .ok)
    }
  }
}
