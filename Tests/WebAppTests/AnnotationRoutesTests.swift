import DocumentModel
import HTTPServer
import HTTPTypes
import Testing

@testable import WebApp

@Suite("Annotations over HTTP")
struct AnnotationRoutesTests {
  private static let note =
    #"{"type":"Annotation","mark":{"kind":"note","page":1,"points":[[100,120]]},"body":"Grüße"}"#
  private static let ink = "0b5ad8a2-5d7e-4b0c-9c53-0a3a1f7e5c01"

  private static func ink(_ id: String = ink, color: String = "#2b55c9", page: Int = 1) -> String {
    """
    {"id":"urn:uuid:\(id)","mark":{"kind":"ink","page":\(page),"color":"\(color)","width":3,\
    "points":[[50,60,0.4],[90,80,0.9]]}}
    """
  }

  private static func quote(_ words: String) -> String {
    #"{"target":{"selector":{"type":"TextQuoteSelector","exact":"\#(words)"}}}"#
  }

  private func pdf(_ client: TestClient, pages: Int = 2) async throws -> String {
    let answer = try await client.ask(
      .post, "/api/v1/documents?name=a.pdf", body: SmallPDF.bytes(pages: pages))
    return "/api/v1/documents/\(try #require(try answer.answer().id))"
  }

  private func text(_ client: TestClient, _ text: String) async throws -> String {
    "/api/v1/documents/\(try #require(try await client.upload(text, named: "a.txt").id))"
  }

  private func list(_ client: TestClient, _ document: String, _ query: String = "") async throws
    -> [JSONValue]
  {
    let answer = try await client.ask(.get, "\(document)/annotations\(query)")
    guard case .array(let list) = try answer.member("annotations") else { return [] }
    return list
  }

  @Test("one is made, read, replaced and removed", arguments: TestClient.Mode.allCases)
  func life(mode: TestClient.Mode) async throws {
    try await TestSite.run(mode) { client, _ in
      let document = try await pdf(client)
      let made = try await client.ask(.post, "\(document)/annotations", text: Self.note)
      #expect(made.status == .created)
      let address = try #require(made.headers[.location])
      let tag = try #require(made.headers[.eTag])
      let read = try await client.ask(.get, address)
      #expect(read.body == made.body && read.headers[.eTag] == tag)
      #expect(read.headers[.contentType]?.hasPrefix("application/ld+json") == true)
      let other = Self.note.replacing("Grüße", with: "Salut")
      let stale = try await client.ask(.put, address, headers: [.ifMatch: "\"old\""], text: other)
      #expect(stale.status == .preconditionFailed)
      let replaced = try await client.ask(.put, address, headers: [.ifMatch: tag], text: other)
      #expect(replaced.status == .ok && replaced.text.contains("Salut"))
      #expect(try replaced.member("created") == read.member("created"))
      #expect(try await client.ask(.delete, address).status == .noContent)
      #expect(try await client.ask(.get, address).status == .notFound)
      #expect(try await list(client, document).isEmpty)
    }
  }

  @Test("several change at once or not at all, and a client is told what changed since it last asked")
  func batch() async throws {
    try await TestSite.run { client, _ in
      let document = try await pdf(client)
      let edit = #"{"put":[\#(Self.ink()),\#(Self.note)],"removed":[]}"#
      let first = try await client.ask(.patch, "\(document)/annotations", text: edit)
      let cursor = try #require(try first.member("cursor")?.text)
      let bad = #"{"put":[\#(Self.ink(color: "red"))],"removed":["\#(Self.ink)"]}"#
      #expect(try await client.ask(.patch, "\(document)/annotations", text: bad).status == .badRequest)
      #expect(try await list(client, document).count == 2)
      let removal = #"{"removed":["\#(Self.ink)","\#(AnnotationID())"]}"#
      _ = try await client.ask(.patch, "\(document)/annotations", text: removal)
      let news = try await client.ask(.get, "\(document)/annotations?since=\(cursor)")
      #expect(try news.member("complete") == .bool(false))
      #expect(try news.member("removed") == .array([.string(Self.ink)]))
      #expect(try news.member("annotations") == .array([]))
      let all = try await client.ask(.get, "\(document)/annotations?since=other.1")
      #expect(try all.member("complete") == .bool(true), "of another history all is told")
      #expect(try await list(client, document, "?kind=ink").isEmpty)
      #expect(try await list(client, document, "?kind=note&page=1").count == 1)
    }
  }

