import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes
import Testing

@testable import WebApp

@Suite("Sets to look through")
struct PreviewSetRoutesTests {
  private struct SetJSON: Decodable {
    struct Item: Decodable, Equatable {
      var index: Int
      var title: String
      var kind: String
      var previewable: Bool
      var document: String?
      var type: String?
      var url: String?
    }

    let id: String
    let count: Int
    let index: Int
    let items: [Item]
  }

  private func set(_ response: TestResponse) throws -> SetJSON {
    try JSONDecoder().decode(SetJSON.self, from: Data(response.body))
  }

  @Test("keep documents and addresses in order, each with a title")
  func order() async throws {
    try await TestSite.run { client, _ in
      let text = try await client.upload("one", named: "a.txt").id ?? ""
      let empty = try await client.upload("\u{0}\u{1}\u{2}", named: "b.bin").id ?? ""
      let board = try await client.upload(
        #"{"format":"org.sheaf.board","formatVersion":1,"cards":[],"strokes":[]}"#, named: "d.sheafboard"
      ).id
      let looked = try await client.ask(
        .post, "/api/v1/preview-sets", text: #"{"items":["\#(board ?? "")"]}"#)
      #expect(try set(looked).items[0].previewable, "a board has a picture")
      let body = """
        {"index":1,"items":["\(text)",{"document":"\(empty)","title":"Nothing"},
        {"url":"https://example.org/x/page%20one.html?q"},{"url":"https://example.org/","title":"Home"},
        {"url":"/d/\(text)#page=2"},{"url":"/api/v1/documents/\(text)/content","title":"Again"}]}
        """
      let made = try await client.ask(.post, "/api/v1/preview-sets", text: body)
      #expect(made.status == .created, "\(made.text)")
      let address = try #require(made.headers[.location])
      let found = try set(try await client.ask(.get, address))
      #expect(found.count == 6 && found.index == 1 && found.items.map(\.index) == Array(0..<6))
      #expect(
        found.items.map(\.title) == [
          "a.txt", "Nothing", "page one.html", "https://example.org/", "a.txt", "Again",
        ]
          || found.items.map(\.title) == ["a.txt", "Nothing", "page one.html", "Home", "a.txt", "Again"])
      #expect(found.items[0].previewable && found.items[0].kind == "pages" && found.items[0].type != nil)
      #expect(found.items[2].url == "https://example.org/x/page%20one.html?q" && !found.items[2].previewable)
      #expect(found.items[4].document == text && found.items[5].document == text)
      let one = try await client.ask(.get, "\(address)/items/3")
      #expect(try JSONDecoder().decode(SetJSON.Item.self, from: Data(one.body)) == found.items[3])
      #expect(found.items[3].title == "Home")
      #expect(try await client.ask(.get, "\(address)/items/6").status == .notFound)
      _ = try await client.ask(.patch, "/api/v1/documents/\(text)", text: #"{"name":"c.txt"}"#)
      #expect(try set(await client.ask(.get, address)).items[0].title == "c.txt")
      _ = try await client.ask(.delete, "/api/v1/documents/\(text)")
      let gone = try set(await client.ask(.get, address)).items
      #expect(!gone[0].previewable && gone[0].kind == "icon" && gone[5].title == "Again")
      #expect(try await client.ask(.delete, address).status == .noContent)
      for place in [address, "\(address)/items/0"] {
        let removed = try await client.ask(.get, place)
        #expect(removed.status == .gone && removed.code == "address-expired", "\(place)")
      }
      #expect(try await client.ask(.delete, address).status == .gone)
    }
  }

  @Test("are refused in wrong words")
  func refusals() async throws {
    try await TestSite.run { client, _ in
      let id = try await client.upload("one").id ?? ""
      for body in [
        "[]", "{}", #"{"items":[]}"#, #"{"items":"x"}"#, #"{"items":["x"]}"#, #"{"items":[{}]}"#,
        #"{"items":[1]}"#,
        #"{"items":[{"document":"\#(id)","url":"https://a/"}]}"#, #"{"items":["\#(id)"],"index":1}"#,
        #"{"items":["\#(id)"],"index":-1}"#, #"{"items":["\#(id)"],"index":"0"}"#,
        #"{"items":["\#(id)"],"x":0}"#,
        #"{"items":[{"url":"javascript:alert(1)"}]}"#, #"{"items":[{"url":"https://a/","title":""}]}"#,
        #"{"items":[{"url":"https://a/","name":"x"}]}"#,
        #"{"items":[\#(Array(repeating: #""\#(id)""#, count: 1001).joined(separator: ","))]}"#,
      ] {
        let refused = try await client.ask(.post, "/api/v1/preview-sets", text: body)
        #expect(refused.status == .badRequest, "\(body.prefix(60)): \(refused.status)")
      }
      let unknown = try await client.ask(
        .post, "/api/v1/preview-sets", text: #"{"items":["0123456789abcdef"]}"#)
      #expect(unknown.status == .notFound)
      #expect(try await client.ask(.get, "/api/v1/preview-sets/0123456789abcdef").status == .notFound)
    }
  }
}
