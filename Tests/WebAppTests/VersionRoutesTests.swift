import FoundationEssentials
import HTTPServer
import HTTPTypes
import Testing

@testable import WebApp

@Suite("Versions over HTTP")
struct VersionRoutesTests {
  struct Version: Decodable, Equatable {
    var number: Int
    var sha256: String
    var etag: String
    var size: Int
    var type: String
    var origin: String
    var author: String?
    var restoredFrom: Int?
    var kept: Bool
    var current: Bool
  }

  struct List: Decodable {
    var versions: [Version]
    var next: String?
  }

  private func list(_ client: TestClient, _ id: String, _ query: String = "") async throws -> List {
    let answer = try await client.ask(.get, "/api/v1/documents/\(id)/versions\(query)")
    #expect(answer.status == .ok)
    return try JSONDecoder().decode(List.self, from: Data(answer.body))
  }

  /// Creates a document with these contents as its versions; returns its id.
  private func document(
    _ client: TestClient, _ texts: String..., named name: String = "a.txt"
  ) async throws -> String {
    let id = try #require(try await client.upload(texts[0], named: name).id)
    for text in texts.dropFirst() {
      #expect(try await client.ask(.put, "/api/v1/documents/\(id)/content", text: text).status == .ok)
    }
    return id
  }

