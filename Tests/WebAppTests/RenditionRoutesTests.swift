import HTTPServer
import HTTPTypes
import Previews
import Testing

@testable import WebApp

@Suite("Renditions over HTTP")
struct RenditionRoutesTests {
  private func upload(_ client: TestClient, _ name: String, _ bytes: [UInt8]) async throws -> String {
    let answer = try await client.ask(.post, "/api/v1/documents?name=\(name)", body: bytes).answer()
    return try #require(answer.id)
  }

  private func board(_ client: TestClient, of documents: [String], named name: String = "Plan.board")
    async throws -> String
  {
    let cards = documents.enumerated().map {
      #"{"id":"\#($0.offset)","document":"\#($0.element)","page":1,"x":\#($0.offset * 400),"y":0,"width":200}"#
    }
    let text = """
      {"format":"org.sheaf.board","formatVersion":1,"cards":[\(cards.joined(separator: ","))],
      "strokes":[{"id":"s","color":"#b3261e","width":4,"points":[[0,0,0.2,0],[90,40,0.9,9]]}]}
      """
    return try await upload(client, name, Array(text.utf8))
  }

  private func target(_ id: String, _ query: String = "?format=pdf") -> String {
    "/api/v1/documents/\(id)/rendition\(query)"
  }

  @Test("a board comes as a PDF under its own name", arguments: TestClient.Mode.allCases)
  func board(mode: TestClient.Mode) async throws {
    try await TestSite.run(mode) { client, _ in
      let id = try await board(
        client, of: [upload(client, "a.pdf", SmallPDF.bytes())], named: "Pl%C3%A4ne.board")
      let answer = try await client.ask(.get, target(id))
      #expect(answer.status == .ok)
      #expect(answer.headers[.contentType] == "application/pdf")
      #expect(answer.body.starts(with: Array("%PDF-".utf8)))
      #expect(answer.headers[.contentDisposition]?.hasSuffix("filename*=UTF-8''Pl%C3%A4ne.pdf") == true)
      #expect(answer.headers[.cacheControl] == "private, no-cache")
      #expect(try await client.ask(.get, target(id, "")).body == answer.body)
    }
  }

  @Test("a client that has it gets a 304, a part of it can be had, and an address with its name is for ever")
  func conditions() async throws {
    try await TestSite.run { client, test in
      let id = try await board(client, of: [upload(client, "a.pdf", SmallPDF.bytes())])
      let first = try await client.ask(.get, target(id))
      let tag = try #require(first.headers[.eTag])
      #expect(tag.hasPrefix("\"") && tag.utf8.count == 66)
      let known = try await client.ask(.get, target(id), headers: [.ifNoneMatch: tag])
      #expect(known.status == .notModified && known.headers[.eTag] == tag)
      let part = try await client.ask(.get, target(id), headers: [.range: "bytes=5-9", .ifRange: tag])
      #expect(part.status == .partialContent && part.body == Array(first.body[5...9]))
      let name = tag.dropFirst().dropLast()
      let lasting = try await client.ask(.get, target(id, "?format=pdf&v=\(name)"))
      #expect(lasting.headers[.cacheControl]?.contains("immutable") == true)
      let content = try #require(try await client.ask(.get, "/api/v1/documents/\(id)").answer().sha256)
      let passing = try await client.ask(.get, target(id, "?format=pdf&v=\(content)"))
      #expect(passing.headers[.cacheControl] == "private, no-cache", "what lies on it may change")
    }
  }

