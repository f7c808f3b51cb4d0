import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes
import LinuxSystem
import Testing

@testable import WebApp

@Suite("Uploads by tus")
struct ResumableUploadRoutesTests {
  private static let root = "/api/v1/uploads"
  private static let media = "application/offset+octet-stream"

  private func name(_ text: String) throws -> HTTPField.Name { try #require(HTTPField.Name(text)) }

  private func fields(_ pairs: KeyValuePairs<String, String>) throws -> HTTPFields {
    var fields: HTTPFields = [.tusResumable: "1.0.0"]
    for (key, value) in pairs { fields[try name(key)] = value }
    return fields
  }

  private func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

  /// The address of a new upload.
  private func begin(
    _ client: TestClient, _ length: Int? = 11, _ more: String = "", query: String = ""
  ) async throws -> String {
    let size = length.map { ("Upload-Length", "\($0)") } ?? ("Upload-Defer-Length", "1")
    var headers = try fields(["Upload-Metadata": "filename \(base64("ü.txt"))\(more)"])
    headers[try name(size.0)] = size.1
    let answer = try await client.ask(.post, Self.root + query, headers: headers)
    #expect(answer.status == .created && answer.headers[.tusResumable] == "1.0.0")
    return try #require(answer.headers[.location])
  }

  private func patch(
    _ client: TestClient, _ address: String, _ text: String, at offset: Int,
    _ more: KeyValuePairs<String, String> = [:]
  ) async throws -> TestResponse {
    var headers = try fields(more)
    headers[.contentType] = headers[.contentType] ?? Self.media
    headers[try name("Upload-Offset")] = "\(offset)"
    return try await client.ask(.patch, address, headers: headers, text: text)
  }

  private func offset(_ answer: TestResponse) throws -> Int? {
    answer.headers[try name("Upload-Offset")].flatMap { Int($0) }
  }

  private func head(_ client: TestClient, _ address: String) async throws -> TestResponse {
    try await client.ask(.head, address, headers: try fields([:]))
  }

  @Test("what the server can do is told without a version")
  func abilities() async throws {
    try await TestSite.run(maximumUpload: 1234) { client, _ in
      for address in [Self.root, "\(Self.root)/abcdefgh23456723"] {
        let answer = try await client.ask(.options, address)
        #expect(answer.status == .noContent)
        #expect(answer.headers[try name("Tus-Version")] == "1.0.0")
        #expect(answer.headers[try name("Tus-Max-Size")] == "1234")
        let extensions = try #require(answer.headers[try name("Tus-Extension")]).split(separator: ",")
        #expect(
          Set(extensions) == [
            "creation", "creation-with-upload", "creation-defer-length", "checksum", "termination",
            "expiration",
          ])
      }
    }
  }

  @Test("another version is refused with the one that is spoken", arguments: [nil, "0.2.2", "1.0.1"])
  func version(_ version: String?) async throws {
    try await TestSite.run { client, _ in
      let address = try await begin(client)
      for (method, target) in [(HTTPRequest.Method.post, Self.root), (.head, address), (.patch, address)] {
        var headers: HTTPFields = [.contentType: Self.media]
        headers[.tusResumable] = version
        let answer = try await client.ask(method, target, headers: headers)
        #expect(answer.status == .preconditionFailed)
        #expect(answer.headers[try name("Tus-Version")] == "1.0.0")
        #expect(answer.headers[.tusResumable] == "1.0.0")
      }
    }
  }

