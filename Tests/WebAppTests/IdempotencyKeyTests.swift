import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes
import Testing

@testable import WebApp

@Suite("An upload with an Idempotency-Key")
struct IdempotencyKeyTests {
  private let target = "/api/v1/documents?name=a.txt&folder=F"

  private func fields(_ key: String, _ further: HTTPFields = [:]) throws -> HTTPFields {
    var fields = further
    fields[try #require(HTTPField.Name("Idempotency-Key"))] = key
    return fields
  }

  private func count(_ client: TestClient) async throws -> Int? {
    try await client.ask(.get, "/api/v1/documents").answer().documents?.count
  }

  @Test("that comes again is answered with the document that it made", arguments: [#""k-1""#, "k-1"])
  func again(key: String) async throws {
    try await TestSite.run { client, _ in
      let first = try await client.ask(.post, target, headers: try fields(key), text: "hello")
      #expect(first.status == .created)
      for key in [#""k-1""#, "k-1"] {
        let again = try await client.ask(.post, target, headers: try fields(key), text: "hello")
        #expect(try again.status == .created && again.answer() == first.answer())
        #expect(again.headers[.location] == first.headers[.location])
        #expect(again.headers[.eTag] == first.headers[.eTag])
      }
      #expect(try await count(client) == 1)
      let other = try await client.ask(.post, target, headers: try fields(#""k-2""#), text: "hello")
      #expect(try other.status == .created && other.answer().id != first.answer().id)
      #expect(try await count(client) == 2)
    }
  }

  @Test("is another one with another body or another operation: 422, and nothing is added")
  func different() async throws {
    try await TestSite.run { client, _ in
      let headers = try fields(#""k""#)
      let first = try await client.ask(.post, target, headers: headers, text: "hello")
      for (target, body) in [
        (target, "hallo"), (target, ""), ("/api/v1/documents?name=b.txt&folder=F", "hello"),
        ("/api/v1/documents?name=a.txt", "hello"), (target + "&conflict=fail", "hello"),
      ] {
        let refused = try await client.ask(.post, target, headers: headers, text: body)
        #expect(
          refused.status == .unprocessableContent && refused.code == "idempotency-key-reused", "\(target)")
      }
      #expect(try await count(client) == 1)
      let again = try await client.ask(.post, target, headers: headers, text: "hello")
      #expect(try again.answer() == first.answer())
    }
  }

  @Test("that was refused may be tried again with the same key")
  func refused() async throws {
    try await TestSite.run { client, _ in
      let taken = target + "&conflict=fail"
      let there = try await client.ask(.post, taken, text: "there").answer()
      let headers = try fields(#""k""#)
      #expect(try await client.ask(.post, taken, headers: headers, text: "hello").code == "name-taken")
      _ = try await client.ask(.delete, "/api/v1/documents/\(there.id ?? "")?permanently=true")
      #expect(try await client.ask(.post, taken, headers: headers, text: "hello").status == .created)
    }
  }

  @Test(
    "cannot have a key that is none",
    arguments: ["", #""""#, #""a"#, "a b", String(repeating: "k", count: 300)])
  func malformed(key: String) async throws {
    try await TestSite.run { client, _ in
      let refused = try await client.ask(.post, target, headers: try fields(key), text: "hello")
      #expect(refused.status == .badRequest && refused.code == "invalid-parameter")
      #expect(try await count(client) == 0)
    }
  }

  @Test("makes the same files of a form, and of a type, once")
  func forms() async throws {
    try await TestSite.run { client, _ in
      func form(_ boundary: String) -> (HTTPFields, String) {
        let parts = ["a", "b"].map { name in
          "--\(boundary)\r\nContent-Disposition: form-data; name=f; filename=\(name).txt\r\n\r\n\(name)\r\n"
        }
        return (
          [.contentType: "multipart/form-data; boundary=\(boundary)"], parts.joined() + "--\(boundary)--\r\n"
        )
      }
      var answers: [Answer] = []
      for boundary in ["one", "two"] {
        let (headers, body) = form(boundary)
        let answer = try await client.ask(
          .post, "/api/v1/documents", headers: try fields(#""f""#, headers), text: body)
        #expect(answer.status == .created)
        answers.append(try answer.answer())
      }
      #expect(answers[0] == answers[1])
      #expect(try await count(client) == 2)
      for _ in 1...2 {
        let board = "/api/v1/documents?type=org.sheaf.board"
        #expect(try await client.ask(.post, board, headers: try fields(#""t""#)).status == .created)
      }
      #expect(try await count(client) == 3)
    }
  }

  @Test("is found again by a server that was started anew, under whatever name the document has now")
  func restart() async throws {
    let headers = try fields(#""k""#)
    try await TestSite.run { client, test in
      let first = try await client.ask(.post, target, headers: headers, text: "hello").answer()
      _ = try await client.ask(.patch, "/api/v1/documents/\(first.id ?? "")", text: #"{"name":"c.txt"}"#)
      // Another application on the same store knows only the data on the disk.
      try await TestClient.run(try test.site.application(), .inProcess) { client in
        let again = try await client.ask(.post, target, headers: headers, text: "hello")
        #expect(try again.status == .created && again.answer().id == first.id)
        #expect(try again.answer().name == "c.txt")
      }
      try await TestClient.run(try test.site.application(), .inProcess) { client in
        let other = try await client.ask(.post, target, headers: headers, text: "hallo")
        #expect(other.status == .unprocessableContent && other.code == "idempotency-key-reused")
      }
      #expect(try await count(client) == 1)
    }
  }
}
