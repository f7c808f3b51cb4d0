import FoundationEssentials
import HTTPServer
import HTTPTypes
import LinuxSystem
import Testing

@testable import WebApp

@Suite("The files of the app")
struct PublicPagesTests {
  /// Serves these files as the app.
  private static func run(
    _ files: [String: String], _ body: (TestClient) async throws -> Void
  ) async throws {
    let folder = "/tmp/public-\(RequestID())"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for (name, text) in files {
      let parent = "\(folder)/\(name)".split(separator: "/").dropLast().joined(separator: "/")
      try FileManager.default.createDirectory(atPath: "/\(parent)", withIntermediateDirectories: true)
      try text.write(toFile: "\(folder)/\(name)", atomically: false, encoding: .utf8)
    }
    var router = Router()
    try PublicPages(directory: folder, origins: OriginPolicy(host: "localhost", allowed: [])).add(to: &router)
    try await TestClient.run(HTTPApplication(router: router), .inProcess) { try await body($0) }
  }

  @Test("may run their own scripts, and of written ones those that were there when the app was built")
  func inlineScripts() async throws {
    let page = "<head><script>go(1);</script><script src=\"/a.js\"></script><script></script>"
    try await Self.run(["index.html": page, "a.js": "go(1);", "lab/index.html": "<p>"]) { client in
      let policy = try await client.execute(.get, "/").headers[.contentSecurityPolicy] ?? ""
      let hash = Data(SHA256.hash(Array("go(1);".utf8))).base64EncodedString()
      #expect(policy.contains("script-src 'self' 'sha256-\(hash)' 'sha256-47DEQpj8HBSa"))
      #expect(!policy.contains("unsafe"))
      for path in ["/a.js", "/lab/"] {
        let other = try await client.execute(.get, path).headers[.contentSecurityPolicy]
        #expect(other?.contains("script-src 'self';") == true, "\(path)")
      }
      let unknown = try await client.execute(.get, "/none", headers: [.accept: "text/html"])
      #expect(unknown.status == .notFound && unknown.headers[.contentSecurityPolicy] == policy)
    }
  }

  @Test("are kept for ever where their name tells their content, and asked for again elsewhere")
  func caching() async throws {
    try await Self.run(["index.html": "<p>", "assets/app-1A2B.js": "1", "app.webmanifest": "{}"]) { client in
      let wanted = [
        "/assets/app-1A2B.js": "public, max-age=31536000, immutable", "/": "no-cache",
        "/app.webmanifest": "no-cache",
      ]
      for (path, control) in wanted {
        let answer = try await client.execute(.get, path)
        #expect(answer.headers[.cacheControl] == control, "\(path)")
      }
    }
  }
}
