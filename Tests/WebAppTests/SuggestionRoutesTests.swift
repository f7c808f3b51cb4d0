import FoundationEssentials
import HTTPServer
import HTTPTypes
import Testing

@testable import WebApp
@testable import Workspace

@Suite("Suggestions over HTTP")
struct SuggestionRoutesTests {
  private struct Answer: Decodable {
    struct Title: Decodable {
      let text: String
      let name: String
      let source: String
      let page: Int?
      let boxes: [[Double]]
    }

    struct Date: Decodable {
      let date: String
      let text: String
      let page: Int
      let boxes: [[Double]]
    }

    let state: String
    let reason: String?
    let scans: Int
    let title: Title?
    let dates: [Date]
  }

  private func fill(_ test: TestSite) async throws {
    let filling = TextFilling(test.assembly.workspace, into: test.assembly.words)
    try await filling.catchUp()
    while await filling.fillSome() {}
  }

  private func suggestions(_ client: TestClient, of id: String?) async throws -> Answer {
    let answer = try await client.ask(.get, "/api/v1/documents/\(id ?? "")/suggestions")
    #expect(answer.status == .ok && answer.headers[.cacheControl] == "private, no-cache")
    return try JSONDecoder().decode(Answer.self, from: Data(answer.body))
  }

  private static let letter = """
    Max Mustermann

    Berlin, 7. März 2024
    Betreff: Kündigung 12/3

    Guten Tag, der Vertrag vom 01.02.2019 endet.
    """

  @Test("name a letter by its subject, and tell its dates", arguments: TestClient.Mode.allCases)
  func told(mode: TestClient.Mode) async throws {
    try await TestSite.run(mode) { client, test in
      let letter = try await client.upload(Self.letter, named: "scan.txt")
      let early = try await suggestions(client, of: letter.id)
      #expect(early.state == "waiting" && early.title == nil && early.dates.isEmpty)
      try await fill(test)
      let answer = try await suggestions(client, of: letter.id)
      #expect(answer.state == "ready" && answer.reason == nil && answer.scans == 0)
      let title = try #require(answer.title)
      #expect(title.text == "Kündigung 12-3" && title.name == "Kündigung 12-3.txt")
      #expect(title.source == "subject" && title.page == 1 && title.boxes.first?.count == 4)
      #expect(answer.dates.map(\.date) == ["2024-03-07", "2019-02-01"])
      #expect(answer.dates.map(\.text) == ["7. März 2024", "01.02.2019"])
      #expect(answer.dates.allSatisfy { $0.page == 1 && !$0.boxes.isEmpty })
      _ = try await client.ask(.delete, "/api/v1/documents/\(letter.id ?? "")")
      #expect(try await suggestions(client, of: letter.id).title?.text == "Kündigung 12-3")
    }
  }

  @Test("are none of a document that says nothing, of a source and of one that cannot be read")
  func none() async throws {
    try await TestSite.run { client, test in
      let plain = try await client.upload("and so on,\nand on, and on it goes, so on", named: "plain.txt")
      let source = try await client.upload("import it\n\nlet day = 1", named: "program.swift")
      let answer = try await client.ask(.post, "/api/v1/documents?name=locked.pdf", body: LockedPDF.bytes)
        .answer()
      try await fill(test)
      for id in [plain.id, source.id] {
        let none = try await suggestions(client, of: id)
        #expect(none.state == "none" && none.title == nil && none.dates.isEmpty && none.reason == nil)
      }
      let locked = try await suggestions(client, of: answer.id)
      #expect(locked.state == "none" && locked.reason == "password-required")
    }
  }

  @Test("are refused for what is no document")
  func refused() async throws {
    try await TestSite.run { client, _ in
      let unknown = try await client.ask(.get, "/api/v1/documents/0000000000000000/suggestions")
      #expect(unknown.status == .notFound && unknown.code == "not-found")
      let malformed = try await client.ask(.get, "/api/v1/documents/x/suggestions")
      #expect(malformed.status == .notFound)
    }
  }
}
