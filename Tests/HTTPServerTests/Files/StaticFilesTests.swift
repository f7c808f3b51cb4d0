import FoundationEssentials
import Glibc
import HTTPServer
import HTTPTypes
import Testing

@Suite("Static files")
struct StaticFilesTests {
  final class Folder: Sendable {
    let path: String

    init(_ files: [String: String]) throws {
      path = "/tmp/static-\(RequestID())"
      for (name, text) in files {
        let file = "\(path)/\(name)"
        let parent = String(file[..<(file.lastIndex(of: "/") ?? file.endIndex)])
        try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        try write(text, to: name)
      }
    }

    func write(_ text: String, to name: String) throws {
      try text.write(toFile: "\(path)/\(name)", atomically: false, encoding: .utf8)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
  }

  static func application(_ files: StaticFiles) -> HTTPApplication {
    var router = Router()
    router.on(.get, "*path", options: RouteOptions(fast: files.fast)) { _, _ in throw HTTPError.notFound }
    return Sample.application(router)
  }

  @Test("are served with type, tag and no-cache, and 304 when known", arguments: TestClient.Mode.allCases)
  func served(mode: TestClient.Mode) async throws {
    let folder = try Folder(["index.html": "<p>", "styles/app.css": "p{}", "app.js": "1", "x.bin": "?"])
    let files = try StaticFiles(directory: folder.path)
    try await TestClient.run(Self.application(files), mode) { client in
      let css = try await client.execute(.get, "/styles/app.css")
      #expect(css.text == "p{}")
      #expect(css.headers[.contentType] == "text/css; charset=utf-8")
      #expect(css.headers[.cacheControl] == "no-cache")
      #expect(css.headers[.xContentTypeOptions] == "nosniff")
      let tag = try #require(css.headers[.eTag])
      let again = try await client.execute(.get, "/styles/app.css", headers: [.ifNoneMatch: tag])
      #expect(again.status == .notModified)
      #expect(try await client.execute(.get, "/").text == "<p>")
      #expect(try await client.execute(.head, "/").headers[.contentLength] == "3")
      #expect(try await client.execute(.get, "/x.bin").headers[.contentType] == "application/octet-stream")
      #expect(try await client.execute(.get, "/none.css").status == .notFound)
      #expect(try await client.execute(.post, "/").status == .methodNotAllowed)
    }
  }

  @Test(
    "never lead out of their directory",
    arguments: ["/../secret", "/%2e%2e/secret", "/..%2fsecret", "/link", "/.hidden", "/styles", "/pipe"])
  func contained(target: String) async throws {
    let folder = try Folder(["index.html": "<p>", ".hidden": "no", "styles/a.css": ""])
    symlink("/etc/passwd", "\(folder.path)/link")
    mkfifo("\(folder.path)/pipe", 0o600)
    let files = try StaticFiles(directory: folder.path)
    try await TestClient.run(Self.application(files), .live) { client in
      let answer = try await client.execute(.get, target)
      #expect(answer.status == .notFound)
    }
  }

  @Test(
    "are sent in the shortest form that lies beside them and the client takes",
    arguments: TestClient.Mode.allCases)
  func compressedForms(mode: TestClient.Mode) async throws {
    let folder = try Folder([
      "app.js": "plain", "app.js.br": "short", "app.js.gz": "longer", "lone.gz": "own",
    ])
    let files = try StaticFiles(directory: folder.path)
    try await TestClient.run(Self.application(files), mode) { client in
      func get(_ target: String, _ encodings: String?, _ more: HTTPFields = [:]) async throws -> TestResponse
      {
        var headers = more
        headers[.acceptEncoding] = encodings
        return try await client.execute(.get, target, headers: headers)
      }
      let plain = try await get("/app.js", nil)
      #expect(plain.text == "plain" && plain.headers[.contentEncoding] == nil)
      #expect(plain.headers[.vary] == "Accept-Encoding")
      let brotli = try await get("/app.js", "gzip, deflate, br")
      #expect(brotli.text == "short" && brotli.headers[.contentEncoding] == "br")
      #expect(
        brotli.headers[.vary] == "Accept-Encoding"
          && brotli.headers[.contentType] == plain.headers[.contentType])
      #expect(brotli.headers[.eTag] != plain.headers[.eTag])
      #expect(try await get("/app.js", "br;q=0, gzip").text == "longer")
      #expect(try await get("/app.js", "*").text == "short")
      #expect(try await get("/app.js", "br", [.range: "bytes=0-1"]).text == "pl")
      let known: HTTPFields = [.ifNoneMatch: try #require(brotli.headers[.eTag])]
      let again = try await get("/app.js", "br", known)
      #expect(again.status == .notModified && again.headers[.eTag] == brotli.headers[.eTag])
      #expect(try await get("/app.js.br", "br").status == .notFound)
      #expect(try await get("/lone.gz", nil).text == "own")
    }
  }

  @Test("of a directory that is not there are an error")
  func missing() {
    #expect(throws: HTTPError.self) { try StaticFiles(directory: "/nowhere") }
  }
}
