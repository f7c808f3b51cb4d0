import FoundationEssentials
import Glibc
import HTTPServer
import HTTPTypes
import Testing

@testable import WebApp

@Suite("SB-11 The workspace's directory over HTTP")
struct ContainerRoutesTests {
  private static let address = "/api/v1/container"

  private struct Page: Decodable {
    struct Entry: Decodable {
      let path: String
      let pathBytes: String?
      let kind: String
      let size: Int64
      let modified: String
      let archived: Bool
      let reason: String?
    }
    let entries: [Entry]
    let next: String?
  }

  private func read(_ response: TestResponse) throws -> Page {
    try JSONDecoder().decode(Page.self, from: Data(response.body))
  }

  private func expectReasons(_ entries: [Page.Entry]) {
    for (path, reason) in [
      ("Documents/link", "link"), ("Library/accounts.sqlite", "credentials"),
      ("Library/index.sqlite-wal", "index-log"), ("Documents/\u{FFFD}!", "name-not-utf8"),
    ] {
      let entry = entries.first { $0.path == path }
      #expect(entry?.archived == false && entry?.reason == reason, "\(path)")
    }
  }

  @Test("all of it is listed in pages, and no path of the machine's", arguments: TestClient.Mode.allCases)
  func listed(mode: TestClient.Mode) async throws {
    try await TestSite.run(mode) { client, test in
      _ = try await client.upload("the words", named: "a.txt", query: "&folder=Papers/Old")
      let strange = Array("\(test.root)/Documents/".utf8) + [0xFF, 0x21, 0]
      try #require(mkdir(strange.map { CChar(bitPattern: $0) }, 0o755) == 0)
      try #require(symlink(test.root, "\(test.root)/Documents/link") == 0)
      var (entries, next) = ([Page.Entry](), String?.none)
      repeat {
        let query = next.map { "&cursor=\($0)" } ?? ""
        let answer = try await client.ask(.get, "\(Self.address)?limit=3\(query)")
        #expect(answer.status == .ok && answer.headers[.contentType] == "application/json")
        #expect(answer.headers[.cacheControl] == "no-store")
        #expect(!String(decoding: answer.body, as: UTF8.self).contains(test.root))
        let page = try read(answer)
        entries += page.entries
        next = page.next
      } while next != nil && entries.count < 1000
      let kinds = Dictionary(uniqueKeysWithValues: entries.map { ($0.pathBytes ?? $0.path, $0.kind) })
      #expect(kinds["Documents/Papers/Old/a.txt"] == "file" && kinds["Documents/Papers/Old"] == "folder")
      #expect(kinds["Library/index.sqlite"] == "file" && kinds["tmp"] == "folder")
      #expect(kinds["Documents/link"] == "link")
      #expect(!kinds.keys.contains(where: { $0.hasPrefix("Documents/link/") }))
      let bytes = Data(Array("Documents/".utf8) + [0xFF, 0x21]).base64EncodedString()
      #expect(kinds[bytes] == "folder")
      let strangest = try #require(entries.first { $0.pathBytes == bytes })
      #expect(strangest.path == "Documents/\u{FFFD}!")
      let file = try #require(entries.first { $0.path == "Documents/Papers/Old/a.txt" })
      #expect(file.size == 9 && file.archived && file.reason == nil && file.modified.hasSuffix("Z"))
      expectReasons(entries)
      #expect(try await client.ask(.head, Self.address).body.isEmpty)
    }
  }

  @Test("it is downloaded with a copy of the index, without credentials", arguments: TestClient.Mode.allCases)
  func downloaded(mode: TestClient.Mode) async throws {
    try await TestSite.run(mode) { client, test in
      _ = try await client.upload("the words", named: "a.txt", query: "&folder=Papers/Old")
      let answer = try await client.ask(.get, "\(Self.address)/archive")
      #expect(answer.status == .ok && answer.headers[.contentType] == "application/zip")
      #expect(answer.headers[.contentLength] == nil && answer.headers[.cacheControl] == "no-store")
      #expect(
        answer.headers[.contentDisposition]?.hasPrefix("attachment; filename=\"container.zip\"") == true)
      #expect(Array(answer.body.suffix(22).prefix(4)) == [0x50, 0x4B, 5, 6])
      let text = String(decoding: answer.body, as: UTF8.self)
      for name in ["Documents/Papers/Old/a.txt", "the words", "Library/index.sqlite", "SQLite format 3"] {
        #expect(text.contains(name), "\(name)")
      }
      for name in ["accounts.sqlite", "index.sqlite-", test.root] { #expect(!text.contains(name), "\(name)") }
      let left = try FileManager.default.contentsOfDirectory(atPath: "\(test.root)/tmp")
      #expect(left == [], "the copy has no name any more")
      let head = try await client.ask(.head, "\(Self.address)/archive")
      #expect(head.status == .ok && head.body.isEmpty)
    }
  }

  @Test("what no page can be asked with is refused")
  func refused() async throws {
    try await TestSite.run { client, _ in
      for query in ["cursor=%2Fetc", "cursor=Li4", "cursor=", "limit=0", "limit=1001", "limit=x"] {
        let answer = try await client.ask(.get, "\(Self.address)?\(query)")
        #expect(answer.status == .badRequest && answer.code == "invalid-parameter", "\(query)")
      }
      #expect(try await client.ask(.get, "\(Self.address)/nothing").status == .notFound)
      for address in [Self.address, "\(Self.address)/archive"] {
        #expect(try await client.ask(.delete, address).status == .methodNotAllowed)
      }
    }
  }

  @Test("whoever has not signed in sees nothing")
  func stranger() async throws {
    try await TestSite.run(requiresSignIn: true) { client, _ async throws in
      #expect(try await client.ask(.get, Self.address).status == .unauthorized)
      #expect(try await client.ask(.get, "\(Self.address)/archive").status == .unauthorized)
    }
  }
}
