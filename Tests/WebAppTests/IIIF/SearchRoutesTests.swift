import DocumentModel
import HTTPServer
import HTTPTypes
import Testing

@testable import WebApp

@Suite("Searching within a document by IIIF")
struct SearchRoutesTests {
  private func search(_ client: TestClient, _ document: String, _ query: String) async throws -> TestResponse
  {
    let id = document.split(separator: "/").last ?? ""
    return try await client.ask(.get, "/iiif/search/2/\(id)?\(query)")
  }

  private func upload(_ client: TestClient, _ text: String) async throws -> String {
    "/api/v1/documents/\(try #require(try await client.upload(text, named: "a.txt").id))"
  }

  private func items(_ page: [String: JSONValue]) -> [[String: JSONValue]] {
    guard case .array(let items)? = page["items"] else { return [] }
    return items.compactMap(\.members)
  }

  private func text(_ value: JSONValue?) throws -> String {
    guard case .string(let text)? = value else { throw NoText() }
    return text
  }

  private struct NoText: Error {}

  private func members(_ answer: TestResponse) throws -> [String: JSONValue] {
    try #require(try JSONValue(reading: answer.body).members)
  }

  @Test(
    "a hit is an annotation on its canvas, with the text around it beside it",
    arguments: TestClient.Mode.allCases)
  func hits(mode: TestClient.Mode) async throws {
    try await TestSite.run(mode) { client, _ in
      let document = try await upload(client, "There are two Bírds in the bush.\n")
      let answer = try await search(client, document, "q=birds")
      #expect(
        answer.headers[.contentType]
          == "application/ld+json;profile=\"http://iiif.io/api/search/2/context.json\"")
      #expect(answer.headers[.accessControlAllowOrigin] == "*")
      let page = try members(answer)
      #expect(page["@context"] == .string(SearchPage.context) && page["type"] == .string("AnnotationPage"))
      #expect(page["partOf"] == nil && page["ignored"] == nil)
      let found = items(page)
      let one = try #require(found.first)
      #expect(found.count == 1 && one["motivation"] == .string("supplementing"))
      #expect(one["body"]?.members?["value"] == .string("Bírds"))
      let id = document.split(separator: "/").last ?? ""
      let target = try text(one["target"])
      let canvas = "http://127.0.0.1/iiif/presentation/3/\(id)/canvas/1#xywh="
      #expect(target.hasPrefix(canvas))
      let sides = target.dropFirst(canvas.count).split(separator: ",").compactMap { Int($0) }
      #expect(sides.count == 4 && sides.allSatisfy { $0 > 0 })
      #expect(
        answer.text.contains(#""prefix":"There are two ","#)
          && answer.text.contains(#""suffix":" in the bush.""#))
      #expect(answer.text.contains("contextualizing"))
      let manifest = try await client.ask(.get, "/iiif/presentation/3/\(id)/manifest")
      #expect(manifest.text.contains("http://127.0.0.1/iiif/search/2/\(id)\",\"type\":\"SearchService2\""))
      #expect(manifest.text.contains(canvas.dropLast("#xywh=".count)))
    }
  }

  @Test("words that go over the end of a line are two annotations with one text around them")
  func lines() async throws {
    try await TestSite.run { client, _ in
      let line = String(repeating: "word ", count: 14)
      let document = try await upload(client, "\(line)first\nsecond \(line)\n")
      let page = try members(try await search(client, document, "q=first+second"))
      #expect(items(page).count == 2 && Set(items(page).compactMap { $0["target"] }).count == 2)
      guard case .array(let pages)? = page["annotations"], let around = pages.first?.members,
        case .array(let targets)? = items(around).first?["target"]
      else { throw NoText() }
      #expect(items(around).count == 1)
      #expect(targets.compactMap { $0.members?["source"] } == items(page).compactMap { $0["id"] })
    }
  }

  @Test("many hits come in parts, each of which leads to the next")
  func parts() async throws {
    try await TestSite.run { client, _ in
      let document = try await upload(client, String(repeating: "needle and\n", count: 620))
      let first = try members(try await search(client, document, "q=needle"))
      #expect(items(first).count == SearchPage.length && first["startIndex"] == .integer(0))
      #expect(first["partOf"]?.members?["total"] == .integer(620) && first["prev"] == nil)
      let next = try text(first["next"]?.members?["id"])
      #expect(next.hasSuffix("?q=needle&start=500"))
      let target = next.replacing("http://127.0.0.1", with: "")
      let last = try members(try await client.ask(.get, target))
      #expect(items(last).count == 120 && last["next"] == nil && last["id"] == .string(next))
      #expect(last["prev"]?.members?["id"] == first["id"])
      let all = items(first) + items(last)
      #expect(Set(all.compactMap { $0["id"] }).count == 620)
    }
  }

  @Test("notes are found, too; a motivation chooses, and what is not obeyed is named")
  func notes() async throws {
    try await TestSite.run { client, _ in
      let document = try await upload(client, "A garden in spring.\n")
      let note =
        #"{"type":"Annotation","mark":{"kind":"note","page":1,"points":[[100,120]]},"body":"Water the Gärden"}"#
      #expect(try await client.ask(.post, "\(document)/annotations", text: note).status == .created)
      let both = items(try members(try await search(client, document, "q=garden")))
      #expect(both.count == 2 && both.last?["body"] != nil)
      let motivation = try text(both.last?["motivation"])
      let chosen = try members(
        try await search(client, document, "q=garden&motivation=\(motivation)&user=me&date="))
      #expect(items(chosen).count == 1 && chosen["ignored"] == .array([.string("user")]))
      #expect(
        chosen["id"]
          == .string(
            "http://127.0.0.1/iiif/search/2/\(document.suffix(16))?q=garden&motivation=\(motivation)"))
      #expect(items(try members(try await search(client, document, "q=garden&motivation=painting"))).isEmpty)
      #expect(items(try members(try await search(client, document, "q=winter"))).isEmpty)
    }
  }

  @Test("a box that no canvas reaches is bounded", arguments: [1e300, -1e300, .infinity, .nan])
  func boxes(edge: Double) {
    let fragment = SearchPage.fragment(PageRectangle(x: edge, y: 0.5, width: 1e300, height: 2))
    let sides = fragment.split(separator: ",").compactMap { Int($0) }
    #expect(sides.count == 4 && sides.allSatisfy { (0...PageNumber.largest) ~= $0 })
    #expect(SearchPage.fragment(PageRectangle(x: -3, y: 9.5, width: 5, height: 1)) == "0,9,2,2")
  }

  @Test(
    "a bad search is refused, a part beyond the end is empty",
    arguments: [
      "", "q=", "q=%20", "q=words&start=-1", "q=words&start=x", "q=words&start=9223372036854775807",
    ])
  func refusals(query: String) async throws {
    try await TestSite.run { client, _ in
      let document = try await upload(client, "words\n")
      let answer = try await search(client, document, query)
      #expect(answer.status == .badRequest && answer.code == "invalid-parameter")
      #expect(try await search(client, "/0123456789abcdef", "q=a").status == .notFound)
      let beyond = try members(try await search(client, document, "q=words&start=\(PageNumber.largest)"))
      #expect(items(beyond).isEmpty && beyond["next"] == nil)
    }
  }
}
