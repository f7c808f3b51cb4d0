import FoundationEssentials
import HTTPServer
import HTTPTypes
import Testing

@testable import WebApp

private struct BatchFacts: Decodable {
  struct Result: Decodable {
    let op: String
    let document: DocumentJSON?
  }

  var id: String?
  var undoes: String?
  var results: [Result]?
  var batches: [Summary]?
  var operation: Int?
  var code: String?
  var detail: String?

  struct Summary: Decodable {
    let id: String
    let operations: Int
  }
}

private struct Changed: Decodable {
  let documents: [String]
}

extension TestResponse {
  fileprivate func batch() throws -> BatchFacts {
    try JSONDecoder().decode(BatchFacts.self, from: Data(body))
  }
}

@Suite("Batches over HTTP")
struct BatchRoutesTests {
  private func send(_ client: TestClient, _ operations: String) async throws -> TestResponse {
    try await client.ask(.post, "/api/v1/batches", text: "{\"operations\":[\(operations)]}")
  }

  private func names(_ client: TestClient) async throws -> [String] {
    let list = try await client.ask(.get, "/api/v1/documents?sort=name").answer().documents ?? []
    return list.map { "\($0.folder ?? "")/\($0.name ?? "")" }.sorted()
  }

  @Test("a batch is done, listed, read, undone and redone", arguments: TestClient.Mode.allCases)
  func journey(mode: TestClient.Mode) async throws {
    try await TestSite.run(mode) { client, _ in
      let (a, b) = (
        try await client.upload(named: "a.txt").id ?? "", try await client.upload(named: "b.txt").id ?? ""
      )
      let answer = try await send(
        client,
        """
        {"op":"move","document":"\(a)","folder":"F","name":"b.txt"},{"op":"trash","document":"\(b)","ifMatch":"*"},
        {"op":"mark","document":"\(a)","tags":["t"],"favourite":true},{"op":"copy","document":"\(a)","folder":""}
        """)
      #expect(answer.status == .created)
      let batch = try answer.batch()
      let id = try #require(batch.id)
      #expect(answer.headers[.location] == "/api/v1/batches/\(id)")
      #expect(batch.results?.map(\.op) == ["move", "trash", "mark", "copy"])
      let first = try #require(batch.results?.first?.document)
      #expect(first.folder == "F" && first.tags == ["t"] && first.favourite == true)
      #expect(batch.results?[1].document?.trashed != nil && batch.results?[1].document?.expires != nil)
      #expect(try await names(client) == ["/b.txt", "F/b.txt"])
      #expect(try await client.ask(.get, "/api/v1/batches/\(id)").batch().results?.count == 4)
      let undone = try await client.ask(.post, "/api/v1/batches/\(id)/undo")
      #expect(undone.status == .created)
      #expect(try undone.batch().undoes == id)
      #expect(try await names(client) == ["/a.txt", "/b.txt"])
      let again = try await client.ask(.post, "/api/v1/batches/\(id)/undo")
      #expect(again.status == .preconditionFailed)
      #expect(try again.batch().code == "version-conflict")
      let changed = try JSONDecoder().decode(Changed.self, from: Data(again.body)).documents
      #expect(Set(changed).isSuperset(of: [a, b]))
      let redone = try await client.ask(.post, "/api/v1/batches/\(try undone.batch().id ?? "")/undo")
      #expect(redone.status == .created)
      #expect(try await names(client) == ["/b.txt", "F/b.txt"])
      let list = try await client.ask(.get, "/api/v1/batches").batch().batches
      #expect(list?.map(\.operations) == [4, 4, 4] && list?.last?.id == id)
      #expect(try await client.ask(.get, "/api/v1/batches?limit=1").batch().batches?.count == 1)
    }
  }

