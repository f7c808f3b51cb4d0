import Foundation
import HTTPServer
import HTTPTypes
import Testing

@testable import WebApp

@Suite("An address that the server does not have")
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

  @Test("is a page of the app for a browser that goes there, with 404, and a problem for programs")
  func browsers() async throws {
    let browser: HTTPFields = [.accept: "text/html,application/xhtml+xml,*/*;q=0.8"]
    try await TestSite.run(requiresSignIn: true) { client, _ in
      let app = try await client.ask(.get, "/").body
      for path in ["/nothing", "/a/b/c", "/nothing.js", "/d/x/y", "/%C3%A4"] {
        let page = try await client.ask(.get, path, headers: browser)
        #expect(page.status == .notFound && page.body == app, "\(path)")
        #expect(page.headers[.contentType] == "text/html; charset=utf-8")
        #expect(
          page.headers[.vary] == "Accept, Accept-Encoding" && page.headers[.contentSecurityPolicy] != nil)
        #expect(try await client.ask(.head, path, headers: browser).status == .notFound)
        #expect(try await client.ask(.get, path, headers: [.accept: "*/*"]).code == "not-found", "\(path)")
      }
      for path in ["/api/v1/nothing", "/iiif/nothing"] {
        #expect(try await client.ask(.get, path, headers: browser).code == "not-found", "\(path)")
      }
      #expect(try await client.ask(.post, "/nothing", headers: browser).status == .methodNotAllowed)
    }
  }

  @Test(
    "where the sources are served, all of them are, and the app's own folder of that name lies beside the API"
  )
  func ownFolder() async throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Public").path()
    try await TestSite.run(files: sources) { client, _ in
      let module = try await client.ask(.get, "/api/api-problem.js")
      #expect(module.status == .ok && module.headers[.contentType]?.hasPrefix("text/javascript") == true)
      #expect(try await client.ask(.get, "/api/nothing.js").code == "not-found")
      let modules = try FileManager.default.subpathsOfDirectory(atPath: sources).filter {
        $0.hasSuffix(".js")
      }
      #expect(modules.contains("api/waiting/change-queue.js"))
      for module in modules { #expect(try await client.ask(.get, "/\(module)").status == .ok, "\(module)") }
    }
  }

  @Test("an icon is where browsers look for one by themselves")
  func icon() async throws {
    try await TestSite.run(requiresSignIn: true) { client, _ in
      let icon = try await client.ask(.get, "/favicon.ico")
      #expect(icon.status == .ok && icon.headers[.contentType] == "image/x-icon")
      // Reserved, the type of an icon, and the number of pictures.
      #expect(Array(icon.body.prefix(4)) == [0, 0, 1, 0] && icon.body.count > 22)
    }
  }
}