  @Test("versions are listed newest first, page by page", arguments: TestClient.Mode.allCases)
  func listing(mode: TestClient.Mode) async throws {
    try await TestSite.run(mode) { client, test in
      let id = try await document(client, "one", "two", "three")
      let all = try await list(client, id)
      #expect(all.versions.map(\.number) == [3, 2, 1] && all.next == nil)
      #expect(all.versions.map(\.current) == [true, false, false])
      #expect(all.versions.allSatisfy { $0.kept && $0.origin == "api" && $0.etag == "\"\($0.sha256)\"" })
      let first = try await list(client, id, "?limit=2")
      #expect(first.versions.map(\.number) == [3, 2])
      let rest = try await list(client, id, "?limit=2&cursor=\(try #require(first.next))")
      #expect(rest.versions.map(\.number) == [1] && rest.next == nil)
      for query in ["?limit=0", "?limit=1001", "?limit=x", "?cursor=x", "?cursor=0", "?cursor=-1"] {
        let answer = try await client.ask(.get, "/api/v1/documents/\(id)/versions\(query)")
        #expect(answer.code == "invalid-parameter", "\(query)")
      }
      #expect(
        try await client.ask(.get, "/api/v1/documents/0000000000000000/versions").code == "not-found")
    }
  }

  @Test("a version carries the name of the token that made it")
  func author() async throws {
    try await TestSite.run(requiresSignIn: true) { client, test in
      for _ in 0..<2 {
        let token = try await test.assembly.accounts.makeToken(name: "the scanner")
        let access: HTTPFields = [.authorization: "Bearer \(token)"]
        let created = try await client.ask(
          .post, "/api/v1/documents?name=a.txt", headers: access, text: "one"
        ).answer()
        let target = "/api/v1/documents/\(created.id ?? "")"
        _ = try await client.ask(.put, "\(target)/content", headers: access, text: "two")
        _ = try await client.ask(.post, "\(target)/versions/1/restore", headers: access)
        let answer = try await client.ask(.get, "\(target)/versions", headers: access)
        let versions = try JSONDecoder().decode(List.self, from: Data(answer.body)).versions
        #expect(versions.map(\.author) == ["the scanner", "the scanner", "the scanner"])
        #expect(versions.map(\.origin) == ["restored", "api", "api"])
        #expect(try await client.ask(.get, "\(target)/versions").status == .unauthorized)
      }
    }
  }

  @Test(
    "the bytes of a version can be kept for ever, and asked for in parts", arguments: TestClient.Mode.allCases
  )
  func content(mode: TestClient.Mode) async throws {
    try await TestSite.run(mode) { client, _ in
      let id = try await document(client, "<script>one</script>", "two", named: "a.html")
      let target = "/api/v1/documents/\(id)/versions/1/content"
      let answer = try await client.ask(.get, target)
      #expect(answer.text == "<script>one</script>")
      #expect(answer.headers[.cacheControl]?.contains("immutable") == true)
      #expect(answer.headers[.contentDisposition]?.hasPrefix("attachment") == true)
      #expect(answer.headers[.contentSecurityPolicy]?.contains("sandbox") == true)
      let tag = try #require(answer.headers[.eTag])
      #expect(!tag.hasPrefix("W/"))
      #expect(try await client.ask(.get, target, headers: [.ifNoneMatch: tag]).status == .notModified)
      let part = try await client.ask(.get, target, headers: [.range: "bytes=1-6"])
      #expect(part.status == .partialContent && part.text == "script")
      // A document's own file may still be written to.
      let current = try await client.ask(.get, "/api/v1/documents/\(id)/versions/2/content")
      #expect(current.text == "two" && current.headers[.cacheControl] == "private, no-cache")
    }
  }

  @Test("the words of a version are told and found, and not those of what came after it")
  func words() async throws {
    try await TestSite.run { client, _ in
      let id = try await document(client, "earlier words", "later words")
      let target = "/api/v1/documents/\(id)/versions/1"
      let text = try await client.ask(.get, "\(target)/pages/1/text")
      #expect(text.status == .ok && text.text.contains("earlier") && !text.text.contains("later"))
      #expect(try await client.ask(.get, "\(target)/pages/9/text").code == "not-found")
      #expect(try await client.ask(.get, "\(target)/find?q=Earlier").text.contains(#""text":"earlier""#))
      let other = try await client.ask(.get, "\(target)/find?q=later")
      #expect(other.text.contains(#""pages":[]"#) && other.text.contains(#""done":true"#))
      #expect(try await client.ask(.get, "\(target)/find").code == "invalid-parameter")
      #expect(try await client.ask(.get, "/api/v1/documents/\(id)/versions/9/find?q=a").code == "not-found")
    }
  }

  @Test("a document in the Trash shows its versions, and restores none of them")
  func trash() async throws {
    try await TestSite.run { client, _ in
      let id = try await document(client, "one", "two")
      _ = try await client.ask(.delete, "/api/v1/documents/\(id)")
      #expect(try await list(client, id).versions.count == 2)
      #expect(
        try await client.ask(.get, "/api/v1/documents/\(id)/versions/1/content").text == "one")
      #expect(
        try await client.ask(.get, "/api/v1/documents/\(id)/versions/2/content").text == "two")
      #expect(
        try await client.ask(.post, "/api/v1/documents/\(id)/versions/1/restore").code == "not-found")
    }
  }

  @Test("a version comes back as a new one, if the client knows what it replaces")
  func restoring() async throws {
    try await TestSite.run { client, _ in
      let id = try await document(client, "one", "two")
      let target = "/api/v1/documents/\(id)/versions/1/restore"
      let stale = try #require(try await list(client, id).versions.last?.etag)
      let refused = try await client.ask(.post, target, headers: [.ifMatch: stale])
      #expect(refused.status == .preconditionFailed && refused.code == "version-conflict")
      #expect(try await client.ask(.get, "/api/v1/documents/\(id)/content").text == "two")
      let good = try #require(try await list(client, id).versions.first?.etag)
      let restored = try await client.ask(.post, target, headers: [.ifMatch: good])
      #expect(try restored.answer().version == 3)
      #expect(restored.headers[.eTag] != nil)
      #expect(try await client.ask(.get, "/api/v1/documents/\(id)/content").text == "one")
      let newest = try #require(try await list(client, id).versions.first)
      #expect(newest.origin == "restored" && newest.restoredFrom == 1)
      let one = try await client.ask(.get, "/api/v1/documents/\(id)/versions/3")
      #expect(try JSONDecoder().decode(Version.self, from: Data(one.body)) == newest)
      let tag = try #require(one.headers[.eTag])
      for _ in 0..<5 {
        let again = try await client.ask(
          .get, "/api/v1/documents/\(id)/versions/3", headers: [.ifNoneMatch: tag])
        #expect(again.status == .notModified)
      }
    }
  }

  @Test("numbers that name no version, and bytes that are gone, are told apart")
  func refusals() async throws {
    try await TestSite.run { client, test in
      let id = try await document(client, "one", "two")
      for number in ["0", "-1", "x", "01", "1.0", "99999999999999999999"] {
        let answer = try await client.ask(.get, "/api/v1/documents/\(id)/versions/\(number)")
        #expect(answer.status == .badRequest, "\(number)")
      }
      for path in ["", "/content", "/pages/1"] {
        let answer = try await client.ask(.get, "/api/v1/documents/\(id)/versions/9\(path)")
        #expect(answer.status == .notFound && answer.code == "not-found", "\(path)")
      }
      try FileManager.default.removeItem(atPath: "\(test.root)/Library/Versions")
      for path in ["/content", "/pages/1"] {
        let answer = try await client.ask(.get, "/api/v1/documents/\(id)/versions/1\(path)")
        #expect(answer.status == .gone && answer.code == "version-gone", "\(path)")
      }
      #expect(
        try await client.ask(.post, "/api/v1/documents/\(id)/versions/1/restore").code == "version-gone")
      #expect(try await list(client, id).versions.map(\.kept) == [true, false])
    }
  }

  struct Comparison: Decodable {
    struct Side: Decodable { var version: Int, encoding: String }
    struct Line: Decodable { var kind: String, text: String, changes: [[Int]]? }
    struct Hunk: Decodable { var oldStart: Int, lines: [Line] }
    var from: Side, to: Side, identical: Bool, truncated: Bool, removed: Int, added: Int, hunks: [Hunk]
  }

  @Test("two versions of a text are compared", arguments: TestClient.Mode.allCases)
  func comparing(mode: TestClient.Mode) async throws {
    try await TestSite.run(mode) { client, _ in
      let id = try await document(client, "one <b>line</b>\nsame\n", "two <b>line</b>\nsame\n", "three\n")
      let target = "/api/v1/documents/\(id)/versions/1/compare"
      let answer = try await client.ask(.get, "\(target)?with=2")
      let found = try JSONDecoder().decode(Comparison.self, from: Data(answer.body))
      #expect(found.from.version == 1 && found.to.version == 2 && found.from.encoding == "utf-8")
      #expect(found.removed == 1 && found.added == 1 && !found.identical && !found.truncated)
      #expect(found.hunks.first?.lines.map(\.kind) == ["removed", "added", "context"])
      #expect(found.hunks.first?.lines.map(\.changes) == [[[0, 3]], [[0, 3]], nil])
      let diff = try await client.ask(.get, "\(target)?with=2&format=diff")
      #expect(diff.headers[.contentType] == "text/x-diff; charset=utf-8")
      #expect(diff.text.contains("\n-one <b>line</b>\n+two <b>line</b>\n same\n"))
      let accepted = try await client.ask(.get, target, headers: [.accept: "text/x-diff"])
      #expect(accepted.text.contains("+three"))
      #expect(accepted.headers[.contentSecurityPolicy]?.contains("sandbox") == true)
      let browser = try await client.ask(.get, target, headers: [.accept: "*/*"])
      #expect(browser.headers[.contentType] == "application/json")
      let tag = try #require(browser.headers[.eTag])
      #expect(try await client.ask(.get, target, headers: [.ifNoneMatch: tag]).status == .notModified)
      let same = try await client.ask(.get, "\(target)?with=1")
      #expect(try JSONDecoder().decode(Comparison.self, from: Data(same.body)).identical)
    }
  }

  @Test("a version that cannot be compared as text is refused with a reason")
  func incomparable() async throws {
    try await TestSite.run { client, test in
      let id = try #require(
        try await client.ask(.post, "/api/v1/documents?name=a.pdf", body: SmallPDF.bytes()).answer().id)
      let target = "/api/v1/documents/\(id)/versions/1/compare"
      let binary = try await client.ask(.get, target)
      #expect(binary.status == .unprocessableContent && binary.code == "not-comparable")
      for (query, code) in [
        ("?with=0", "invalid-parameter"), ("?with=x", "invalid-parameter"),
        ("?format=html", "invalid-parameter"), ("?with=7", "not-comparable"),
      ] {
        #expect(try await client.ask(.get, target + query).code == code, "\(query)")
      }
      let text = try await document(client, "one\n", String(repeating: "x", count: 5 << 20), named: "b.txt")
      let long = try await client.ask(.get, "/api/v1/documents/\(text)/versions/1/compare")
      #expect(long.status == .unprocessableContent && long.code == "document-too-large")
      #expect(
        try await client.ask(.get, "/api/v1/documents/\(text)/versions/1/compare?with=9").code == "not-found")
      try FileManager.default.removeItem(atPath: "\(test.root)/Library/Versions")
      #expect(
        try await client.ask(.get, "/api/v1/documents/\(text)/versions/1/compare").status == .gone)
    }
  }

  struct PageDifference: Decodable {
    var page: Int, width: Double, height: Double, changed: Double, removed: Double, added: Double
    var boxes: [[Double]]
  }

  @Test("pages of two versions are compared as a picture and in numbers", arguments: TestClient.Mode.allCases)
  func comparedPages(mode: TestClient.Mode) async throws {
    try await TestSite.run(mode) { client, _ in
      let id = try #require(
        try await client.ask(.post, "/api/v1/documents?name=a.pdf", body: SmallPDF.bytes()).answer().id)
      for pages in [2, 3] {
        let body = SmallPDF.bytes(pages: pages, height: 300 * (pages - 1))
        #expect(try await client.ask(.put, "/api/v1/documents/\(id)/content", body: body).status == .ok)
      }
      let target = "/api/v1/documents/\(id)/versions/1/compare/pages/1"
      let picture = try await client.ask(.get, "\(target)?with=2&width=100&format=png")
      #expect(picture.status == .ok && picture.headers[.contentType] == "image/png")
      #expect(picture.headers[.cacheControl]?.contains("immutable") == true)
      let suited = try await client.ask(.get, "\(target)?with=2&width=100&format=auto")
      #expect(suited.body == picture.body && suited.headers[.vary] == nil)
      let numbers = try await client.ask(.get, "\(target)?with=3&format=json")
      let found = try JSONDecoder().decode(PageDifference.self, from: Data(numbers.body))
      #expect(found.page == 1 && found.width == 200 && found.height == 600 && found.changed == 0)
      // The page is in the later version alone.
      let added = try await client.ask(
        .get, "/api/v1/documents/\(id)/versions/1/compare/pages/3?format=json")
      #expect(try JSONDecoder().decode(PageDifference.self, from: Data(added.body)).page == 3)
      for (path, code) in [
        ("1/compare/pages/9", "not-found"), ("9/compare/pages/1", "not-found"),
        ("1/compare/pages/1?with=9", "not-found"), ("1/compare/pages/1?with=x", "invalid-parameter"),
        ("1/compare/pages/1?width=9000", "too-large"), ("1/compare/pages/1?format=gif", "invalid-parameter"),
      ] {
        let answer = try await client.ask(.get, "/api/v1/documents/\(id)/versions/\(path)")
        #expect(answer.code == code, "\(path)")
      }
      let empty = "PK\u{5}\u{6}" + String(repeating: "\0", count: 18)
      let archive = try await document(client, empty, empty + "\0", named: "b.zip")
      #expect(
        try await client.ask(.get, "/api/v1/documents/\(archive)/versions/1/compare/pages/1").code
          == "not-showable")
    }
  }

  struct Preview: Decodable {
    struct Page: Decodable { var height: Double }
    struct Reason: Decodable { var code: String }
    struct Explain: Decodable { var type: String, source: String }
    var kind: String, pageCount: Int, pages: [Page], reason: Reason?, explain: Explain
  }

  @Test("the pages of a version are those of its time", arguments: TestClient.Mode.allCases)
  func previews(mode: TestClient.Mode) async throws {
    try await TestSite.run(mode) { client, test in
      let body = SmallPDF.bytes(pages: 2, height: 300)
      let id = try #require(
        try await client.ask(.post, "/api/v1/documents?name=a.pdf", body: body).answer().id)
      let contents: [[UInt8]] = [
        Array("no pdf".utf8), Array("%PDF-1.4 broken".utf8), SmallPDF.bytes(pages: 3),
      ]
      for content in contents {
        #expect(try await client.ask(.put, "/api/v1/documents/\(id)/content", body: content).status == .ok)
      }
      let versions = try await list(client, id).versions
      func preview(_ number: Int) async throws -> Preview {
        let answer = try await client.ask(.get, "/api/v1/documents/\(id)/versions/\(number)/preview")
        #expect(answer.status == .ok, "\(number)")
        return try JSONDecoder().decode(Preview.self, from: Data(answer.body))
      }
      let first = try await preview(1)
      #expect(first.kind == "pages" && first.pageCount == 2 && first.pages.map(\.height) == [300, 300])
      #expect(first.reason == nil && first.explain.source == versions.last?.sha256)
      let text = try await preview(2)
      #expect(text.pageCount == 1 && text.explain.type == versions[2].type)
      let broken = try await preview(3)
      #expect(broken.kind == "icon" && broken.pageCount == 0 && broken.reason != nil)
      #expect(try await preview(4).pageCount == 3)
      _ = try await client.ask(.delete, "/api/v1/documents/\(id)")
      #expect(try await preview(1).pageCount == 2)
      for (number, status) in [("9", 404), ("x", 400)] {
        let answer = try await client.ask(.get, "/api/v1/documents/\(id)/versions/\(number)/preview")
        #expect(answer.status.code == status, "\(number)")
      }
      try FileManager.default.removeItem(atPath: "\(test.root)/Library/Versions")
      let gone = try await client.ask(.get, "/api/v1/documents/\(id)/versions/1/preview")
      #expect(gone.status == .gone && gone.code == "version-gone")
    }
  }

  @Test("pages of an earlier version are drawn", arguments: TestClient.Mode.allCases)
  func pages(mode: TestClient.Mode) async throws {
    try await TestSite.run(mode) { client, _ in
      let id = try #require(
        try await client.ask(.post, "/api/v1/documents?name=a.pdf", body: SmallPDF.bytes()).answer().id)
      #expect(
        try await client.ask(.put, "/api/v1/documents/\(id)/content", text: "no pdf").status == .ok)
      let target = "/api/v1/documents/\(id)/versions/1/pages/1"
      let page = try await client.ask(.get, "\(target)?width=100&format=png")
      #expect(page.status == .ok && page.headers[.contentType] == "image/png")
      #expect(page.headers[.cacheControl]?.contains("immutable") == true)
      #expect(try await client.ask(.get, target).status == .ok)
      #expect(try await client.ask(.get, "\(target)?width=0").code == "invalid-parameter")
      #expect(
        try await client.ask(.get, "/api/v1/documents/\(id)/versions/1/pages/99").code == "not-found")
      #expect(try await client.ask(.get, "/api/v1/documents/\(id)/versions/2/pages/1").status == .ok)
    }
  }
}