  @Test("documents that are moved to where their names are taken get numbered ones, if that is asked for")
  func numbered() async throws {
    try await TestSite.run { client, _ in
      _ = try await client.upload(named: "a.txt", query: "&folder=Box")
      let first = try await client.upload(named: "a.txt").id ?? ""
      let second = try await client.upload(named: "a.txt", query: "&folder=Other").id ?? ""
      let moved = try await send(
        client,
        #"{"op":"move","document":"\#(first)","folder":"Box","conflict":"rename"},"#
          + #"{"op":"move","document":"\#(second)","folder":"Box","conflict":"rename"}"#)
      #expect(moved.status == .created)
      #expect(try await names(client) == ["Box/a 2.txt", "Box/a 3.txt", "Box/a.txt"])
    }
  }

  @Test("two documents change their names with one another")
  func swap() async throws {
    try await TestSite.run { client, _ in
      let (a, b) = (
        try await client.upload(named: "a.txt").id ?? "", try await client.upload(named: "b.txt").id ?? ""
      )
      let answer = try await send(
        client,
        #"{"op":"move","document":"\#(a)","name":"b.txt"},{"op":"move","document":"\#(b)","name":"a.txt"}"#)
      #expect(try answer.batch().results?.map { $0.document?.name } == ["b.txt", "a.txt"])
      #expect(try await client.ask(.get, "/api/v1/documents/\(a)").answer().name == "b.txt")
    }
  }

  @Test(
    "an error in one operation is reported with its number, and nothing is done",
    arguments: [
      (#"{"op":"turn","document":"ID"}"#, "invalid-parameter"), (#"{"document":"ID"}"#, "invalid-parameter"),
      (#"{"op":"trash"}"#, "invalid-parameter"), (#"{"op":"trash","document":"x"}"#, "invalid-parameter"),
      (#"{"op":"trash","document":"ID","name":"b"}"#, "invalid-parameter"),
      (#"{"op":"move","document":"ID"}"#, "invalid-parameter"),
      (#"{"op":"move","document":"ID","tags":[]}"#, "invalid-parameter"),
      (#"{"op":"move","document":"ID","name":"../x"}"#, "invalid-name"),
      (#"{"op":"mark","document":"ID"}"#, "invalid-parameter"),
      (#"{"op":"mark","document":"ID","note":1}"#, "invalid-parameter"),
      (#"{"op":"copy","document":"ID","conflict":"replace"}"#, "invalid-parameter"),
      (#"{"op":"move","document":"ID","name":"a.txt","conflict":"replace"}"#, "invalid-parameter"),
      (#"{"op":"move","document":"ID","conflict":"rename"}"#, "invalid-parameter"),
      (#"{"op":"move","document":"ID","name":"a.txt","conflict":"fail"}"#, "name-taken"),
      (#"{"op":"trash","document":"ID","ifMatch":"\"1-x\""}"#, "version-conflict"),
      (#"{"op":"trash","document":"0123456789abcdef"}"#, "not-found"),
      (#"{"op":"restore","document":"ID"}"#, "not-in-trash"), (#"[]"#, "invalid-parameter"),
      (#"{"op":"move","document":"ID","name":"a.txt"}"#, "name-taken"),
    ])
  func refusals(operation: String, code: String) async throws {
    try await TestSite.run { client, _ in
      let first = try await client.upload(named: "a.txt").id ?? ""
      let second = try await client.upload(named: "b.txt").id ?? ""
      let third = try await client.upload(named: "c.txt").id ?? ""
      let wrong = operation.replacing("ID", with: second)
      let answer = try await send(
        client,
        #"{"op":"mark","document":"\#(first)","note":"n"},{"op":"trash","document":"\#(third)"},\#(wrong)"#)
      #expect(answer.code == code, "\(answer.text)")
      #expect(try answer.batch().operation == 3 && answer.batch().detail?.contains("operation 3") == true)
      #expect(try await names(client) == ["/a.txt", "/b.txt", "/c.txt"])
      #expect(try await client.ask(.get, "/api/v1/documents/\(first)").answer().note == nil)
      #expect(try await client.ask(.get, "/api/v1/batches").batch().batches?.isEmpty == true)
    }
  }

  @Test("a body that is no batch is refused")
  func noBatch() async throws {
    try await TestSite.run { client, _ in
      let document = try await client.upload().id ?? ""
      for body in [
        "", "[]", "{}", #"{"operations":{}}"#, #"{"operations":[],"more":1}"#, #"{"operations":[]}"#,
      ] {
        let answer = try await client.ask(.post, "/api/v1/batches", text: body)
        #expect(answer.status == .badRequest && answer.code == "invalid-parameter", "\(body)")
      }
      let one = #"{"op":"trash","document":"\#(document)"}"#
      let many = Array(repeating: one, count: 1001).joined(separator: ",")
      #expect(try await send(client, many).code == "too-large")
      #expect(try await client.ask(.post, "/api/v1/batches/0123456789abcdef/undo").status == .notFound)
      #expect(try await client.ask(.get, "/api/v1/batches/x").status == .notFound)
      #expect(try await client.ask(.get, "/api/v1/batches?limit=0").code == "invalid-parameter")
    }
  }
}
