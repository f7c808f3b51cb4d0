import DocumentModel
import HTTPServer
import HTTPTypes
import Testing

@testable import WebApp

@Suite("Preconditions of requests, and headers that are there twice")
struct ConditionTests {
  private let absent: HTTPFields = [.ifNoneMatch: "*"]

  @Test("a document that must not be there is neither changed, copied, removed nor taken back")
  func documents() async throws {
    try await TestSite.run { client, _ in
      let id = try #require(try await client.upload().id)
      let path = "/api/v1/documents/\(id)"
      _ = try await client.ask(.put, "\(path)/content", text: "two")
      let tag = try #require(try await client.ask(.get, path).headers[.eTag])
      let changes: [(HTTPRequest.Method, String, String)] = [
        (.patch, path, #"{"name":"b.txt"}"#), (.patch, path, #"{"note":"x"}"#),
        (.put, "\(path)/content", "three"), (.post, "\(path)/versions/1/restore", ""),
        (.post, "\(path)/copy", ""), (.delete, path, ""),
      ]
      for (method, target, body) in changes {
        for headers in [absent, [.ifNoneMatch: tag], [.ifNoneMatch: "\"x\", W/\(tag)"]] {
          let refused = try await client.ask(method, target, headers: headers, text: body)
          #expect(refused.status == .preconditionFailed && refused.code == "version-conflict", "\(target)")
        }
      }
      #expect(try await client.ask(.get, path).headers[.eTag] == tag)
      let other: HTTPFields = [.ifNoneMatch: "\"x\""]
      #expect(try await client.ask(.delete, path, headers: other).status == .noContent)
      for (method, target) in [
        (HTTPRequest.Method.post, "\(path)/restore"), (.delete, "\(path)?permanently=true"),
      ] {
        #expect(try await client.ask(method, target, headers: absent).status == .preconditionFailed)
      }
      #expect(try await client.ask(.post, "\(path)/restore", headers: other).status == .ok)
      #expect(try await client.ask(.get, "/api/v1/documents").answer().documents?.count == 1)
    }
  }

  @Test("a content that was changed since a date is not replaced by one who knows it from then")
  func unmodifiedSince() async throws {
    try await TestSite.run { client, _ in
      let path = "/api/v1/documents/\(try #require(try await client.upload().id))/content"
      let modified = try #require(try await client.ask(.get, path).headers[.lastModified])
      func put(since date: String) async throws -> TestResponse {
        try await client.ask(.put, path, headers: [.ifUnmodifiedSince: date], text: "\(date)")
      }
      let refused = try await put(since: "Tue, 01 Jan 2019 00:00:00 GMT")
      #expect(refused.status == .preconditionFailed && refused.code == "version-conflict")
      #expect(try await client.ask(.get, path).text == "hello")
      #expect(try await put(since: modified).status == .ok)
      #expect(try await put(since: "no date").status == .ok)
    }
  }

  @Test("a folder that must not be there is neither moved nor removed")
  func folders() async throws {
    try await TestSite.run { client, _ in
      _ = try await client.upload(query: "&folder=F")
      let move = #"{"folder":"F","to":"G"}"#
      for (method, target, body) in [
        (HTTPRequest.Method.patch, "/api/v1/folders", move), (.delete, "/api/v1/folders?folder=F", ""),
      ] {
        let refused = try await client.ask(method, target, headers: absent, text: body)
        #expect(refused.status == .preconditionFailed && refused.code == "version-conflict")
      }
      let other: HTTPFields = [.ifNoneMatch: "\"x\""]
      #expect(try await client.ask(.patch, "/api/v1/folders", headers: other, text: move).status == .ok)
      // The condition that nothing is there is met, and the folder is not found.
      #expect(try await client.ask(.delete, "/api/v1/folders?folder=F", headers: absent).status == .notFound)
    }
  }

  @Test("a document that must not be there and is not is simply not found")
  func unknown() async throws {
    try await TestSite.run { client, _ in
      let path = "/api/v1/documents/\(DocumentID())"
      for (method, body) in [(HTTPRequest.Method.patch, #"{"note":"x"}"#), (.delete, "")] {
        #expect(try await client.ask(method, path, headers: absent, text: body).status == .notFound)
      }
      let put = try await client.ask(.put, "\(path)/content", headers: absent, text: "x")
      #expect(put.status == .notFound)
    }
  }

  @Test("an error in a request is reported before its condition is looked at (RFC 9110, 13.2.1)")
  func wrong() async throws {
    let garbled = try #require(HTTPField.Name("Content-Digest"))
    try await TestSite.run { client, _ in
      let id = try #require(try await client.upload(query: "&folder=F").id)
      let path = "/api/v1/documents/\(id)"
      let wrong: [(HTTPRequest.Method, String, String)] = [
        (.delete, "\(path)?permanently=maybe", ""), (.patch, path, #"{"nme":"b.txt"}"#),
        (.put, "\(path)/content", "two"), (.post, "\(path)/copy", #"{"conflict":"never"}"#),
        (.post, "\(path)/versions/none/restore", ""), (.post, "\(path)/sessions?loaded=none", ""),
        (.patch, "/api/v1/folders", #"{"folder":"F","to":"a//../b"}"#),
        (.patch, "/api/v1/folders", "F"), (.delete, "/api/v1/folders", ""),
        (.post, "/api/v1/folders/restore", #"{"folder":"F","step":"-"}"#),
        (.post, "/api/v1/batches", #"{"operations":7}"#), (.post, "/api/v1/types", "none"),
        (.post, "/api/v1/areas/Samples/copy/Reading%20list.md", #"{"nme":"b"}"#),
      ]
      for condition in [HTTPField.Name.ifMatch, .ifNoneMatch] {
        for (method, target, body) in wrong {
          let headers: HTTPFields = [
            condition: condition == .ifMatch ? "\"x\"" : "*", garbled: "sha-256=none",
          ]
          let refused = try await client.ask(method, target, headers: headers, text: body)
          #expect(refused.status == .badRequest, "\(method) \(target): \(refused.code ?? "")")
        }
      }
    }
  }

  @Test(
    "a parameter that is there twice is refused by its name, also twice the same",
    arguments: [
      ("documents?limit=1&limit=2", "limit"), ("documents?q=a&tag=x&tag=y&q=a", "q"),
      ("folders?folder=F&folder=F", "folder"), ("documents?sort=name&s%6Frt=name", "sort"),
      ("batches?limit=1&limit=1", "limit"), ("folders?tag=x&tag=y", "tag"), ("types?a&a", "a"),
    ])
  func repeated(_ query: String, _ name: String) async throws {
    try await TestSite.run { client, _ in
      let refused = try await client.ask(.get, "/api/v1/\(query)")
      #expect(refused.status == .badRequest && refused.code == "invalid-parameter")
      #expect(try refused.answer().detail?.contains("\"\(name)\"") == true)
    }
  }

  @Test("an upload whose address names two folders is refused, and nothing is there")
  func upload() async throws {
    try await TestSite.run { client, _ in
      let target = "/api/v1/documents?name=a.txt&folder=F&folder=G"
      let refused = try await client.ask(.post, target, text: "x")
      #expect(refused.code == "invalid-parameter")
      #expect(try await client.ask(.get, "/api/v1/documents").answer().documents?.isEmpty == true)
    }
  }

  @Test("tags are a list, and what is no address of the API has rules of its own")
  func lists() async throws {
    try await TestSite.run(requiresSignIn: true) { client, _ in
      // A client without sign-in gets no other information, not even about repeated parameters.
      let refused = try await client.ask(.get, "/api/v1/documents?q=a&q=b")
      #expect(refused.status == .unauthorized)
      #expect(try await client.ask(.get, "/?q=a&q=b").status == .ok)
    }
    try await TestSite.run { client, _ in
      let id = try #require(try await client.upload().id)
      _ = try await client.ask(.patch, "/api/v1/documents/\(id)", text: #"{"tags":["x","y"]}"#)
      let found = try await client.ask(.get, "/api/v1/documents?tag=x&tag=y&limit=5").answer()
      #expect(found.documents?.count == 1)
      let info = try await client.ask(.get, "/iiif/none/info.json?v=1&v=2")
      #expect(info.code != "invalid-parameter")
    }
  }
}
