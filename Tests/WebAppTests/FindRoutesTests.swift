import FoundationEssentials
import HTTPServer
import HTTPTypes
import Testing

@testable import WebApp

@Suite("Finding words in a document over HTTP")
struct FindRoutesTests {
  private struct Line: Decodable {
    struct Page: Decodable {
      struct Hit: Decodable {
        let start: [Int]
        let end: [Int]
        let boxes: [[Double]]
        let before: String
        let text: String
        let after: String
      }

      let page: Int
      let hits: [Hit]
    }

    let searched: Int
    let pageCount: Int
    let pages: [Page]
    let done: Bool?
    let cutOff: Bool?
  }

  private func upload(_ client: TestClient, _ text: String) async throws -> String {
    let answer = try await client.ask(.post, "/api/v1/documents?name=a.txt", body: Array(text.utf8))
    return "/api/v1/documents/\(try #require(try answer.answer().id))/find"
  }

  private func lines(_ client: TestClient, _ target: String) async throws -> [Line] {
    let answer = try await client.ask(.get, target)
    #expect(answer.status == .ok && answer.headers[.contentType] == "application/x-ndjson", "\(target)")
    return try answer.body.split(separator: UInt8(ascii: "\n")).map {
      try JSONDecoder().decode(Line.self, from: Data($0))
    }
  }

  /// Some pages of lines, two of which have the word.
  private static let text = (1...400).map {
    $0 == 10 || $0 == 390 ? "Here is the Nádel, found.\n" : "line \($0)\n"
  }
  .joined()

  @Test("hits come page by page, those of the page that is read first", arguments: TestClient.Mode.allCases)
  func pages(mode: TestClient.Mode) async throws {
    try await TestSite.run(mode) { client, _ in
      let address = try await upload(client, Self.text)
      let lines = try await lines(client, "\(address)?q=nadel")
      let count = try #require(lines.first?.pageCount)
      #expect(count > 3 && lines.map(\.searched) == lines.map(\.searched).sorted())
      #expect(lines.last?.searched == count && lines.last?.done == true && lines.first?.done == nil)
      let found = lines.flatMap(\.pages)
      #expect(found.count == 2 && found.first?.page == 1 && lines.first?.searched == 1)
      let hit = try #require(found.first?.hits.first)
      #expect(hit.before.hasSuffix("Here is the ") && hit.text == "Nádel" && hit.after.hasPrefix(", found."))
      #expect(hit.start[0] == hit.end[0] && hit.start[1] == 0 && hit.end[1] == 5 && hit.boxes.count == 1)
      let last = try #require(found.last?.page)
      let around = try await self.lines(client, "\(address)?q=nadel&from=\(last)")
      #expect(around.flatMap(\.pages).map(\.page) == [last, 1] && around.first?.pages.count == 1)
    }
  }

  @Test("it is as exact as is asked for")
  func exact() async throws {
    try await TestSite.run(.live) { client, _ in
      let address = try await upload(client, Self.text)
      func count(_ query: String) async throws -> Int {
        try await lines(client, "\(address)?\(query)").flatMap(\.pages).flatMap(\.hits).count
      }
      #expect(try await count("q=nadel&accents=true") == 0)
      #expect(try await count("q=NADEL&case=true") == 0)
      #expect(try await count("q=nade&words=true") == 0)
      #expect(try await count("q=nade") == 2)
    }
  }

  @Test("a flood of hits is cut off")
  func flood() async throws {
    try await TestSite.run(.live) { client, _ in
      let address = try await upload(client, String(repeating: "a a a a a a a a a a\n", count: 1_100))
      let lines = try await lines(client, "\(address)?q=a")
      #expect(lines.flatMap(\.pages).flatMap(\.hits).count == 10_000)
      #expect(lines.last?.cutOff == true && lines.last?.done == true)
    }
  }

  @Test("text that cannot be looked for, or a document that has none, is refused")
  func refused() async throws {
    try await TestSite.run(.live) { client, _ in
      let address = try await upload(client, "text")
      for query in ["", "?q=", "?q=%20", "?q=a&case=yes", "?q=a&from=0", "?q=a&from=x"] {
        let answer = try await client.ask(.get, address + query)
        #expect(answer.status == .badRequest && answer.code == "invalid-parameter", "\(query)")
      }
      let other = try await client.ask(.get, "/api/v1/documents/0000000000000000/find?q=a")
      #expect(other.status == .notFound)
      let zip = try await client.ask(
        .post, "/api/v1/documents?name=a.pdf", body: Array("%PDF-1.4 broken".utf8))
      let id = try #require(try zip.answer().id)
      #expect(try await client.ask(.get, "/api/v1/documents/\(id)/find?q=a").status == .unprocessableContent)
    }
  }
}
