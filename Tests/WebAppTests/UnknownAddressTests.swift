import HTTPServer
import HTTPTypes
import Testing

@testable import WebApp

@Suite("An address that nobody has")
struct UnknownAddressTests {
  @Test(
    "is unknown below /api and /iiif, whatever the method",
    arguments: [
      "/api", "/api/v1/nothing", "/api/v2/documents", "/api/v1/documents/x/nothing", "/iiif/nothing",
    ])
  func programs(path: String) async throws {
    try await TestSite.run { client, _ in
      for method in [HTTPRequest.Method.get, .post, .put, .patch, .delete] {
        let answer = try await client.ask(method, path)
        #expect(answer.status == .notFound && answer.code == "not-found", "\(method) \(path)")
        #expect(answer.headers[.allow] == nil)
        #expect(answer.headers[.contentType] == "application/problem+json")
      }
    }
  }

  @Test("is one that can only be read elsewhere, and a known one says what it takes")
  func others() async throws {
    try await TestSite.run { client, _ in
      for path in ["/nothing", "/app.js"] {
        let answer = try await client.ask(.post, path)
        #expect(answer.status == .methodNotAllowed, "\(path)")
        #expect(answer.headers[.allow] == "GET, HEAD, OPTIONS", "\(path)")
      }
      let known = try await client.ask(.delete, "/api/v1/documents")
      #expect(known.status == .methodNotAllowed && known.headers[.allow]?.contains("POST") == true)
    }
  }
}
