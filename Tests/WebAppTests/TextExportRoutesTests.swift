import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes
import Testing

@testable import WebApp
@testable import Workspace

@Suite("The words of all documents over HTTP", .timeLimit(.minutes(2)))
struct TextExportRoutesTests {
  private struct Line: Decodable {
    let kind: String
    let document: String?
    let name: String?
    let sha256: String?
    let page: Int?
    let text: String?
    let source: String?
    let reason: String?
    let cursor: String?
    let complete: Bool?
    let documents: Int?
    let pages: Int?
    let leftOut: Int?
    let waiting: Int?
    let scans: Int?
  }

  private func fill(_ test: TestSite) async throws {
    let filling = TextFilling(test.assembly.workspace, into: test.assembly.words)
    try await filling.catchUp()
    while await filling.fillSome() {}
  }

  private static func lines(_ body: [UInt8]) throws -> [Line] {
    try body.split(separator: UInt8(ascii: "\n")).map { try JSONDecoder().decode(Line.self, from: Data($0)) }
  }

  private func lines(_ client: TestClient, _ query: String = "") async throws -> [Line] {
    let answer = try await client.ask(.get, "/api/v1/text\(query)")
    #expect(answer.status == .ok && answer.headers[.contentType] == "application/x-ndjson", "\(query)")
    return try Self.lines(answer.body)
  }

  private func refusal(_ client: TestClient, _ query: String) async throws -> String? {
    try await client.ask(.get, "/api/v1/text\(query)").code
  }

  /// More pages than one.
  private static func text(_ word: String) -> String { (1...150).map { "\(word) \($0)\n" }.joined() }

