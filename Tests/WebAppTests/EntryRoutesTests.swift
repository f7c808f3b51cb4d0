import DocumentModel
import HTTPServer
import HTTPTypes
import Testing

@testable import WebApp

@Suite("Files in archives, over HTTP")
struct EntryRoutesTests {
  /// A tape archive (POSIX.1-1988, ustar) of files.
  private static func tar(_ files: [(path: String, data: [UInt8])]) -> [UInt8] {
    var bytes: [UInt8] = []
    for (path, data) in files {
      var head = [UInt8](repeating: 0, count: 512)
      func put(_ text: String, at offset: Int) {
        head.replaceSubrange(offset..<offset + text.utf8.count, with: text.utf8)
      }
      put(path, at: 0)
      put("0000644", at: 100)
      let octal = String(data.count, radix: 8)
      put(String(repeating: "0", count: 11 - octal.count) + octal, at: 124)
      put("14524770400", at: 136)
      put("        0", at: 148)
      put("ustar\u{0}00", at: 257)
      let sum = String(head.reduce(0) { $0 + Int($1) }, radix: 8)
      put(String(repeating: "0", count: 6 - sum.count) + sum + "\u{0} ", at: 148)
      bytes += head + data + [UInt8](repeating: 0, count: (512 - data.count % 512) % 512)
    }
    return bytes + [UInt8](repeating: 0, count: 1_024)
  }

  private static let archive = tar([
    ("papers/one.pdf", SmallPDF.bytes(pages: 2)), ("papers/two.txt", Array("Two".utf8)),
    ("../../evil.html", Array("<script>alert(1)</script>".utf8)),
  ])

  private func added(
    _ client: TestClient, _ name: String = "papers.tar", _ bytes: [UInt8] = archive
  ) async throws -> String {
    try #require(try await client.ask(.post, "/api/v1/documents?name=\(name)", body: bytes).answer().id)
  }

  @Test("an archive is previewed as one, and lists its files", arguments: TestClient.Mode.allCases)
  func list(mode: TestClient.Mode) async throws {
    try await TestSite.run(mode) { client, _ in
      let id = try await added(client)
      let preview = try await client.ask(.get, "/api/v1/documents/\(id)/preview")
      let shown = String(decoding: preview.body, as: UTF8.self)
      #expect(shown.contains(#""kind":"archive""#) && shown.contains(#""handler":"archive""#))
      let answer = try await client.ask(.get, "/api/v1/documents/\(id)/entries")
      let text = String(decoding: answer.body, as: UTF8.self)
      #expect(answer.status == .ok && text.contains(#""path":"papers/one.pdf""#), "\(text)")
      #expect(text.contains(#""type":"com.adobe.pdf""#) && text.contains(#""whole":true"#))
      let tag = try #require(answer.headers[.eTag])
      let again = try await client.ask(
        .get, "/api/v1/documents/\(id)/entries", headers: [.ifNoneMatch: tag])
      #expect(again.status == .notModified)
    }
  }

  @Test("a file without bytes is one, and no reason against the others", arguments: TestClient.Mode.allCases)
  func emptyFile(mode: TestClient.Mode) async throws {
    try await TestSite.run(mode) { client, _ in
      let sources = Self.tar([("__init__.py", []), ("a.py", Array("a = 1".utf8))])
      let id = try await added(client, "sources.tar", sources)
      let empty = try await client.ask(.get, "/api/v1/documents/\(id)/entries/0")
      #expect(empty.status == .ok && empty.body.isEmpty, "\(empty.status)")
      let other = try await client.ask(.get, "/api/v1/documents/\(id)/entries/1")
      #expect(other.body == Array("a = 1".utf8))
    }
  }

  @Test("a file in it is downloaded, and never as a page that runs", arguments: TestClient.Mode.allCases)
  func content(mode: TestClient.Mode) async throws {
    try await TestSite.run(mode) { client, _ in
      let id = try await added(client)
      let file = try await client.ask(.get, "/api/v1/documents/\(id)/entries/1")
      #expect(file.body == Array("Two".utf8))
      #expect(file.headers[.contentDisposition]?.contains("two.txt") == true)
      let evil = try await client.ask(.get, "/api/v1/documents/\(id)/entries/2")
      #expect(evil.headers[.contentDisposition]?.hasPrefix("attachment") == true)
      #expect(evil.headers[.contentDisposition]?.contains("..") == false)
      #expect(evil.headers[.contentSecurityPolicy]?.contains("sandbox") == true)
    }
  }