  @Test("an upload in pieces becomes a document, which later looks tell", arguments: TestClient.Mode.allCases)
  func pieces(mode: TestClient.Mode) async throws {
    try await TestSite.run(mode) { client, _ in
      let address = try await begin(client, 11, ",folder \(base64("Papers/New"))")
      let before = try await head(client, address)
      #expect(try before.status == .ok && offset(before) == 0)
      #expect(before.headers[try name("Upload-Length")] == "11")
      #expect(before.headers[try name("Upload-Metadata")]?.hasPrefix("filename ") == true)
      #expect(before.headers[try name("Upload-Expires")]?.hasSuffix(" GMT") == true)
      #expect(before.headers[.cacheControl] == "private, no-store")
      let first = try await patch(client, address, "hello ", at: 0)
      #expect(try first.status == .noContent && offset(first) == 6)
      let last = try await patch(client, address, "world", at: 6)
      #expect(try last.status == .noContent && offset(last) == 11)
      let place = try #require(last.headers[.contentLocation])
      let document = try await client.ask(.get, place).answer()
      #expect(document.name == "ü.txt" && document.folder == "Papers/New" && document.size == 11)
      #expect(last.headers[try name("Sheaf-Document")] == document.id)
      #expect(try await client.ask(.get, "\(place)/content").text == "hello world")
      let after = try await head(client, address)
      #expect(try offset(after) == 11 && after.headers[.contentLocation] == place)
    }
  }