  @Test("are a line for each page, between lines on the index", arguments: TestClient.Mode.allCases)
  func pages(mode: TestClient.Mode) async throws {
    try await TestSite.run(mode) { client, test in
      let one = try await client.upload(Self.text("tea"), named: "one.txt")
      let two = try await client.upload(Self.text("coffee"), named: "two.txt")
      try await fill(test)
      let lines = try await lines(client, "?format=ndjson")
      #expect(lines.first?.kind == "index" && lines.first?.complete == true && lines.first?.documents == 2)
      let pages = lines.dropFirst().dropLast()
      #expect(lines.last?.kind == "end" && lines.last?.complete == true && lines.last?.pages == pages.count)
      #expect(pages.count > 3 && pages.allSatisfy { $0.kind == "page" && $0.source == "words" })
      #expect(pages.compactMap(\.document) == pages.compactMap(\.document).sorted())
      for document in [one, two] {
        let own = pages.filter { $0.document == document.id }
        #expect(own.map(\.page) == Array(1...own.count) && own.allSatisfy { $0.sha256 == document.sha256 })
        let texts = try await client.ask(.get, "/api/v1/documents/\(document.id ?? "")/text")
        #expect(
          own.compactMap(\.text).joined(separator: "\u{c}") == String(decoding: texts.body, as: UTF8.self))
      }
    }
  }

  @Test("go on behind every line, and a document with another content begins anew")
  func cursors() async throws {
    try await TestSite.run { client, test in
      let names = ["one.txt", "two.txt", "three.txt"]
      for name in names { _ = try await client.upload(Self.text(name), named: name) }
      try await fill(test)
      let all = try await lines(client).filter { $0.kind == "page" }
      for (place, line) in all.enumerated() {
        let rest = try await lines(client, "?after=\(line.cursor ?? "")").filter { $0.kind == "page" }
        #expect(rest.compactMap(\.cursor) == all.dropFirst(place + 1).compactMap(\.cursor))
      }
      let second = try #require(all.first { $0.page == 2 })
      let other = "\(second.document ?? "").2.0123456789ab"
      let anew = try await lines(client, "?after=\(other)").filter { $0.kind == "page" }
      #expect(anew.first?.document == second.document && anew.first?.page == 1)
      let behind = try await lines(client, "?after=\(second.document ?? "")").filter { $0.kind == "page" }
      #expect(behind.allSatisfy { ($0.document ?? "") > (second.document ?? "") })
    }
  }

  @Test("are those that the filters leave, and a query")
  func filters() async throws {
    try await TestSite.run { client, test in
      let tea = try await client.upload("all about tea", named: "tea.txt", query: "&folder=Papers/2024")
      let coffee = try await client.upload("all about coffee", named: "coffee.txt")
      let trashed = try await client.upload("all about milk", named: "milk.txt")
      _ = try await client.ask(.delete, "/api/v1/documents/\(trashed.id ?? "")")
      try await fill(test)
      func found(_ query: String) async throws -> Set<String?> {
        Set(try await lines(client, query).filter { $0.kind == "page" }.map(\.document))
      }
      #expect(try await found("") == [tea.id, coffee.id])
      #expect(try await found("?q=coffee") == [coffee.id])
      #expect(try await found("?folder=Papers") == [tea.id])
      #expect(try await found("?folder=Papers&q=coffee") == [])
      #expect(try await found("?q=about%20-tea") == [coffee.id])
      #expect(try await found("?type=public.text") == [tea.id, coffee.id])
      #expect(try await found("?type=public.image") == [])
      #expect(try await found("?favourite=true") == [])
      #expect(try await found("?q=!!!") == [])
      #expect(try await found("?q=!!!&type=public.text") == [])
    }
  }

  @Test("say which documents are locked or not read yet")
  func leftOut() async throws {
    try await TestSite.run { client, test in
      let locked = try await client.ask(.post, "/api/v1/documents?name=locked.pdf", body: LockedPDF.bytes)
        .answer()
      try await fill(test)
      let late = try await client.upload("late", named: "late.txt")
      let filling = TextFilling(test.assembly.workspace, into: test.assembly.words)
      let before = try await lines(client)
      #expect(before.first?.complete == false && before.last?.complete == false)
      try await filling.catchUp()
      let told = try await lines(client)
      #expect(told.first?.complete == false && told.first?.waiting == 1)
      let left = try #require(told.first { $0.document == locked.id })
      #expect(left.kind == "left-out" && left.reason == "password-required" && left.text == nil)
      let waiting = try #require(told.first { $0.document == late.id })
      #expect(waiting.kind == "waiting" && waiting.pages == 0)
      #expect(told.last?.leftOut == 1 && told.last?.waiting == 1 && told.last?.complete == false)
      try await fill(test)
      let last = try await lines(client).last
      #expect(last?.complete == true)
    }
  }

  @Test("are refused in forms that are none, and behind places that are none")
  func refused() async throws {
    try await TestSite.run { client, _ in
      let id = "0123456789abcdef"
      let long = String(repeating: "a", count: 10_001)
      for query in [
        "?format=txt", "?format=", "?after=", "?after=x", "?after=\(id).", "?after=\(id).1",
        "?after=\(id).0.0123456789ab",
        "?after=\(id).-1.0123456789ab", "?after=\(id).1.0123456789AB",
        "?after=\(id).99999999999999999999.0123456789ab",
        "?type=%20", "?favourite=yes", "?q=\(long)",
      ] {
        let code = try await refusal(client, query)
        #expect(code == "invalid-parameter", "\(query)")
      }
      let code = try await refusal(client, "?folder=../x")
      #expect(code == "invalid-name")
    }
  }

  @Test("wait for a client that reads slowly, and end with one that goes away")
  func slowClients() async throws {
    try await TestSite.run(.live) { client, test in
      // More than the connection holds by itself.
      let line = String(repeating: "some words of a long page ", count: 40)
      for number in 0..<2 {
        _ = try await client.upload(
          (0..<1_500).map { "\(number) \($0) \(line)\n" }.joined(), named: "long\(number).txt")
      }
      try await fill(test)
      let whole = try await lines(client).compactMap(\.cursor)
      let gone = try await client.connect()
      try await gone.send(.get, "/api/v1/text", headers: [.host: "127.0.0.1"])
      #expect(try await gone.head().status == .ok)
      gone.close()
      let slow = try await client.connect()
      try await slow.send(.get, "/api/v1/text", headers: [.host: "127.0.0.1", .connection: "close"])
      // Another client is answered while the export waits for its reader.
      let other = try await client.ask(.get, "/api/v1/search?q=words&limit=1")
      #expect(other.status == .ok)
      let answer = try await slow.response()
      let told = try Self.lines(answer.body)
      #expect(told.last?.kind == "end" && told.compactMap(\.cursor) == whole)
    }
  }
}
