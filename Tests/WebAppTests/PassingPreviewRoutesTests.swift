import DocumentModel
import Foundation
import HTTPServer
import HTTPTypes
import Previews
import Testing

@testable import WebApp

@Suite("Previews of bytes that are not kept", .timeLimit(.minutes(2)))
struct PassingPreviewRoutesTests {
  private static let target = "/api/v1/preview"

  /// Returns when `tmp` is empty: a file goes with the last reference to it.
  private func isEmptied(_ test: TestSite) async throws {
    while try !FileManager.default.contentsOfDirectory(atPath: "\(test.root)/tmp").isEmpty {
      await Task.yield()
    }
  }

  @Test("answer facts, an image, text and a PDF, and keep nothing", arguments: TestClient.Mode.allCases)
  func forms(mode: TestClient.Mode) async throws {
    try await TestSite.run(mode) { client, test in
      let pdf = SmallPDF.bytes(pages: 2)
      let facts = try await client.ask(.post, Self.target, body: pdf)
      #expect(facts.status == .ok && facts.headers[.cacheControl] == "no-store")
      let answer = try facts.answer()
      #expect(answer.kind == "pages" && answer.pageCount == 2)
      for (format, type) in [("png", "image/png"), ("jpg", "image/jpeg"), ("webp", "image/webp")] {
        let image = try await client.ask(.post, "\(Self.target)?format=\(format)&page=2&width=80", body: pdf)
        #expect(image.status == .ok && image.headers[.contentType] == type)
      }
      let again = try await client.ask(.post, "\(Self.target)?format=pdf", body: pdf)
      #expect(again.body == pdf && again.headers[.contentType] == "application/pdf")
      let metadata = try await client.ask(.post, "\(Self.target)?format=metadata", body: pdf)
      #expect(try metadata.answer().pageCount == 2 && metadata.headers[.cacheControl] == "no-store")
      #expect(String(decoding: metadata.body, as: UTF8.self).contains(#""typeName":"PDF document""#))
      #expect(try await client.ask(.get, "/api/v1/documents").answer().documents == [])
      #expect(test.assembly.cache.status.entries == 0)
      try await isEmptied(test)
    }
  }

  @Test("answer the words of all pages, or of one")
  func text() async throws {
    try await TestSite.run { client, _ in
      let lines = (0..<80).map { "line \($0) of the text" }.joined(separator: "\n")
      let all = try await client.ask(.post, "\(Self.target)?format=txt&name=a.txt", text: lines)
      let text = String(decoding: all.body, as: UTF8.self)
      #expect(text.hasPrefix("line 0 of the text\nline 1 of the text") && text.contains("\u{c}"))
      let first = try await client.ask(.post, "\(Self.target)?format=txt&page=1&name=a.txt", text: lines)
      #expect(text.hasPrefix(String(decoding: first.body, as: UTF8.self)))
    }
  }

  @Test("tell the type by the content first and the name second")
  func type() async throws {
    try await TestSite.run { client, _ in
      let answer = try await client.ask(.post, "\(Self.target)?name=readme.md", text: "# Heading\n\nwords\n")
      #expect(String(decoding: answer.body, as: UTF8.self).contains("markdown"))
      let named = try await client.ask(.post, "\(Self.target)?name=a.txt", body: SmallPDF.bytes())
      #expect(String(decoding: named.body, as: UTF8.self).contains("com.adobe.pdf"))
    }
  }

  @Test("are of one page where one is asked for, also as a PDF")
  func onePage() async throws {
    try await TestSite.run { client, _ in
      let pdf = SmallPDF.bytes(pages: 3)
      let part = try await client.ask(.post, "\(Self.target)?format=pdf&page=2", body: pdf)
      #expect(part.status == .ok && part.body.starts(with: Array("%PDF-".utf8)))
      #expect(try await client.ask(.post, Self.target, body: part.body).answer().pageCount == 1)
      let beyond = try await client.ask(.post, "\(Self.target)?format=pdf&page=4", body: pdf)
      #expect(beyond.status == .notFound)
    }
  }

  @Test("leave the previews of a document of the same bytes")
  func sharing() async throws {
    try await TestSite.run { client, test in
      let pdf = SmallPDF.bytes()
      let id = try #require(
        try await client.ask(.post, "/api/v1/documents?name=a.pdf", body: pdf).answer().id)
      _ = try await client.ask(.get, "/api/v1/documents/\(id)/pages/1?width=50")
      _ = try await client.ask(.post, "\(Self.target)?format=png&width=60", body: pdf)
      let page = try await client.ask(.get, "/api/v1/documents/\(id)/pages/1?width=60")
      #expect(page.headers[.serverTiming]?.hasPrefix("cache;desc=hit") == true)
    }
  }

  @Test(
    "refuse what is asked for in a wrong way",
    arguments: ["?format=doc", "?page=0", "?format=png&page=x", "?name=a/b", "?format=png&width=0"])
  func wrong(query: String) async throws {
    try await TestSite.run { client, _ in
      let format = query.contains("page=0") ? "\(query)&format=png" : query
      let answer = try await client.ask(.post, "\(Self.target)\(format)", body: SmallPDF.bytes())
      #expect(answer.status == .badRequest)
    }
  }

  @Test("refuse what cannot be shown, with its reason, and keep nothing of it")
  func damaged() async throws {
    try await TestSite.run { client, test in
      let damaged = Array("%PDF-1.4\nand no more".utf8)
      let facts = try await client.ask(.post, Self.target, body: damaged).answer()
      #expect(facts.kind == "icon" && facts.reason?.code == "damaged")
      let image = try await client.ask(.post, "\(Self.target)?format=png", body: damaged)
      #expect(image.status == .unprocessableContent && image.code == "damaged")
      let beyond = try await client.ask(.post, "\(Self.target)?format=png&page=9", body: SmallPDF.bytes())
      #expect(beyond.status == .notFound)
      try await isEmptied(test)
    }
  }
}
