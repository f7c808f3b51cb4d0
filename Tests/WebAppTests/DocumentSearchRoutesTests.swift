import FoundationEssentials
import HTTPServer
import HTTPTypes
import Testing

@testable import WebApp
@testable import Workspace

@Suite("The search in all documents over HTTP")
struct DocumentSearchRoutesTests {
  private struct Answer: Decodable {
    struct Found: Decodable {
      struct Page: Decodable {
        struct Snippet: Decodable {
          let text: String
          let marks: [[Int]]
        }

        let page: Int
        let size: [Double]
        let hits: [[[Double]]]
        let snippet: Snippet
        let source: String?
      }

      let document: DocumentJSON
      let pageCount: Int
      let pages: [Page]
    }

    struct Remark: Decodable, Equatable {
      let code: String
      let part: String?
    }

    struct Facets: Decodable {
      struct Facet: Decodable {
        let value: String
        let documents: Int
      }

      let types: [Facet]
    }

    let documents: [Found]
    let total: Int
    let partial: Bool
    let remarks: [Remark]
    let facets: Facets?
    let next: String?
  }

  private func fill(_ test: TestSite) async throws {
    let filling = TextFilling(test.assembly.workspace, into: test.assembly.words)
    try await filling.catchUp()
    while await filling.fillSome() {}
  }

  private func find(_ client: TestClient, _ query: String) async throws -> Answer {
    let answer = try await client.ask(.get, "/api/v1/search?\(query)")
    #expect(answer.status == .ok, "\(query)")
    return try JSONDecoder().decode(Answer.self, from: Data(answer.body))
  }

  @Test(
    "finds notes of annotations as soon as they are written, and those of a time when the server was not there"
  )
  func notes() async throws {
    try await TestSite.run { client, test in
      let file = try await client.ask(.post, "/api/v1/documents?name=a.pdf", body: SmallPDF.bytes(pages: 2))
      let address = "/api/v1/documents/\(try #require(try file.answer().id))/annotations"
      func write(_ note: String) async throws {
        let mark = #"{"mark":{"kind":"note","page":2,"points":[[100,120]]},"body":"\#(note)"}"#
        #expect(try await client.ask(.post, address, text: mark).status == .created)
      }
      try await write("Vorher geschrieben")
      try await fill(test)
      let filling = MarkFilling(
        test.assembly.workspace, test.assembly.annotations, into: test.assembly.words,
        pause: { _ in
          // Notices alone make it look again: no time passes in this test.
          try? await Task.sleep(for: .seconds(100))
        })
      let running = Task { try await filling.run() }
      defer { running.cancel() }
      let before = try await eventually { try await find(client, "q=vorher").documents.first }
      #expect(before.pages.map(\.page) == [2] && before.pages.first?.source == "annotation")
      #expect(before.pages.first?.snippet.text == "Vorher geschrieben")
      let box = try #require(before.pages.first?.hits.first?.first)
      #expect(zip(box, [92, 112, 16, 16]).allSatisfy { abs($0 - $1) < 0.1 })
      try await write("Nachher")
      #expect(try await eventually { try await find(client, "q=nachher").documents.first }.pages.count == 1)
    }
  }

  @Test("finds a message by its sender and by those it is written to")
  func sender() async throws {
    try await TestSite.run { client, test in
      let message =
        "From: Erika Muster <erika@example.org>\r\nTo: Karl@example.org\r\nSubject: Ernte\r\n\r\nKorn\r\n"
      let id = try await client.upload(message, named: "a.eml").id
      _ = try await client.upload("Erika is a name", named: "b.txt")
      try await fill(test)
      #expect(try await find(client, "q=by:erika").documents.map(\.document.id) == [id])
      #expect(try await find(client, "q=by:karl").documents.isEmpty)
      #expect(try await find(client, "q=erika").total == 2)
    }
  }

