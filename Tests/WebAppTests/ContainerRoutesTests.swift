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
      let reason: String?
    }
    let entries: [Entry]
    let next: String?
  }

  private func read(_ response: TestResponse) throws -> Page {
    try JSONDecoder().decode(Page.self, from: Data(response.body))
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
      #expect(file.size == 9 && file.reason == nil && file.modified.hasSuffix("Z"))
      #expect(try await client.ask(.head, Self.address).body.isEmpty)
    }
  }

  @Test("parameters that ask for no page are refused")
  func refused() async throws {
    try await TestSite.run { client, _ in
      for query in ["cursor=%2Fetc", "cursor=Li4", "cursor=", "limit=0", "limit=1001", "limit=x"] {
        let answer = try await client.ask(.get, "\(Self.address)?\(query)")
        #expect(answer.status == .badRequest && answer.code == "invalid-parameter", "\(query)")
      }
      #expect(try await client.ask(.get, "\(Self.address)/nothing").status == .notFound)
      #expect(try await client.ask(.get, "\(Self.address)/archive").status == .notFound)
      #expect(try await client.ask(.delete, Self.address).status == .methodNotAllowed)
    }
  }

  @Test("a client that has not signed in sees nothing")
  func stranger() async throws {
    try await TestSite.run(requiresSignIn: true) { client, _ async throws in
      #expect(try await client.ask(.get, Self.address).status == .unauthorized)
    }
  }
}
