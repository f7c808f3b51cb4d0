import FoundationEssentials
import HTTPServer
import HTTPTypes
import Testing

@testable import WebApp

@Suite("IIIF over HTTP")
struct IIIFRoutesTests {
  private func uploadPDF(_ client: TestClient, pages: Int = 2) async throws -> String {
    let answer = try await client.ask(
      .post, "/api/v1/documents?name=a.pdf", body: SmallPDF.bytes(pages: pages))
    return try #require(try answer.answer().id)
  }

  private func isOpen(_ answer: TestResponse) -> Bool {
    answer.headers[.accessControlAllowOrigin] == "*"
      && answer.headers[.crossOriginResourcePolicy] == "cross-origin"
  }

  @Test("a copy in another folder has a manifest of its own")
  func copies() async throws {
    try await TestSite.run { client, _ in
      var tags: Set<String> = []
      for folder in ["", "F"] {
        let added = try await client.ask(
          .post, "/api/v1/documents?name=a.pdf&folder=\(folder)", body: SmallPDF.bytes(pages: 2))
        let id = try #require(try added.answer().id)
        let manifest = try await client.ask(.get, "/iiif/presentation/3/\(id)/manifest")
        #expect(manifest.status == .ok)
        tags.insert(try #require(manifest.headers[.eTag]))
      }
      #expect(tags.count == 2)
    }
  }

  @Test(
    "a tile is drawn, and again from memory, with its canonical address", arguments: TestClient.Mode.allCases)
  func tile(mode: TestClient.Mode) async throws {
    try await TestSite.run(mode) { client, _ in
      let id = try await uploadPDF(client)
      let target = "/iiif/3/\(id)_2/0,0,400,400/200,/0/color.png"
      let first = try await client.ask(.get, target)
      #expect(first.status == .ok)
      #expect(first.headers[.contentType] == "image/png")
      #expect(first.headers[.serverTiming]?.contains("200x200") == true)
      let link = try #require(first.headers[.link])
      #expect(link.contains("/iiif/3/\(id)_2/0,0,400,400/200,200/0/default.png>;rel=\"canonical\""))
      #expect(link.contains("<http://iiif.io/api/image/3/level2.json>;rel=\"profile\""))
      #expect(isOpen(first))
      let again = try await client.ask(.get, target)
      #expect(again.body == first.body)
      #expect(again.headers[.serverTiming] == "cache;desc=hit")
      #expect(again.headers[.link] == link)
      #expect(isOpen(again))
      let tag = try #require(first.headers[.eTag])
      let known = try await client.ask(.get, target, headers: [.ifNoneMatch: tag])
      #expect(known.status == .notModified)
      #expect(isOpen(known))
    }
  }

  @Test("an image that the client has is not drawn for it")
  func known() async throws {
    try await TestSite.run { client, site in
      let id = try await uploadPDF(client)
      let target = "/iiif/3/\(id)_1/full/50,/0/default.jpg"
      let tag = try #require(try await client.ask(.get, target).headers[.eTag])
      site.site.cache.forgetEverything()
      let answer = try await client.ask(.get, target, headers: [.ifNoneMatch: tag])
      #expect(answer.status == .notModified)
      #expect(answer.headers[.serverTiming] == nil)
      _ = try await client.ask(.put, "/api/v1/documents/\(id)/content", body: SmallPDF.bytes(width: 320))
      #expect(try await client.ask(.get, target, headers: [.ifNoneMatch: tag]).status == .ok)
    }
  }

  @Test("an address that names the content is immutable")
  func immutable() async throws {
    try await TestSite.run { client, _ in
      let id = try await uploadPDF(client)
      let hash = try #require(try await client.ask(.get, "/api/v1/documents/\(id)").answer().sha256)
      let target = "/iiif/3/\(id)_1/full/50,/0/default.jpg"
      let named = try await client.ask(.get, "\(target)?v=\(hash)")
      #expect(named.headers[.cacheControl]?.contains("immutable") == true)
      #expect(try await client.ask(.get, target).headers[.cacheControl] == "private, no-cache")
    }
  }

  @Test(
    "info.json names the host that was asked, and is JSON-LD or JSON as accepted",
    arguments: TestClient.Mode.allCases)
  func information(mode: TestClient.Mode) async throws {
    try await TestSite.run(mode) { client, _ in
      let target = "/iiif/3/\(try await uploadPDF(client))_1/info.json"
      let linked = try await client.ask(.get, target)
      #expect(
        linked.headers[.contentType]
          == "application/ld+json;profile=\"http://iiif.io/api/image/3/context.json\"")
      #expect(linked.text.hasPrefix("{\"@context\":\"http://iiif.io/api/image/3/context.json\""))
      #expect(linked.text.contains("\"id\":\"http://127.0.0.1/iiif/3/"))
      #expect(linked.headers[.vary] == "Accept, Origin, Cookie, Authorization")
      #expect(isOpen(linked))
      let plain = try await client.ask(.get, target, headers: [.accept: "application/json"])
      #expect(plain.headers[.contentType] == "application/json")
      #expect(plain.body == linked.body)
      #expect(plain.headers[.eTag] != linked.headers[.eTag])
      let other = try await client.ask(.get, target, headers: [.host: "localhost:81"])
      #expect(other.text.contains("\"id\":\"http://localhost:81/iiif/3/"))
    }
  }

