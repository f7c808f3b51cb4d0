import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes
import Testing

@testable import WebApp

@Suite("Actions of users' web apps", .timeLimit(.minutes(2)))
struct ActionRoutesTests {
  private struct Begun: Decodable {
    struct Job: Decodable {
      let id: Int
      let kind: String
      let state: String
      let title: String
    }

    let url: String
    let documents: [String]
    let job: Job
  }

  private static let action = """
    {"handlers":[
      {"identifier":"com.example.sign","name":"Sign","role":"action","icon":"✍","contentTypes":["public.plain-text"],
       "url":"https://sign.example/?files={contents}&done={outcome}&n={name}"}]}
    """

  private func site(_ body: (TestClient, String, String) async throws -> Void) async throws {
    try await TestSite.run { client, _ in
      let declared = try await client.ask(.post, "/api/v1/types", text: Self.action)
      #expect(declared.status == .created, "\(declared.text)")
      let text = try #require(try await client.upload("one", named: "a.txt").id)
      let picture = try #require(try await client.upload("GIF89a", named: "b.gif").id)
      try await body(client, text, picture)
    }
  }

  private func begin(_ ids: [String], _ client: TestClient) async throws -> Begun {
    let body = #"{"documents":["\#(ids.joined(separator: "\",\""))"]}"#
    let response = try await client.ask(.post, "/api/v1/actions/com.example.sign", text: body)
    #expect(response.status == .accepted, "\(response.text)")
    return try JSONDecoder().decode(Begun.self, from: Data(response.body))
  }

  /// The path of an address in the query of another.
  private func path(_ member: String, of url: String) throws -> String {
    let value = try #require(
      url.split(separator: "&").first { $0.contains("\(member)=") }?.split(separator: "=").last)
    let plain = value.replacing("%3A", with: ":").replacing("%2F", with: "/")
    #expect(plain.hasPrefix("http://127.0.0.1/api/v1/"))
    return String(plain.dropFirst("http://127.0.0.1".count))
  }

  @Test("get copies of the documents that they take, and say how it ended")
  func outcome() async throws {
    try await site { client, text, picture in
      let begun = try await begin([picture, text], client)
      #expect(begun.documents == [text] && begun.job.kind == "action" && begun.job.title == "Sign: a.txt")
      #expect(
        begun.url.hasPrefix("https://sign.example/?files=http%3A%2F%2F") && begun.url.hasSuffix("&n=a.txt"))
      #expect(try await client.ask(.get, path("files", of: begun.url)).text == "one")
      let outcome = try path("done", of: begun.url)
      let foreign: HTTPFields = [.origin: "https://sign.example"]
      let preflight = try await client.ask(.options, outcome, headers: foreign)
      #expect(preflight.headers[.accessControlAllowMethods]?.contains("POST") == true)
      for wrong in [
        "{}", #"{"completed":1}"#, #"{"completed":true,"x":1}"#, #"{"completed":true,"detail":"a\nb"}"#,
      ] {
        let refused = try await client.ask(.post, outcome, headers: foreign, text: wrong)
        #expect(refused.status == .badRequest, "\(wrong)")
      }
      let told = try await client.ask(
        .post, outcome, headers: foreign, text: #"{"completed":true,"detail":"signed"}"#)
      #expect(told.status == .noContent && told.headers[.accessControlAllowOrigin] == "*")
      let job = try await client.ask(.get, "/api/v1/jobs/\(begun.job.id)?wait=60")
      #expect(job.text.contains(#""state":"finished""#) && job.text.contains(#""detail":"signed""#))
      #expect(try await client.ask(.post, outcome, text: #"{"completed":false}"#).status == .notFound)
    }
  }

  @Test("open no document, are refused for types that they do not take, and begin for declared ones alone")
  func refusals() async throws {
    try await site { client, text, picture in
      let openers = try await client.ask(.get, "/api/v1/documents/\(text)/openers")
      #expect(!openers.text.contains("com.example.sign"))
      let listed = try await client.ask(.get, "/api/v1/types")
      #expect(listed.text.contains(#""role":"action""#) && listed.text.contains(#""icon":"✍""#))
      let always = try await client.ask(
        .patch, "/api/v1/documents/\(text)", text: #"{"handler":"com.example.sign"}"#)
      #expect(always.code == "unsuitable-handler")
      let path = "/api/v1/actions/com.example.sign"
      let unfit = try await client.ask(.post, path, text: #"{"documents":["\#(picture)"]}"#)
      #expect(unfit.code == "unsuitable-handler")
      for body in ["{}", #"{"documents":[]}"#, #"{"documents":["x"]}"#, #"{"documents":["\#(text)"],"x":1}"#]
      {
        #expect(try await client.ask(.post, path, text: body).status == .badRequest, "\(body)")
      }
      let unknown = try await client.ask(
        .post, "/api/v1/actions/viewer", text: #"{"documents":["\#(text)"]}"#)
      #expect(unknown.status == .notFound)
      for icon in ["", "abc", #"\u0007"#] {
        let wrong = Self.action.replacing("✍", with: icon)
        #expect(try await client.ask(.post, "/api/v1/types", text: wrong).status == .badRequest, "\(icon)")
      }
    }
  }
}
