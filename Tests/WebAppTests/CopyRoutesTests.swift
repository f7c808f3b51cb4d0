import HTTPServer
import HTTPTypes
import Testing

@testable import WebApp

@Suite("Copies over HTTP")
struct CopyRoutesTests {
  @Test("a copy is answered as a new document with its address", arguments: TestClient.Mode.allCases)
  func copy(mode: TestClient.Mode) async throws {
    try await TestSite.run(mode) { client, _ in
      let original = try await client.upload("one", named: "a.txt")
      let target = "/api/v1/documents/\(original.id ?? "")/copy"
      let beside = try await client.ask(.post, target)
      #expect(beside.status == .created && beside.headers[.location] != nil)
      #expect(try beside.answer().name == "a 2.txt" && beside.answer().sha256 == original.sha256)
      let named = try await client.ask(.post, target, text: #"{"name":"b.txt","folder":"F"}"#)
      #expect(named.status == .created)
      #expect(try named.answer().folder == "F" && named.answer().name == "b.txt")
      let taken = try await client.ask(
        .post, target, text: #"{"name":"b.txt","folder":"F","conflict":"fail"}"#)
      #expect(taken.status == .conflict && taken.code == "name-taken")
      let replaced = try await client.ask(.post, target, text: #"{"conflict":"replace"}"#)
      #expect(replaced.status == .ok)
      let same = try await client.ask(
        .post, target, text: #"{"name":"b.txt","folder":"F","conflict":"replace"}"#)
      #expect(try same.status == .ok && same.answer().id == named.answer().id)
      let versions = try await client.ask(
        .get, "/api/v1/documents/\(try beside.answer().id ?? "")/versions/1")
      #expect(versions.text.contains(#""origin":"copy""#))
    }
  }

  @Test("a copy of what has changed, or that is requested in wrong words, is refused")
  func refusals() async throws {
    try await TestSite.run { client, _ in
      let original = try await client.upload("one")
      let target = "/api/v1/documents/\(original.id ?? "")/copy"
      let stale = try await client.ask(.post, target, headers: [.ifMatch: "\"1-x\""])
      #expect(stale.status == .preconditionFailed)
      for body in ["[]", "x", #"{"name":1}"#, #"{"nam":"b"}"#, #"{"conflict":"maybe"}"#, #"{"folder":null}"#]
      {
        #expect(try await client.ask(.post, target, text: body).code == "invalid-parameter", "\(body)")
      }
      #expect(try await client.ask(.post, target, text: #"{"name":"../x"}"#).code == "invalid-name")
      #expect(try await client.ask(.post, "/api/v1/documents/0123456789abcdef/copy").status == .notFound)
      #expect(try await client.ask(.get, "/api/v1/documents").answer().documents?.count == 1)
    }
  }

  @Test("a copy needs room as everything does that comes in")
  func quota() async throws {
    try await TestSite.run(quota: 10, keepFree: 0) { client, _ in
      let original = try await client.upload("123456")
      let answer = try await client.ask(.post, "/api/v1/documents/\(original.id ?? "")/copy")
      #expect(answer.status.code == 507 && answer.code == "quota-exceeded")
    }
  }
}
