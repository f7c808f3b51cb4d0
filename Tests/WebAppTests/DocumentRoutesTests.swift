import FoundationEssentials
import HTTPServer
import HTTPTypes
import Testing

@testable import WebApp

@Suite("Documents over HTTP")
struct DocumentRoutesTests {
  @Test("an upload is answered with the document and its address", arguments: TestClient.Mode.allCases)
  func upload(mode: TestClient.Mode) async throws {
    try await TestSite.run(mode) { client, test in
      let answer = try await client.ask(.post, "/api/v1/documents?name=a.txt&folder=Papers", text: "hello")
      #expect(answer.status == .created)
      let document = try answer.answer()
      #expect(answer.headers[.location] == "/api/v1/documents/\(document.id ?? "")")
      #expect(document.folder == "Papers")
      #expect(document.type == "public.plain-text")
      #expect(!answer.text.contains(test.root))
      #expect(
        FileManager.default.contents(atPath: "\(test.root)/Documents/Papers/a.txt") == Data("hello".utf8))
    }
  }

  @Test(
    "names that lead out, are hidden, or hold what no name may hold are refused",
    arguments: [
      "../x", "%2e%2e%2fx", "/etc/passwd", "%2Fetc%2Fpasswd", "a%01b", "a%E2%80%AEgpj.exe", ".hidden", "",
      "%20",
      String(repeating: "n", count: 300),
    ])
  func hostileNames(name: String) async throws {
    try await TestSite.run { client, test in
      let answer = try await client.ask(.post, "/api/v1/documents?name=\(name)", text: "x")
      #expect(answer.status == .badRequest)
      #expect(answer.code == "invalid-name")
      #expect(try FileManager.default.contentsOfDirectory(atPath: "\(test.root)/Documents").isEmpty)
      #expect(try FileManager.default.contentsOfDirectory(atPath: "\(test.root)/tmp").isEmpty)
    }
  }

  @Test("folders that lead out are refused", arguments: ["..", "a%2F..%2F..%2Fb", "%2Fetc", "a%2F%2Fb"])
  func hostileFolders(folder: String) async throws {
    try await TestSite.run { client, _ in
      let answer = try await client.ask(.post, "/api/v1/documents?name=a&folder=\(folder)", text: "x")
      #expect(answer.code == "invalid-name")
    }
  }

  @Test("a form that is refused in the middle names the files that were stored before")
  func interruptedForm() async throws {
    try await TestSite.run { client, _ in
      _ = try await client.upload(named: "b.txt")
      let form = ["a.txt", "b.txt"].map {
        "--x\r\nContent-Disposition: form-data; name=f; filename=\($0)\r\n\r\nhello\r\n"
      }
      let answer = try await client.ask(
        .post, "/api/v1/documents?conflict=fail", headers: [.contentType: "multipart/form-data; boundary=x"],
        text: form.joined() + "--x--\r\n")
      #expect(answer.code == "name-taken")
      #expect(try answer.answer().documents?.map(\.name) == ["a.txt"])
      #expect(try answer.answer().detail?.contains("1 of 2 files were stored") == true)
    }
  }

  @Test(
    "a list by type knows a type that is declared after it was asked for", arguments: TestClient.Mode.allCases
  )
  func declaredType(mode: TestClient.Mode) async throws {
    try await TestSite.run(mode) { client, _ in
      let declaration = """
        {"types":[{"identifier":"org.example.note","name":"Note","conformsTo":["public.plain-text"],
        "extensions":["examplenote"]}]}
        """
      #expect(try await client.ask(.get, "/api/v1/documents?type=public.plain-text").answer().documents == [])
      _ = try await client.upload(named: "a.examplenote")
      #expect(
        try await client.ask(.get, "/api/v1/documents?type=org.example.note").answer().documents == [])
      #expect(try await client.ask(.post, "/api/v1/types", text: declaration).status == .created)
      let note = try await client.upload(named: "b.examplenote")
      #expect(note.type == "org.example.note")
      let found = try await client.ask(.get, "/api/v1/documents?type=org.example.note").answer().documents
      #expect(found?.map(\.name) == ["b.examplenote"])
    }
  }

  @Test("conflict=replace with If-Match replaces the named content and no other")
  func expectedReplacement() async throws {
    try await TestSite.run { client, _ in
      let first = try await client.upload("one", named: "a.txt")
      let target = "/api/v1/documents?name=a.txt&conflict=replace"
      let tag = "\"\(first.sha256 ?? "")\""
      let second = try await client.ask(.post, target, headers: [.ifMatch: tag], text: "two")
      #expect(try second.answer().version == 2)
      let third = try await client.ask(.post, target, headers: [.ifMatch: tag], text: "three")
      #expect(third.code == "version-conflict")
      let nothing = try await client.ask(
        .post, "/api/v1/documents?name=b.txt&conflict=replace", headers: [.ifMatch: tag], text: "x")
      #expect(nothing.code == "version-conflict")
      let senseless = try await client.ask(
        .post, "/api/v1/documents?name=c.txt", headers: [.ifMatch: tag], text: "x")
      #expect(senseless.code == "invalid-parameter")
    }
  }

  @Test("an upload of a part, or of coded bytes, is refused, and one for a free name finds it taken")
  func partialUploads() async throws {
    try await TestSite.run { client, _ in
      let target = "/api/v1/documents?name=a.txt&conflict=replace"
      let part = try await client.ask(.post, target, headers: [.contentRange: "bytes 0-0/5"], text: "x")
      #expect(part.code == "invalid-parameter")
      let coded = try await client.ask(.post, target, headers: [.contentEncoding: "gzip"], text: "x")
      #expect(coded.status == .unsupportedMediaType)
      let free: HTTPFields = [.ifNoneMatch: "*"]
      #expect(try await client.ask(.post, target, headers: free, text: "one").status == .created)
      #expect(try await client.ask(.post, target, headers: free, text: "two").code == "name-taken")
    }
  }

  @Test("a NUL in an address is refused before anything is looked up")
  func nul() async throws {
    try await TestSite.run { client, _ in
      let answer = try await client.ask(.post, "/api/v1/documents?name=a%00b", text: "x")
      #expect(answer.status == .badRequest)
    }
  }

  @Test("an upload without a name is told what is missing")
  func noName() async throws {
    try await TestSite.run { client, _ in
      let answer = try await client.ask(.post, "/api/v1/documents", text: "x")
      #expect(answer.status == .badRequest)
      #expect(try answer.answer().detail == "say what the document is called: ?name=")
    }
  }

  @Test("a digest that the bytes do not have is refused, and nothing is stored")
  func digest() async throws {
    try await TestSite.run { client, test in
      let name = try #require(HTTPField.Name("Content-Digest"))
      // SHA-256 of "hello".
      let right = "sha-256=:LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=:"
      let wrong = try await client.ask(
        .post, "/api/v1/documents?name=a", headers: [name: right], text: "hallo")
      #expect(wrong.status == .badRequest)
      #expect(wrong.code == "content-mismatch")
      #expect(try FileManager.default.contentsOfDirectory(atPath: "\(test.root)/Documents").isEmpty)
      let good = try await client.ask(
        .post, "/api/v1/documents?name=a", headers: [name: right], text: "hello")
      #expect(good.status == .created)
      let broken = try await client.ask(
        .post, "/api/v1/documents?name=a", headers: [name: "sha-256=:nonsense:"], text: "hello")
      #expect(broken.code == "invalid-parameter")
    }
  }

  @Test("a body that ends early is refused, and nothing is stored")
  func shortBody() async throws {
    try await TestSite.run(.live) { client, test in
      let connection = try await client.connect()
      let head =
        "POST /api/v1/documents?name=a.txt HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\nshort"
      try await connection.send(Array(head.utf8))
      connection.close()
      // The next request may be answered before or after the server cleans up the broken one; its document is alone in
      // the list.
      _ = try await client.upload(named: "b.txt")
      let list = try await client.ask(.get, "/api/v1/documents").answer()
      #expect(list.documents?.map(\.name) == ["b.txt"])
      #expect(try FileManager.default.contentsOfDirectory(atPath: "\(test.root)/Documents") == ["b.txt"])
    }
  }

  @Test("a body over the limit is refused with 413")
  func largeBody() async throws {
    try await TestSite.run(maximumUpload: 10) { client, _ in
      let answer = try await client.ask(.post, "/api/v1/documents?name=a", text: "more than ten bytes")
      #expect(answer.status == .contentTooLarge)
      #expect(answer.code == "too-large")
    }
  }

  @Test("a form with several files makes several documents; a path is cut to its last name")
  func form() async throws {
    try await TestSite.run { client, _ in
      let form =
        ["a.txt", "C:\\\\Users\\\\me\\\\b.txt"].map { name in
          "--xx\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(name)\"\r\n\r\nhello \(name)\r\n"
        }.joined() + "--xx--\r\n"
      let answer = try await client.ask(
        .post, "/api/v1/documents", headers: [.contentType: "multipart/form-data; boundary=xx"], text: form)
      #expect(answer.status == .created)
      #expect(try answer.answer().documents?.map(\.name) == ["a.txt", "b.txt"])
    }
  }

  @Test("a broken form stores none of its files")
  func brokenForm() async throws {
    try await TestSite.run { client, test in
      let form =
        "--xx\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\nhello\r\n--xx\r\nContent-Disp"
      let answer = try await client.ask(
        .post, "/api/v1/documents", headers: [.contentType: "multipart/form-data; boundary=xx"], text: form)
      #expect(answer.status == .badRequest)
      #expect(try FileManager.default.contentsOfDirectory(atPath: "\(test.root)/Documents").isEmpty)
    }
  }

  @Test("a form of more files than are held open stores none of them")
  func crowdedForm() async throws {
    try await TestSite.run { client, test in
      let files = (0...UploadRoutes.maximumFiles).map {
        "--xx\r\nContent-Disposition: form-data; name=\"f\"; filename=\"\($0).txt\"\r\n\r\nhello\r\n"
      }
      let answer = try await client.ask(
        .post, "/api/v1/documents", headers: [.contentType: "multipart/form-data; boundary=xx"],
        text: files.joined() + "--xx--\r\n")
      #expect(answer.code == "too-large")
      #expect(try FileManager.default.contentsOfDirectory(atPath: "\(test.root)/Documents").isEmpty)
    }
  }

  @Test("a document is renamed and moved under the condition that it was not changed")
  func patch() async throws {
    try await TestSite.run { client, _ in
      let id = try #require(try await client.upload().id)
      let tag = try #require(try await client.ask(.get, "/api/v1/documents/\(id)").headers[.eTag])
      let moved = try await client.ask(
        .patch, "/api/v1/documents/\(id)", headers: [.ifMatch: tag], text: #"{"name":"b.txt","folder":"x"}"#)
      #expect(try moved.answer().name == "b.txt")
      #expect(try moved.answer().folder == "x")
      let stale = try await client.ask(
        .patch, "/api/v1/documents/\(id)", headers: [.ifMatch: tag], text: #"{"name":"c.txt"}"#)
      #expect(stale.status == .preconditionFailed)
      #expect(stale.code == "version-conflict")
      let nonsense = try await client.ask(.patch, "/api/v1/documents/\(id)", text: "nonsense")
      #expect(nonsense.code == "invalid-parameter")
    }
  }

  @Test("a deleted document is in the Trash, and comes back")
  func trash() async throws {
    try await TestSite.run { client, _ in
      let id = try #require(try await client.upload().id)
      #expect(try await client.ask(.delete, "/api/v1/documents/\(id)").status == .noContent)
      #expect(try await client.ask(.get, "/api/v1/documents").answer().documents == [])
      #expect(
        try await client.ask(.get, "/api/v1/documents?trashed=true").answer().documents?.map(\.id) == [id])
      #expect(try await client.ask(.post, "/api/v1/documents/\(id)/restore").status == .ok)
      #expect(try await client.ask(.get, "/api/v1/documents").answer().documents?.map(\.id) == [id])
    }
  }

  @Test("a list is right after every change, although answers are kept")
  func freshLists() async throws {
    try await TestSite.run(.live) { client, _ in
      for count in 1...5 {
        _ = try await client.upload("\(count)", named: "\(count).txt")
        for _ in 0..<2 {
          #expect(try await client.ask(.get, "/api/v1/documents").answer().documents?.count == count)
        }
      }
    }
  }

  @Test(
    "parameters of a list that cannot be right are refused by name",
    arguments: [
      "limit=0", "limit=1001", "limit=x", "sort=colour", "trashed=maybe", "type=a%20b", "cursor=nonsense",
    ])
  func listParameters(query: String) async throws {
    try await TestSite.run { client, _ in
      let answer = try await client.ask(.get, "/api/v1/documents?\(query)")
      #expect(answer.status == .badRequest)
      #expect(answer.code == "invalid-parameter")
    }
  }

  @Test("an original is an attachment in a sandbox, whatever it holds")
  func content() async throws {
    try await TestSite.run { client, _ in
      let id = try #require(
        try await client.upload("<script>alert(1)</script>", named: "x%20%22y%22.html").id)
      let answer = try await client.ask(.get, "/api/v1/documents/\(id)/content")
      #expect(answer.text == "<script>alert(1)</script>")
      #expect(answer.headers[.contentSecurityPolicy] == "sandbox; default-src 'none'")
      #expect(answer.headers[.xContentTypeOptions] == "nosniff")
      let disposition = try #require(answer.headers[.contentDisposition])
      #expect(disposition == "attachment; filename=\"x _y_.html\"; filename*=UTF-8''x%20%22y%22.html")
    }
  }

  @Test("new content needs the condition to hold, and makes a version")
  func put() async throws {
    try await TestSite.run { client, _ in
      let id = try #require(try await client.upload("one").id)
      let path = "/api/v1/documents/\(id)/content"
      let tag = try #require(try await client.ask(.get, path).headers[.eTag])
      #expect(
        try await client.ask(.put, path, headers: [.ifMatch: "\"old\""], text: "two").code
          == "version-conflict")
      #expect(try await client.ask(.put, path, headers: [.ifMatch: tag], text: "two").answer().version == 2)
      #expect(try await client.ask(.get, path).text == "two")
    }
  }
}