  @Test(
    "an annotation that cannot be kept is refused by its reason",
    arguments: [
      ("{", 400), ("[]", 400), (#"{"mark":{"kind":"note","page":3,"points":[[1,2]]}}"#, 400),
      (#"{"target":{"selector":{"type":"TextQuoteSelector","exact":"absent"}}}"#, 404),
      (#"{"type":"Annotation"}"#, 400),
    ])
  func refusals(body: String, status: Int) async throws {
    try await TestSite.run { client, _ in
      let document = try await pdf(client)
      let answer = try await client.ask(.post, "\(document)/annotations", text: body)
      #expect(answer.status.code == status && answer.code != nil, "\(body): \(answer.text)")
      #expect(try await client.ask(.get, "\(document)/annotations?since=x").status == .badRequest)
      #expect(
        try await client.ask(.get, "/api/v1/documents/0000000000000000/annotations").status == .notFound)
    }
  }

  @Test("words that are quoted have boxes, also after a newer content has them elsewhere")
  func anchored() async throws {
    try await TestSite.run { client, _ in
      let document = try await text(client, "First line.\nThe words to find are here.\n")
      let made = try await client.ask(.post, "\(document)/annotations", text: Self.quote("words to find"))
      #expect(made.status == .created && made.text.contains(#""boxes":[["#))
      let lines = (0..<90).map { "New line \($0).\n" }.joined() + "The words to find are here.\n"
      let changed = try await client.ask(.put, "\(document)/content", text: lines)
      #expect(changed.status == .ok)
      let found = try await list(client, document)
      #expect(found.count == 1)
      let mark = found.first?.members?["mark"]?.members
      #expect(mark?["page"] == .integer(2) && mark?["placed"] == nil)
      _ = try await client.ask(.put, "\(document)/content", text: "Something else.\n")
      let lost = try await list(client, document)
      #expect(lost.first?.members?["mark"]?.members?["placed"] == .bool(false), "it is kept, without a place")
    }
  }

  @Test("marks made on a content that is replaced meanwhile come to the new one")
  func late() async throws {
    try await TestSite.run { client, _ in
      let document = try await text(client, "The words to find are here.\n")
      let old = try #require(try await client.ask(.get, document).answer().sha256)
      _ = try await client.ask(.put, "\(document)/content", text: "Before.\nThe words to find are here.\n")
      let highlight = """
        {"sha256":"\(old)","put":[{"id":"urn:uuid:\(Self.ink)","mark":{"kind":"highlight","page":1,\
        "boxes":[[10,10,40,12]]},"target":{"selector":{"type":"TextQuoteSelector","exact":"words to find"}}}]}
        """
      let answer = try await client.ask(.patch, "\(document)/annotations", text: highlight)
      #expect(answer.status == .ok)
      let found = try await list(client, document)
      #expect(found.count == 1 && found.first?.members?["mark"]?.members?["placed"] == nil)
      let unknown = highlight.replacing(old, with: String(repeating: "0", count: 64))
      #expect(try await client.ask(.patch, "\(document)/annotations", text: unknown).status == .notFound)
    }
  }

  @Test("a listener hears of marks, and which client made them")
  func notified() async throws {
    try await TestSite.run(.live) { client, _ in
      let document = try await pdf(client)
      let connection = try await client.connect()
      try await connection.send(.get, "/api/v1/events")
      _ = try await connection.head()
      _ = try await client.ask(
        .post, "\(document)/annotations", headers: [.sheafClient: "tab-1"], text: Self.note)
      var heard = ""
      while !heard.contains("annotations.changed") || !heard.contains("cursor") {
        heard += String(decoding: try await connection.receive(), as: UTF8.self)
      }
      #expect(heard.contains(#""client":"tab-1""#) && heard.contains(#""cursor":""#))
    }
  }

  @Test("a PDF has its marks, drawn or as annotations, and the pages that are asked for")
  func exported() async throws {
    try await TestSite.run { client, _ in
      let document = try await pdf(client, pages: 3)
      _ = try await client.ask(.post, "\(document)/annotations", text: Self.ink())
      let original = try await client.ask(.get, "\(document)/content")
      for marks in ["flat", "annotations"] {
        let answer = try await client.ask(.get, "\(document)/rendition?format=pdf&marks=\(marks)")
        #expect(answer.status == .ok && answer.body.starts(with: Array("%PDF-".utf8)))
        #expect(answer.body.contains(Array("/Ink".utf8)) == (marks == "annotations"))
        #expect(answer.body.contains(Array("/SheafMarks1".utf8)) == (marks == "flat"))
        let again = try await client.ask(.get, "\(document)/rendition?format=pdf&marks=\(marks)")
        #expect(again.body == answer.body, "the same marks make the same file")
      }
      #expect(try await client.ask(.get, "\(document)/content").body == original.body)
      let page = try await client.ask(.get, "\(document)/rendition?pages=2-3")
      #expect(page.body.contains(Array("/Count 2".utf8)))
      #expect(page.headers[.contentDisposition]?.contains("a pages 2-3.pdf") == true)
      #expect(try await client.ask(.get, "\(document)/rendition?pages=4").status == .notFound)
      for query in ["marks=red", "pages=0", "pages=3-1", "pages=a", "pages="] {
        #expect(
          try await client.ask(.get, "\(document)/rendition?\(query)").status == .badRequest, "\(query)")
      }
    }
  }

  @Test("IIIF viewers find the marks of a canvas")
  func iiif() async throws {
    try await TestSite.run { client, _ in
      let document = try await pdf(client)
      _ = try await client.ask(.post, "\(document)/annotations", text: Self.note)
      let id = try #require(document.split(separator: "/").last)
      let address = "/iiif/presentation/3/\(id)/annotations/1"
      let manifest = try await client.ask(.get, "/iiif/presentation/3/\(id)/manifest")
      #expect(manifest.text.contains("\(address)\""))
      let page = try await client.ask(.get, address)
      #expect(page.text.contains(#""type":"AnnotationPage""#) && page.text.contains("/canvas/1\""))
      #expect(page.text.contains("SvgSelector") && page.text.contains("Grüße"))
      #expect(page.headers[HTTPField.Name("Access-Control-Allow-Origin") ?? .vary] == "*")
      let empty = try await client.ask(.get, "/iiif/presentation/3/\(id)/annotations/2")
      #expect(empty.text.contains(#""items":[]"#))
    }
  }
}
