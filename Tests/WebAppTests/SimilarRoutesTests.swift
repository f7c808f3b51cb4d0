import FoundationEssentials
import HTTPServer
import HTTPTypes
import Testing

@testable import WebApp
@testable import Workspace

@Suite("Similar documents over HTTP")
struct SimilarRoutesTests {
  private struct Answer: Decodable {
    struct Found: Decodable {
      let document: DocumentJSON
      let likeness: Double
      let relation: String
    }

    let state: String
    let reason: String?
    let scans: Int
    let documents: [Found]
  }

  private func fill(_ test: TestSite) async throws {
    let filling = TextFilling(test.assembly.workspace, into: test.assembly.words)
    try await filling.catchUp()
    while await filling.fillSome() {}
  }

  private func similar(_ client: TestClient, to id: String?, _ query: String = "") async throws -> Answer {
    let answer = try await client.ask(.get, "/api/v1/documents/\(id ?? "")/similar\(query)")
    #expect(answer.status == .ok && answer.headers[.cacheControl] == "private, no-cache")
    return try JSONDecoder().decode(Answer.self, from: Data(answer.body))
  }

  private static let text = (1...300).map { "line \($0 * 7919) of it\n" }.joined()

  @Test("are told with their likeness, copies and other forms", arguments: TestClient.Mode.allCases)
  func told(mode: TestClient.Mode) async throws {
    try await TestSite.run(mode) { client, test in
      let given = try await client.upload(Self.text, named: "given.txt")
      #expect(try await similar(client, to: given.id).state == "waiting")
      let copy = try await client.upload(Self.text, named: "copy.txt")
      let near = try await client.upload("a line\n" + Self.text, named: "near.txt")
      let trashed = try await client.upload("two lines\n" + Self.text, named: "trashed.txt")
      _ = try await client.upload("nothing of it", named: "other.txt")
      try await fill(test)
      _ = try await client.ask(.delete, "/api/v1/documents/\(trashed.id ?? "")")
      let answer = try await similar(client, to: given.id)
      #expect(answer.state == "compared" && answer.reason == nil && answer.scans == 0)
      #expect(answer.documents.map(\.document.id) == [copy.id, near.id])
      #expect(answer.documents.map(\.relation) == ["same", "nearly-same"])
      #expect(answer.documents.first?.likeness == 1 && (answer.documents.last?.likeness ?? 0) > 0.9)
      #expect(try await similar(client, to: given.id, "?limit=1").documents.count == 1)
      #expect(try await similar(client, to: trashed.id).documents.count == 3)
    }
  }

  @Test("are none of a short document and of one that cannot be read")
  func none() async throws {
    try await TestSite.run { client, test in
      let short = try await client.upload("a short note", named: "note.txt")
      let answer = try await client.ask(.post, "/api/v1/documents?name=locked.pdf", body: LockedPDF.bytes)
        .answer()
      _ = try await client.ask(.post, "/api/v1/documents?name=locked2.pdf", body: LockedPDF.bytes)
      try await fill(test)
      #expect(try await similar(client, to: short.id).state == "few-words")
      let locked = try await similar(client, to: answer.id)
      #expect(locked.state == "refused" && locked.reason == "password-required" && locked.documents.isEmpty)
    }
  }

  @Test("are refused for what is no document, and for a limit that is none")
  func refused() async throws {
    try await TestSite.run { client, _ in
      let id = try #require(try await client.upload().id)
      for limit in ["0", "101", "x", "-1", ""] {
        let answer = try await client.ask(.get, "/api/v1/documents/\(id)/similar?limit=\(limit)")
        #expect(answer.status == .badRequest && answer.code == "invalid-parameter", "\(limit)")
      }
      let unknown = try await client.ask(.get, "/api/v1/documents/0000000000000000/similar")
      #expect(unknown.status == .notFound && unknown.code == "not-found")
    }
  }
}