  @Test("it is another one when the board, or a document on it, has changed")
  func change() async throws {
    try await TestSite.run { client, _ in
      let document = try await upload(client, "a.pdf", SmallPDF.bytes())
      let id = try await board(client, of: [document])
      let first = try await client.ask(.get, target(id))
      _ = try await client.ask(
        .put, "/api/v1/documents/\(document)/content", body: SmallPDF.bytes(width: 600))
      let second = try await client.ask(.get, target(id))
      #expect(second.headers[.eTag] != first.headers[.eTag] && second.body != first.body)
      _ = try await client.ask(.put, "/api/v1/documents/\(document)/content", body: SmallPDF.bytes())
      let third = try await client.ask(.get, target(id))
      #expect(third.headers[.eTag] == first.headers[.eTag] && third.body == first.body)
      _ = try await client.ask(
        .put, "/api/v1/documents/\(id)/content",
        text: #"{"format":"org.sheaf.board","strokes":[{"points":[[1,1]]}]}"#)
      #expect(try await client.ask(.get, target(id)).headers[.eTag] != first.headers[.eTag])
    }
  }

  @Test("it is drawn once, and kept")
  func kept() async throws {
    try await TestSite.run { client, test in
      let id = try await board(client, of: [upload(client, "a.pdf", SmallPDF.bytes())])
      let first = try await client.ask(.get, target(id))
      let hits = test.assembly.cache.status.hits
      #expect(try await client.ask(.get, target(id)).body == first.body)
      #expect(test.assembly.cache.status.hits == hits + 2, "which pages lie on it, and the PDF")
    }
  }

  @Test("its thumbnail is a picture of it, and another one when it, or what lies on it, has changed")
  func thumbnail() async throws {
    try await TestSite.run { client, _ in
      let document = try await upload(client, "a.pdf", SmallPDF.bytes())
      let id = try await board(client, of: [document])
      let picture = "/api/v1/documents/\(id)/thumbnail?size=176&format=webp"
      let first = try await client.ask(.get, picture)
      #expect(first.status == .ok && first.headers[.contentType] == "image/webp")
      let tag = try #require(first.headers[.eTag])
      #expect(try await client.ask(.get, picture, headers: [.ifNoneMatch: tag]).status == .notModified)
      let content = try #require(try await client.ask(.get, "/api/v1/documents/\(id)").answer().sha256)
      let named = try await client.ask(.get, "\(picture)&v=\(content)")
      #expect(named.headers[.cacheControl] == "private, no-cache", "what lies on it may change")
      _ = try await client.ask(
        .put, "/api/v1/documents/\(document)/content", body: SmallPDF.bytes(width: 600))
      let second = try await client.ask(.get, "\(picture)&v=\(content)")
      #expect(second.headers[.eTag] != tag && second.body != first.body)
      _ = try await client.ask(
        .put, "/api/v1/documents/\(id)/content",
        text: #"{"format":"org.sheaf.board","strokes":[{"points":[[1,1],[90,50]]}]}"#)
      #expect(try await client.ask(.get, picture).body != second.body)
    }
  }

  @Test("an empty board is plain paper, and one that cannot be drawn looks like its type")
  func undrawn() async throws {
    try await TestSite.run { client, _ in
      let empty = try await upload(client, "b.board", Array(#"{"format":"org.sheaf.board"}"#.utf8))
      let damaged = try await upload(client, "c.board", Array("{".utf8))
      var pictures: [[UInt8]] = []
      for id in [empty, damaged] {
        let answer = try await client.ask(.get, "/api/v1/documents/\(id)/thumbnail?size=100")
        #expect(answer.status == .ok)
        pictures.append(answer.body)
      }
      #expect(pictures[0] != pictures[1])
    }
  }

  @Test("cards of documents that are missing or have no pages are empty paper")
  func missing() async throws {
    try await TestSite.run { client, _ in
      let text = try await client.upload("words", named: "a.txt").id ?? ""
      let damaged = try await upload(client, "b.pdf", Array("%PDF-1.4 and nothing".utf8))
      let id = try await board(client, of: ["0000000000000000", "../../etc/passwd", text, damaged])
      let answer = try await client.ask(.get, target(id))
      #expect(answer.status == .ok && answer.body.starts(with: Array("%PDF-".utf8)))
    }
  }

  @Test("a PDF is its own rendition")
  func pdf() async throws {
    try await TestSite.run { client, _ in
      let id = try await upload(client, "a.pdf", SmallPDF.bytes())
      let answer = try await client.ask(.get, target(id))
      #expect(answer.status == .ok && answer.body == SmallPDF.bytes())
      let content = try await client.ask(.get, "/api/v1/documents/\(id)/content")
      #expect(answer.headers[.eTag] == content.headers[.eTag])
    }
  }

  @Test("a document that is not made into a PDF is refused with a reason")
  func refusals() async throws {
    try await TestSite.run { client, _ in
      let archive = try await upload(
        client, "a.zip", Array("PK\u{5}\u{6}".utf8) + [UInt8](repeating: 0, count: 18))
      let refused = try await client.ask(.get, target(archive))
      #expect(refused.status == .unprocessableContent && refused.code == "not-showable")
      let empty = try await upload(client, "b.board", Array(#"{"format":"org.sheaf.board"}"#.utf8))
      #expect(try await client.ask(.get, target(empty)).code == "not-showable")
      let damaged = try await upload(client, "c.board", Array("{".utf8))
      let answer = try await client.ask(.get, target(damaged))
      #expect(answer.status == .unprocessableContent && answer.code == "damaged")
      let strokes = Array(repeating: #"{"points":[[1,1]]}"#, count: 100_001).joined(separator: ",")
      let large = try await upload(
        client, "d.board", Array(#"{"format":"org.sheaf.board","strokes":[\#(strokes)]}"#.utf8))
      #expect(try await client.ask(.get, target(large)).code == "document-too-large")
      #expect(try await client.ask(.get, target(empty, "?format=docx")).code == "invalid-parameter")
      #expect(try await client.ask(.get, target("0000000000000000")).status == .notFound)
    }
  }

  @Test("a text and an image are printed", arguments: [("a.txt", 1), ("a.tif", 2)])
  func printed(name: String, pages: Int) async throws {
    try await TestSite.run { client, _ in
      let bytes = name == "a.txt" ? Array("words".utf8) : SmallTIFF.bytes(pages: [(30, 20), (20, 30)])
      let id = try await upload(client, name, bytes)
      let answer = try await client.ask(.get, target(id))
      #expect(answer.status == .ok && answer.headers[.contentType] == "application/pdf")
      let printed = try await upload(client, "printed.pdf", answer.body)
      #expect(try await client.ask(.get, "/api/v1/documents/\(printed)/preview").answer().pageCount == pages)
      let tag = try #require(answer.headers[.eTag])
      #expect(try await client.ask(.get, target(id), headers: [.ifNoneMatch: tag]).status == .notModified)
      let part = try await client.ask(.get, target(id), headers: [.range: "bytes=0-4"])
      #expect(part.status == .partialContent && part.body == Array("%PDF-".utf8))
    }
  }
}