  @Test("bytes may come with the beginning, all of them or the first")
  func withUpload() async throws {
    try await TestSite.run { client, _ in
      let headers = try fields([
        "Upload-Length": "5", "Content-Type": Self.media, "Upload-Metadata": "filename \(base64("a.txt"))",
      ])
      let all = try await client.ask(.post, Self.root, headers: headers, text: "hello")
      #expect(try all.status == .created && offset(all) == 5)
      #expect(all.headers[.contentLocation] != nil && all.headers[.location] != nil)
      let first = try await client.ask(.post, Self.root, headers: headers, text: "hel")
      #expect(try offset(first) == 3)
      let rest = try await patch(client, try #require(first.headers[.location]), "lo", at: 3)
      #expect(
        try await client.ask(.get, try #require(rest.headers[.contentLocation])).answer().name == "a 2.txt")
      var empty = headers
      empty[try name("Upload-Length")] = "0"
      empty[.contentType] = nil
      #expect(try await client.ask(.post, Self.root, headers: empty).headers[.contentLocation] != nil)
    }
  }

  @Test("the length may come with the last bytes")
  func deferred() async throws {
    try await TestSite.run { client, _ in
      let address = try await begin(client, nil)
      #expect(try await head(client, address).headers[try name("Upload-Defer-Length")] == "1")
      #expect(try offset(try await patch(client, address, "hello", at: 0)) == 5)
      let last = try await patch(client, address, "!", at: 5, ["Upload-Length": "6"])
      #expect(last.headers[.contentLocation] != nil)
      #expect(try await head(client, address).headers[try name("Upload-Length")] == "6")
    }
  }

  @Test("requests that make no sense are refused in words, and change nothing")
  func refused() async throws {
    try await TestSite.run(maximumUpload: 1000) { client, _ in
      let address = try await begin(client)
      let elsewhere = try await patch(client, address, "x", at: 3)
      #expect(elsewhere.status == .conflict && elsewhere.code == "offset-mismatch")
      let typed = try await patch(client, address, "x", at: 0, ["Content-Type": "text/plain"])
      #expect(typed.status == .unsupportedMediaType)
      let long = try await patch(client, address, "hello, world", at: 0)
      #expect(long.status == .contentTooLarge && long.code == "too-large")
      #expect(long.headers[.tusResumable] == "1.0.0")
      let unknown = try await patch(client, "\(Self.root)/abcdefgh23456723", "x", at: 0)
      #expect(unknown.status == .notFound)
      for offset in ["", "-1", "x", "1.5"] {
        var headers = try fields(["Upload-Offset": offset])
        headers[.contentType] = Self.media
        #expect(try await client.ask(.patch, address, headers: headers).status == .badRequest)
      }
      #expect(try offset(try await head(client, address)) == 0)
      #expect(try await client.ask(.get, address, headers: try fields([:])).status == .methodNotAllowed)
      #expect(try await client.ask(.post, address, headers: try fields([:])).status == .methodNotAllowed)
    }
  }

  @Test(
    "a beginning that makes no sense is refused",
    arguments: [
      (["Upload-Metadata": "filename YQ=="], 400), (["Upload-Length": "x"], 400),
      (["Upload-Length": "-1"], 400), (["Upload-Length": "1001"], 413),
      (["Upload-Length": "1", "Upload-Defer-Length": "1"], 400), (["Upload-Defer-Length": "0"], 400),
      (["Upload-Length": "1", "Upload-Metadata": ""], 400),
      (["Upload-Length": "1", "Upload-Metadata": "filename"], 400),
      (["Upload-Length": "1", "Upload-Metadata": "filename !"], 400),
      (["Upload-Length": "1", "Upload-Metadata": "filename /w=="], 400),
      (["Upload-Length": "1", "Upload-Metadata": "filename Li4="], 400),
      (["Upload-Length": "1", "Upload-Metadata": "filename YQ==,filename Yg=="], 400),
      (["Upload-Length": "1", "Upload-Metadata": "filename YQ==,,"], 400),
      (["Upload-Length": "1", "Upload-Metadata": "filename YQ== YQ=="], 400),
      (["Upload-Length": "1", "Upload-Metadata": "filename YQ==,folder Li4v"], 400),
      (["Upload-Length": "1", "Upload-Metadata": "filename YQ==,conflict YQ=="], 400),
    ] as [([String: String], Int)])
  func begunBadly(_ headers: [String: String], _ status: Int) async throws {
    try await TestSite.run(maximumUpload: 1000) { client, _ in
      var all = try fields([:])
      if headers["Upload-Metadata"] == nil { all[try name("Upload-Metadata")] = "filename YQ==" }
      for (key, value) in headers { all[try name(key)] = value }
      let answer = try await client.ask(.post, Self.root, headers: all)
      #expect(answer.status.code == status && answer.code != nil, "\(headers)")
    }
  }

  @Test("a piece with another checksum is discarded with 460", arguments: ["sha256", "sha1"])
  func checksum(algorithm: String) async throws {
    func checksum(_ text: String) -> String {
      let bytes = Array(text.utf8)
      let hash = algorithm == "sha1" ? SHA1.hash(bytes) : SHA256.hash(bytes)
      return "\(algorithm) \(Data(hash).base64EncodedString())"
    }
    try await TestSite.run { client, _ in
      let address = try await begin(client)
      let good = try await patch(client, address, "hello", at: 0, ["Upload-Checksum": checksum("hello")])
      #expect(try good.status == .noContent && offset(good) == 5)
      let bad = try await patch(client, address, " wurld", at: 5, ["Upload-Checksum": checksum(" world")])
      #expect(bad.status.code == 460 && bad.code == "content-mismatch")
      #expect(try offset(try await head(client, address)) == 5)
      let again = try await patch(client, address, " world", at: 5, ["Upload-Checksum": checksum(" world")])
      let place = try #require(again.headers[.contentLocation])
      #expect(try await client.ask(.get, "\(place)/content").text == "hello world")
    }
  }

  @Test(
    "an unknown or malformed checksum is refused", arguments: ["md5 YQ==", "sha256", "sha256 !", "sha1 YQ=="])
  func badChecksum(header: String) async throws {
    try await TestSite.run { client, _ in
      let address = try await begin(client)
      let answer = try await patch(client, address, "hello", at: 0, ["Upload-Checksum": header])
      #expect(answer.status == .badRequest && answer.code == "invalid-parameter")
      #expect(try offset(try await head(client, address)) == 0)
    }
  }

  @Test("an upload is removed, and is unknown afterwards")
  func removed() async throws {
    try await TestSite.run { client, test in
      let address = try await begin(client)
      #expect(try await client.ask(.delete, address, headers: try fields([:])).status == .noContent)
      #expect(try await head(client, address).status == .notFound)
      #expect(try await client.ask(.delete, address, headers: try fields([:])).status == .notFound)
      let left = try FileManager.default.contentsOfDirectory(atPath: "\(test.root)/Library/Uploads")
      #expect(left.isEmpty)
    }
  }

  @Test("a condition on a tag is refused: an upload has none")
  func conditions() async throws {
    try await TestSite.run { client, _ in
      let address = try await begin(client)
      let patched = try await patch(client, address, "hello", at: 0, ["If-Match": "\"x\""])
      #expect(patched.status == .preconditionFailed && patched.code == "version-conflict")
      let headers = try fields(["If-Match": "\"x\""])
      #expect(try await client.ask(.delete, address, headers: headers).status == .preconditionFailed)
      #expect(try offset(try await patch(client, address, "hello", at: 0, ["If-Match": "*"])) == 5)
    }
  }

  @Test("a method that a client cannot send stands in a header")
  func overridden() async throws {
    try await TestSite.run { client, _ in
      let address = try await begin(client)
      var headers = try fields(["X-HTTP-Method-Override": "PATCH", "Upload-Offset": "0"])
      headers[.contentType] = Self.media
      let patched = try await client.ask(.post, address, headers: headers, text: "hello")
      #expect(try patched.status == .noContent && offset(patched) == 5)
      headers = try fields(["X-HTTP-Method-Override": "DELETE"])
      #expect(try await client.ask(.get, address, headers: headers).status == .methodNotAllowed)
      #expect(try await client.ask(.post, address, headers: headers).status == .noContent)
      #expect(try await head(client, address).status == .notFound)
    }
  }

  @Test("a taken name is a problem, the bytes stay, and another name is told with the next request")
  func taken() async throws {
    try await TestSite.run { client, _ in
      _ = try await client.upload(named: "b.txt")
      let address = try await begin(client, 11, ",conflict \(base64("fail"))", query: "?name=b.txt")
      let refused = try await patch(client, address, "hello world", at: 0)
      #expect(refused.status == .conflict && refused.code == "name-taken")
      #expect(try offset(try await head(client, address)) == 11)
      let kept = try await patch(client, "\(address)?conflict=rename", "", at: 11)
      let place = try #require(kept.headers[.contentLocation])
      #expect(try await client.ask(.get, place).answer().name == "b 2.txt")
    }
  }

  @Test("an upload goes on after a crash")
  func restart() async throws {
    let copy = "/tmp/sheaf-site-\(DocumentID())"
    var address = ""
    try await TestSite.run { client, test in
      address = try await begin(client)
      _ = try await patch(client, address, "hello ", at: 0)
      try FileManager.default.copyItem(atPath: test.root, toPath: copy)
    }
    try await TestSite.run(root: copy) { client, _ in
      #expect(try offset(try await head(client, address)) == 6)
      let last = try await patch(client, address, "world", at: 6)
      let place = try #require(last.headers[.contentLocation])
      #expect(try await client.ask(.get, "\(place)/content").text == "hello world")
    }
  }

  @Test(
    "a connection that hangs or is cut keeps its bytes, and does not keep the next one out",
    arguments: [true, false])
  func hanging(isCut: Bool) async throws {
    try await TestSite.run(.live) { client, _ in
      let size = 1 << 20
      let address = try await begin(client, size)
      let connection = try await client.connect()
      let head = """
        PATCH \(address) HTTP/1.1\r\nHost: 127.0.0.1\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\n\
        Content-Type: \(Self.media)\r\nContent-Length: \(size)\r\n\r\n
        """
      try await connection.send(head)
      try await connection.send([UInt8](repeating: 7, count: size / 2))
      if isCut { connection.close() }
      // Each look ends the request that hangs; what had come by then stays.
      var known = 0
      for _ in 1...3 {
        let now = try #require(try offset(try await self.head(client, address)))
        #expect(now >= known && now <= size / 2)
        known = now
      }
      let rest = String(repeating: "x", count: size - known)
      let last = try await patch(client, address, rest, at: known)
      #expect(try last.status == .noContent && offset(last) == size)
      #expect(last.headers[.contentLocation] != nil)
      connection.close()
    }
  }

  @Test("there is no way in without a credential")
  func credential() async throws {
    try await TestSite.run(requiresSignIn: true) { client, _ in
      let begun = try await client.ask(.post, Self.root, headers: try fields([:]))
      #expect(begun.status == .unauthorized)
      #expect(try await head(client, "\(Self.root)/abcdefgh23456723").status == .unauthorized)
    }
  }
}