  @Test("a base URI leads to info.json, with a slash at its end, too", arguments: ["", "/"])
  func baseURI(end: String) async throws {
    try await TestSite.run { client, _ in
      let id = try await uploadPDF(client)
      let answer = try await client.ask(.get, "/iiif/3/\(id)_1\(end)")
      #expect(answer.status == .seeOther)
      #expect(answer.headers[.location] == "/iiif/3/\(id)_1/info.json")
      #expect(isOpen(answer))
    }
  }

  @Test("a manifest lists the pages", arguments: TestClient.Mode.allCases)
  func manifest(mode: TestClient.Mode) async throws {
    try await TestSite.run(mode) { client, _ in
      let id = try await uploadPDF(client, pages: 3)
      let target = "/iiif/presentation/3/\(id)/manifest"
      let answer = try await client.ask(.get, target)
      #expect(answer.status == .ok)
      #expect(
        answer.headers[.contentType]
          == "application/ld+json;profile=\"http://iiif.io/api/presentation/3/context.json\"")
      #expect(answer.text.contains("\"id\":\"http://127.0.0.1/iiif/3/\(id)_3\""))
      #expect(isOpen(answer))
      _ = try await client.ask(
        .patch, "/api/v1/documents/\(id)", headers: [.contentType: "application/json"],
        text: "{\"name\":\"other.pdf\"}")
      #expect(try await client.ask(.get, target).text.contains("other.pdf"))
    }
  }

  @Test("a long manifest is made once for all who ask for it", arguments: TestClient.Mode.allCases)
  func longManifest(mode: TestClient.Mode) async throws {
    try await TestSite.run(mode) { client, site in
      let id = try await uploadPDF(client, pages: 600)
      let target = "/iiif/presentation/3/\(id)/manifest"
      let first = try await client.ask(.get, target)
      #expect(first.status == .ok)
      #expect(first.text.hasPrefix("{\"@context\":") && first.text.contains("/iiif/3/\(id)_600\""))
      #expect(isOpen(first))
      let again = try await client.ask(.get, target)
      let tag = try #require(first.headers[.eTag])
      #expect(again.body == first.body && again.headers[.eTag] == tag && isOpen(again))
      #expect(site.site.cache.large.count == 1)
      #expect(try await client.ask(.get, target, headers: [.ifNoneMatch: tag]).status == .notModified)
      let plain = try await client.ask(.get, target, headers: [.accept: "application/json"])
      #expect(plain.headers[.contentType] == "application/json" && plain.body == first.body)
      _ = try await client.ask(
        .patch, "/api/v1/documents/\(id)", headers: [.contentType: "application/json"],
        text: "{\"name\":\"other.pdf\"}")
      #expect(try await client.ask(.get, target).text.contains("other.pdf"))
    }
  }

  @Test(
    "an address that cannot be read is refused so that another site can read why",
    arguments: TestClient.Mode.allCases, ["%", "%zz/info.json", "x/full/max/0/%ff.png", "a%00b"])
  func unreadable(mode: TestClient.Mode, path: String) async throws {
    try await TestSite.run(mode) { client, _ in
      let answer = try await client.ask(.get, "/iiif/3/\(path)")
      #expect(answer.status == .badRequest && answer.code == "malformed-request")
      #expect(isOpen(answer))
      let elsewhere = try await client.ask(.get, "/api/v1/\(path)")
      #expect(elsewhere.status == .badRequest && !isOpen(elsewhere))
    }
  }

  @Test("a tag names what was asked for and the bytes: parts of two drawings are never put together")
  func tagOfBytes() async throws {
    try await TestSite.run { client, site in
      let id = try await uploadPDF(client)
      let target = "/iiif/3/\(id)_1/full/50,/0/default.jpg"
      let first = try await client.ask(.get, target)
      let tag = try #require(first.headers[.eTag])
      let parts = tag.filter { $0 != "\"" }.split(separator: "-")
      #expect(parts.map(\.count) == [32, 24] && !tag.hasPrefix("W/"))
      // Another rendering of the same image: the image is known, but its parts differ.
      let other = "\"\(parts[0])-\(String(repeating: "0", count: 24))\""
      site.site.cache.forgetEverything()
      let known = try await client.ask(.get, target, headers: [.ifNoneMatch: "\"x\", \(other)"])
      #expect(known.status == .notModified && known.headers[.eTag] == other)
      let range: HTTPFields = [.range: "bytes=0-9", .ifRange: other]
      #expect(try await client.ask(.get, target, headers: range).status == .ok)
      let same: HTTPFields = [.range: "bytes=0-9", .ifRange: tag]
      #expect(try await client.ask(.get, target, headers: same).status == .partialContent)
    }
  }

  @Test(
    "a malformed part of an address is a 400 that names it",
    arguments: [
      ("frob/max/0/default.jpg", "region"), ("0,0,0,0/max/0/default.jpg", "region"),
      ("99999,0,9,9/max/0/default.jpg", "region"), ("full/frob/0/default.jpg", "size"),
      ("full/full/0/default.jpg", "size"), ("full/0,/0/default.jpg", "size"),
      ("full/99999,/0/default.jpg", "size"), ("full/^99999,/0/default.jpg", "size"),
      ("full/max/45/default.jpg", "rotation"), ("full/max/frob/default.jpg", "rotation"),
      ("full/max/0/frob.jpg", "quality"), ("full/max/0/default", "quality"),
      ("full/max/0/default.tif", "format"), ("full/max/0/default.frob", "format"),
      ("full/max/0/default.jpg%2F..", "format"), ("full/max/%F0%9F%92%A9/default.jpg", "rotation"),
    ])
  func malformed(path: String, part: String) async throws {
    struct Problem: Decodable {
      let code: String
      let detail: String
      let parameter: String
    }
    try await TestSite.run { client, _ in
      let id = try await uploadPDF(client)
      let answer = try await client.ask(.get, "/iiif/3/\(id)_1/\(path)")
      #expect(answer.status == .badRequest)
      let problem = try JSONDecoder().decode(Problem.self, from: Data(answer.body))
      #expect(problem.code == "invalid-parameter")
      #expect(problem.parameter == part)
      #expect(problem.detail.contains(part))
      #expect(isOpen(answer))
    }
  }

  @Test(
    "an address with too few, too many or empty parts is a 400",
    arguments: ["full", "full/max/0", "/max/0/default.jpg", "full/max/0/default.jpg/x"])
  func wrongParts(path: String) async throws {
    try await TestSite.run { client, _ in
      let answer = try await client.ask(.get, "/iiif/3/\(try await uploadPDF(client))_1/\(path)")
      #expect(answer.status == .badRequest)
      #expect(answer.code == "invalid-parameter")
    }
  }

  @Test(
    "an image that is not there is a 404",
    arguments: [
      "a%2Fb", "a/b", "%5Bfrob%5D", "ID", "ID_0", "ID_3", "ID_99999999999999999999", "ID_1_1", "ID_x",
      "0000000000000000_1",
    ])
  func missing(name: String) async throws {
    try await TestSite.run { client, _ in
      let id = try await uploadPDF(client)
      let image = name.replacing("ID", with: id)
      for rest in ["info.json", "full/max/0/default.jpg"] {
        let answer = try await client.ask(.get, "/iiif/3/\(image)/\(rest)")
        #expect(answer.status == .notFound)
        #expect(isOpen(answer))
      }
    }
  }

  @Test("a manifest that is not there is a 404, of an archive a typed refusal")
  func noManifest() async throws {
    try await TestSite.run { client, _ in
      #expect(try await client.ask(.get, "/iiif/presentation/3/frob/manifest").status == .notFound)
      #expect(
        try await client.ask(.get, "/iiif/presentation/3/0000000000000000/manifest").status == .notFound)
      let archive = "PK\u{5}\u{6}" + String(repeating: "\0", count: 18)
      let id = try #require(try await client.upload(archive, named: "a.zip").id)
      #expect(try await client.ask(.get, "/iiif/presentation/3/\(id)/manifest").code == "not-showable")
      #expect(try await client.ask(.get, "/iiif/3/\(id)_1/full/max/0/default.jpg").code == "not-showable")
    }
  }

  @Test("documents in the Trash are not published")
  func trashed() async throws {
    try await TestSite.run(.live) { client, _ in
      let id = try await uploadPDF(client)
      let target = "/iiif/3/\(id)_1/info.json"
      #expect(try await client.ask(.get, target).status == .ok)
      _ = try await client.ask(.delete, "/api/v1/documents/\(id)")
      #expect(try await client.ask(.get, target).status == .notFound)
    }
  }

  @Test("a foreign viewer may ask before it signs in, and sign in with a token")
  func foreign() async throws {
    try await TestSite.run(requiresSignIn: true) { client, site in
      let target = "/iiif/3/0000000000000000_1/info.json"
      let preflight = try await client.ask(
        .options, target,
        headers: [.origin: "https://viewer.example", .accessControlRequestMethod: "GET"])
      #expect(preflight.status == .noContent)
      #expect(preflight.headers[.accessControlAllowMethods] == "GET, HEAD, OPTIONS")
      #expect(preflight.headers[.accessControlAllowHeaders]?.contains("Authorization") == true)
      #expect(isOpen(preflight))
      let stranger = try await client.ask(.get, target, headers: [.origin: "https://viewer.example"])
      #expect(stranger.status == .unauthorized)
      #expect(isOpen(stranger))
      let token = try await site.assembly.accounts.makeToken(name: "viewer")
      let known = try await client.ask(.get, target, headers: [.authorization: "Bearer \(token)"])
      #expect(known.status == .notFound)
    }
  }

  @Test("every refusal below /iiif is open to other sites, and nothing else is")
  func refusals() async throws {
    try await TestSite.run { client, _ in
      #expect(isOpen(try await client.ask(.get, "/iiif/3/x/info.json", headers: [.host: "evil.example"])))
      #expect(isOpen(try await client.ask(.delete, "/iiif/3/x/info.json")))
      #expect(isOpen(try await client.ask(.get, "/iiif/nothing")))
      let other = try await client.ask(.get, "/api/v1/documents")
      #expect(other.headers[.accessControlAllowOrigin] == nil)
      #expect(other.headers[.crossOriginResourcePolicy] == "same-origin")
    }
  }
}