  /// Asks until there is an answer.
  private func eventually<Value>(_ body: () async throws -> Value?) async throws -> Value {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
      if let value = try await body() { return value }
      await Task.yield()
    }
    throw CancellationError()
  }

  @Test(
    "tells documents with pages, boxes and the words around each hit", arguments: TestClient.Mode.allCases)
  func words(mode: TestClient.Mode) async throws {
    try await TestSite.run(mode) { client, test in
      let document = try await client.upload("The Große Needle is in the haystack", named: "hay.txt")
      _ = try await client.upload("nothing", named: "other.txt")
      try await fill(test)
      let answer = try await find(client, "q=grosse%20need&typing=true&facets=true")
      #expect(answer.total == 1 && !answer.partial && answer.next == nil && answer.remarks.isEmpty)
      let found = try #require(answer.documents.first)
      let page = try #require(found.pages.first)
      #expect(
        found.document.id == document.id && found.pageCount == 1 && page.page == 1 && page.size.count == 2)
      #expect(page.hits.map(\.count) == [1, 1] && page.hits.allSatisfy { $0.allSatisfy { $0.count == 4 } })
      #expect(page.snippet.text.hasPrefix("The Große Needle") && page.snippet.marks == [[4, 5], [10, 6]])
      #expect(answer.facets?.types.map(\.documents) == [1])
    }
  }

  @Test("counts each type with those that conform to it, as a filter by it finds")
  func counts() async throws {
    try await TestSite.run { client, test in
      for name in ["a.txt", "b.txt", "c.md"] { _ = try await client.upload("needle \(name)", named: name) }
      try await fill(test)
      let types = try #require(try await find(client, "q=needle&facets=true").facets).types
      #expect(types.map(\.value) == ["public.plain-text", "net.daringfireball.markdown"])
      #expect(types.map(\.documents) == [3, 1])
      #expect(try await find(client, "q=needle%20type:public.plain-text").total == 3)
    }
  }

  @Test("finds kinds of documents by word, extension and identifier, and says what it did not understand")
  func kinds() async throws {
    try await TestSite.run { client, test in
      _ = try await client.upload("tea", named: "a.txt")
      _ = try await client.upload("tea", named: "b.csv")
      try await fill(test)
      #expect(try await find(client, "q=tea%20type:text").total == 2)
      #expect(try await find(client, "q=tea%20type:csv").documents.map(\.document.name) == ["b.csv"])
      #expect(try await find(client, "q=-type:csv").documents.map(\.document.name) == ["a.txt"])
      let odd = try await find(client, "q=tea%20type:nonsense")
      #expect(odd.remarks.map(\.part) == ["type:nonsense"] && odd.total == 0)
    }
  }

  @Test("goes on with the next documents, and refuses parameters that mean nothing")
  func pieces() async throws {
    try await TestSite.run { client, test in
      for number in 1...3 { _ = try await client.upload("tea \(number)", named: "\(number).txt") }
      try await fill(test)
      let first = try await find(client, "q=tea&limit=2")
      let next = try #require(first.next)
      let second = try await find(client, "q=tea&limit=2&cursor=\(next)")
      #expect(first.documents.count == 2 && second.documents.count == 1 && second.next == nil)
      for query in [
        "", "q=a&limit=0", "q=a&limit=101", "q=a&cursor=x", "q=a&cursor=9999999", "q=a&typing=yes",
      ] {
        let answer = try await client.ask(.get, "/api/v1/search?\(query)")
        #expect(answer.status == .badRequest, "\(query)")
      }
    }
  }

  @Test("says how far the index is")
  func progress() async throws {
    try await TestSite.run { client, test in
      _ = try await client.upload("tea", named: "a.txt")
      try await fill(test)
      let answer = try await client.ask(.get, "/api/v1/search/index")
      #expect(String(decoding: answer.body, as: UTF8.self).contains("\"read\":1"))
    }
  }

  @Test("says of a document how many of its pages are read, and why none can be")
  func documentProgress() async throws {
    try await TestSite.run { client, test in
      let text = try await client.upload("tea", named: "a.txt")
      let bytes = try await client.upload("\u{0}\u{1}\u{2}", named: "a.bin")
      let early = try await words(client, text.id)
      #expect(early == Words(state: "waiting", pages: 0, recognized: 0, scans: 0))
      try await fill(test)
      let read = try await words(client, text.id)
      #expect(read == Words(state: "read", pages: 1, pageCount: 1, recognized: 0, scans: 0))
      let refused = try await words(client, bytes.id)
      #expect(refused == Words(state: "refused", pages: 0, recognized: 0, scans: 0, reason: "not-showable"))
    }
  }

  @Test("has no words of documents that are not there", arguments: ["0000000000000000", "none"])
  func missing(id: String) async throws {
    try await TestSite.run { client, _ in
      let answer = try await client.ask(.get, "/api/v1/documents/\(id)/words")
      #expect(answer.status == .notFound)
    }
  }

  private struct Words: Decodable, Equatable {
    let state: String
    let pages: Int
    var pageCount: Int?
    let recognized: Int
    let scans: Int
    var reason: String?
  }

  private func words(_ client: TestClient, _ id: String?) async throws -> Words {
    let id = try #require(id)
    let answer = try await client.ask(.get, "/api/v1/documents/\(id)/words")
    #expect(answer.status == .ok)
    return try JSONDecoder().decode(Words.self, from: Data(answer.body))
  }
}