  @Test("a file in it has a preview and pages")
  func pages() async throws {
    try await TestSite.run { client, _ in
      let id = try await added(client)
      let preview = try await client.ask(.get, "/api/v1/documents/\(id)/entries/0/preview")
      #expect(String(decoding: preview.body, as: UTF8.self).contains(#""pageCount":2"#))
      let page = try await client.ask(.get, "/api/v1/documents/\(id)/entries/0/pages/2?width=200&format=png")
      #expect(page.status == .ok && page.body.starts(with: [0x89, 0x50, 0x4E, 0x47]))
      let third = try await client.ask(.get, "/api/v1/documents/\(id)/entries/0/pages/3")
      #expect(third.code == "not-found")
    }
  }

  @Test("a file is taken out beside the archive, or where it is wanted, and the archive stays as it is")
  func takenOut() async throws {
    try await TestSite.run { client, _ in
      let id = try await added(client)
      let taken = try await client.ask(.post, "/api/v1/documents/\(id)/entries/1/copy")
      #expect(taken.status == .created)
      let first = try taken.answer()
      #expect(first.name == "two.txt")
      let content = try await client.ask(.get, "/api/v1/documents/\(try #require(first.id))/content")
      #expect(content.body == Array("Two".utf8))
      let again = try await client.ask(.post, "/api/v1/documents/\(id)/entries/1/copy")
      #expect(try again.answer().name == "two 2.txt")
      let elsewhere = try await client.ask(
        .post, "/api/v1/documents/\(id)/entries/2/copy",
        body: Array(#"{"folder":"Out","name":"calm.html"}"#.utf8))
      #expect(try elsewhere.answer().name == "calm.html")
      let taking = try await client.ask(
        .post, "/api/v1/documents/\(id)/entries/1/copy", body: Array(#"{"conflict":"fail"}"#.utf8))
      #expect(taking.code == "name-taken")
      let archive = try await client.ask(.get, "/api/v1/documents/\(id)/content")
      #expect(archive.body == Self.archive)
    }
  }

  @Test("a compressed file is called as the archive without its ending")
  func compressed() async throws {
    // "Hello" by gzip without a name.
    let bytes: [UInt8] = [
      0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0, 0x82, 0x89, 0xD1, 0xF7, 5, 0,
      0, 0,
    ]
    try await TestSite.run { client, _ in
      let id = try await added(client, "notes.txt.gz", bytes)
      let answer = try await client.ask(.get, "/api/v1/documents/\(id)/entries")
      #expect(String(decoding: answer.body, as: UTF8.self).contains(#""path":"notes.txt""#))
      #expect(try await client.ask(.get, "/api/v1/documents/\(id)/entries/0").body == Array("Hello".utf8))
    }
  }

  @Test("other documents, numbers and damaged archives are refused")
  func refused() async throws {
    try await TestSite.run { client, _ in
      let id = try await added(client)
      for number in ["3", "-1", "x", "99999999999999999999"] {
        let answer = try await client.ask(.get, "/api/v1/documents/\(id)/entries/\(number)")
        #expect(answer.status == .notFound, "\(number)")
      }
      let text = try await added(client, "words.txt", Array("Words".utf8))
      let none = try await client.ask(.get, "/api/v1/documents/\(text)/entries")
      #expect(none.code == "not-showable")
      let damaged = try await added(
        client, "cut.7z", [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C] + [UInt8](repeating: 7, count: 90))
      let answer = try await client.ask(.get, "/api/v1/documents/\(damaged)/entries")
      #expect(answer.code == "damaged")
      let missing = try await client.ask(.get, "/api/v1/documents/\(DocumentID())/entries")
      #expect(missing.status == .notFound)
    }
  }
}
