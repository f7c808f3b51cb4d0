import FoundationEssentials
import HTTPServer
import HTTPTypes
import Testing

@testable import WebApp

@Suite("Types and handlers that users declare")
struct TypeRoutesTests {
  private let declaration = """
    {"types": [
      {"identifier": "org.example.note", "extensions": ["examplenote"], "conformsTo": ["public.plain-text"]},
      {"identifier": "org.example.list", "conformsTo": ["org.example.note"]}],
     "handlers": [{"identifier": "org.example.writer", "role": "editor", "rank": "owner",
       "contentTypes": ["org.example.note"], "url": "https://example.org/{id}"}]}
    """

  private func delete(_ path: String, _ client: TestClient) async throws -> (
    status: Int, code: String?, detail: String?
  ) {
    let answer = try await client.ask(.delete, "/api/v1/\(path)")
    return (answer.status.code, answer.code, try? answer.answer().detail)
  }

  private func kept(_ test: TestSite) throws -> String {
    try String(contentsOfFile: "\(test.root)/Library/types.json", encoding: .utf8)
  }

  @Test("are taken away again, those that other types refer to last, and stay away")
  func withdraw() async throws {
    try await TestSite.run { client, test in
      #expect(try await client.ask(.post, "/api/v1/types", text: declaration).status == .created)
      #expect(try await client.upload(named: "a.examplenote").type == "org.example.note")
      let used = try await delete("types/org.example.note", client)
      #expect(used.status == 409 && used.code == "in-use")
      for name in ["org.example.list", "org.example.writer"] { #expect(used.detail?.contains(name) == true) }
      #expect(try kept(test).contains("org.example.note"), "a refusal changes nothing")
      for path in ["types/org.example.list", "handlers/org.example.writer", "types/org.example.note"] {
        #expect(try await delete(path, client).status == 204, "\(path)")
        #expect(try await delete(path, client).code == "not-found", "\(path)")
      }
      #expect(try !kept(test).contains("org.example"))
      #expect(try await client.upload(named: "b.examplenote").type != "org.example.note")
      let listed = try await client.ask(.get, "/api/v1/types")
      #expect(!String(decoding: listed.body, as: UTF8.self).contains("org.example"))
    }
  }

  @Test("are in the list at once, which is kept for the next client until then")
  func listed() async throws {
    try await TestSite.run(.live) { client, _ in
      let first = try await client.ask(.get, "/api/v1/types")
      let tag = try #require(first.headers[.eTag])
      let known = try await client.ask(.get, "/api/v1/types", headers: [.ifNoneMatch: tag])
      #expect(known.status == .notModified)
      #expect(try await client.ask(.post, "/api/v1/types", text: declaration).status == .created)
      let later = try await client.ask(.get, "/api/v1/types", headers: [.ifNoneMatch: tag])
      #expect(later.status == .ok && String(decoding: later.body, as: UTF8.self).contains("org.example.note"))
    }
  }

  private struct Openers: Decodable {
    struct One: Decodable {
      let identifier: String
    }

    let openers: [One]
  }

  @Test(
    "a handler that is chosen for a type opens its documents and those of types below, until it is put back")
  func chosen() async throws {
    try await TestSite.run { client, _ in
      let document = try await client.upload(named: "a.md")
      let openers = {
        let answer = try await client.ask(.get, "/api/v1/documents/\(document.id ?? "")/openers")
        return try JSONDecoder().decode(Openers.self, from: Data(answer.body)).openers.map(\.identifier)
      }
      let preference = "/api/v1/preferences/opening.handlers"
      #expect(try await openers().first == "viewer")
      let choices =
        #"{"public.text":"text","public.data":"viewer","public.plain-text":"player","x y":"text"}"#
      #expect(try await client.ask(.put, preference, text: choices).status == .ok)
      #expect(try await openers().prefix(2) == ["text", "viewer"])
      #expect(try await client.ask(.delete, preference).status == .noContent)
      #expect(try await openers().first == "viewer")
    }
  }

  private struct Previewable: Decodable {
    struct One: Decodable {
      let identifier: String?
      let name: String?
      let previewable: Bool
    }

    var types: [One]?
    var documents: [One]?
  }

  @Test("are told, as all types and documents are, with whether more than an icon can be shown")
  func previewable() async throws {
    try await TestSite.run { client, _ in
      func listed(_ path: String) async throws -> Previewable {
        let body = try await client.ask(.get, "/api/v1/\(path)").body
        return try JSONDecoder().decode(Previewable.self, from: Data(body))
      }
      let types = try #require(try await listed("types").types)
      let shown = Dictionary(types.map { ($0.identifier ?? "", $0.previewable) }) { first, _ in first }
      for type in [
        "com.adobe.pdf", "public.png", "public.jpeg", "public.plain-text", "public.zip-archive", "public.mp3",
        "org.sheaf.board",
      ] {
        #expect(shown[type] == true, "\(type)")
      }
      #expect(shown["public.3d-content"] == false)
      for name in ["a.txt", "a.pdf", "b.sheafboard"] { _ = try await client.upload("", named: name) }
      _ = try await client.upload(
        #"{"format":"org.sheaf.board","formatVersion":1,"cards":[],"strokes":[]}"#, named: "c.sheafboard")
      let documents = try #require(try await listed("documents?sort=name").documents)
      #expect(documents.map(\.name) == ["a.pdf", "a.txt", "b.sheafboard", "c.sheafboard"])
      #expect(documents.map(\.previewable) == [false, true, false, true])
    }
  }

  @Test("are the only ones that can be taken away")
  func builtIn() async throws {
    try await TestSite.run { client, _ in
      for path in ["types/com.adobe.pdf", "types/COM.ADOBE.PDF", "handlers/viewer"] {
        let answer = try await delete(path, client)
        #expect(answer.status == 403 && answer.code == "built-in", "\(path)")
      }
      #expect(try await delete("types/org.example.unknown", client).status == 404)
      #expect(try await delete("types/a%20b", client).status == 404)
      #expect(try await delete("handlers/nobody", client).code == "not-found")
    }
  }

  @Test("an icon comes as pixels of the asked size", arguments: [16, 64, 1024])
  func pixels(size: Int) async throws {
    try await TestSite.run { client, _ in
      for query in ["size=\(size)", "size=\(size)&format=png"] {
        let answer = try await client.ask(.get, "/api/v1/types/com.adobe.pdf/icon?\(query)")
        #expect(answer.headers[.contentType] == "image/png")
        #expect(Array(answer.body.prefix(4)) == [0x89, 0x50, 0x4E, 0x47])
        // The first chunk of a PNG: width and height (W3C PNG, 11.2.1).
        let sides = [16, 20].map { start in answer.body[start..<(start + 4)].reduce(0) { $0 << 8 | Int($1) } }
        #expect(sides == [size, size])
      }
    }
  }

  @Test("an icon comes as WebP, and as the drawing that it is")
  func formats() async throws {
    try await TestSite.run { client, _ in
      let webp = try await client.ask(.get, "/api/v1/types/com.adobe.pdf/icon?format=webp")
      #expect(webp.headers[.contentType] == "image/webp" && Array(webp.body.prefix(4)) == Array("RIFF".utf8))
      for query in ["", "?format=svg", "?size=64&format=svg"] {
        let svg = try await client.ask(.get, "/api/v1/types/com.adobe.pdf/icon\(query)")
        #expect(svg.headers[.contentType]?.hasPrefix("image/svg+xml") == true)
        let side = query.contains("64") ? 64 : 256
        #expect(String(decoding: svg.body, as: UTF8.self).contains("width=\"\(side)\""))
      }
    }
  }

  @Test(
    "an icon of no size or format that there is is refused",
    arguments: ["size=15", "size=1025", "size=x", "size=+64", "size=64&format=gif", "format=jpg", "size="])
  func nonsense(query: String) async throws {
    try await TestSite.run { client, _ in
      let answer = try await client.ask(.get, "/api/v1/types/com.adobe.pdf/icon?\(query)")
      #expect(answer.code == "invalid-parameter")
    }
  }
}
