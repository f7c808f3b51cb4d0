import DocumentModel
import HTTPServer
import HTTPTypes
import Testing

@testable import WebApp
@testable import Workspace

@Suite("Pictures beside a text, over HTTP")
struct TextPicturesTests {
  private static let drawing = Array(
    #"<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>"#
      .utf8)

  private func add(
    _ client: TestClient, _ name: String, in folder: String = "", _ bytes: [UInt8]
  ) async throws -> String {
    let path = "/api/v1/documents?name=\(name)&folder=\(folder)"
    return try #require(try await client.ask(.post, path, body: bytes).answer().id)
  }

  private func words(_ client: TestClient, _ id: String) async throws -> String {
    let answer = try await client.ask(.get, "/api/v1/documents/\(id)/pages/1/text")
    return String(decoding: answer.body, as: UTF8.self)
  }

  @Test(
    "are shown as soon as they are there, and no longer than they are", arguments: TestClient.Mode.allCases)
  func shown(mode: TestClient.Mode) async throws {
    try await TestSite.run(mode) { client, _ in
      let text = try await add(client, "text.md", Array("![plan](plan.svg)".utf8))
      #expect(try await words(client, text).contains("[plan]"))
      let plan = try await add(client, "plan.svg", Self.drawing)
      #expect(try await !words(client, text).contains("[plan]"))
      let page = try await client.ask(.get, "/api/v1/documents/\(text)/pages/1?width=300")
      #expect(page.status == .ok)
      _ = try await client.ask(.delete, "/api/v1/documents/\(plan)")
      #expect(try await words(client, text).contains("[plan]"))
    }
  }

  @Test("are not shown to a content that is not kept")
  func passing() async throws {
    try await TestSite.run(.inProcess) { client, _ in
      _ = try await add(client, "plan.svg", Self.drawing)
      let answer = try await client.ask(
        .post, "/api/v1/preview?name=text.md&page=1&format=txt", body: Array("![plan](plan.svg)".utf8))
      #expect(String(decoding: answer.body, as: UTF8.self).contains("[plan]"))
    }
  }

  @Test(
    "are looked for below the folder of the text and above it, and never outside",
    arguments: [
      ("a.png", "notes/a.png"), ("./a.png", "notes/a.png"), ("pictures/a%20b.png", "notes/pictures/a b.png"),
      ("../a.png", "a.png"), ("a.png?raw=1#top", "notes/a.png"), ("../../a.png", nil), ("..", nil), ("", nil),
      ("%2e%2e/%2e%2e/a.png", nil), ("a%00.png", nil), ("ä ö.png", "notes/ä ö.png"),
    ] as [(String, String?)])
  func location(address: String, place: String?) throws {
    let folder = try FolderPath(parsing: "notes")
    #expect(Pages.location(of: address, from: folder)?.relativePath == place)
  }
}
