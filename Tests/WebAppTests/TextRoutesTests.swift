import FoundationEssentials
import HTTPServer
import HTTPTypes
import Testing

@testable import WebApp

@Suite("The words of a document over HTTP")
struct TextRoutesTests {
  private struct Line: Decodable, Equatable {
    let page: Int
    let text: String
  }

  private static let text = (1...200).map { "line \($0)\n" }.joined()

  @Test("are plain text with form feeds between pages", arguments: TestClient.Mode.allCases)
  func plain(mode: TestClient.Mode) async throws {
    try await TestSite.run(mode) { client, _ in
      let id = try #require(try await client.upload(Self.text).id)
      let answer = try await client.ask(.get, "/api/v1/documents/\(id)/text")
      #expect(answer.status == .ok && answer.headers[.contentType] == "text/plain; charset=utf-8")
      let pages = String(decoding: answer.body, as: UTF8.self).split(separator: "\u{c}")
      #expect(pages.count > 1 && pages.first?.hasPrefix("line 1\nline 2\n") == true)
      #expect(pages.last?.hasSuffix("line 200") == true)
    }
  }

  @Test("are a line of JSON for each page")
  func lines() async throws {
    try await TestSite.run { client, _ in
      let id = try #require(try await client.upload(Self.text).id)
      let answer = try await client.ask(.get, "/api/v1/documents/\(id)/text?format=ndjson")
      #expect(answer.headers[.contentType] == "application/x-ndjson")
      let lines = try answer.body.split(separator: UInt8(ascii: "\n")).map {
        try JSONDecoder().decode(Line.self, from: Data($0))
      }
      #expect(lines.map(\.page) == Array(1...lines.count) && lines.count > 1)
      #expect(lines.first?.text.hasPrefix("line 1\n") == true)
    }
  }

  @Test("are refused where there are none, and in forms that are none")
  func refused() async throws {
    try await TestSite.run { client, _ in
      let id = try #require(try await client.upload().id)
      #expect(try await client.ask(.get, "/api/v1/documents/\(id)/text?format=pdf").status == .badRequest)
      #expect(try await client.ask(.get, "/api/v1/documents/0000000000000000/text").status == .notFound)
      let empty = try #require(try await client.upload("", named: "empty.pdf").id)
      #expect(try await client.ask(.get, "/api/v1/documents/\(empty)/text").status.code >= 400)
    }
  }
}
