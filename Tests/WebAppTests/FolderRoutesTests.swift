import FoundationEssentials
import HTTPServer
import HTTPTypes
import Testing

@testable import WebApp

@Suite("Folders over HTTP")
struct FolderRoutesTests {
  private func make(_ path: String, parents: Bool = true, _ client: TestClient) async throws -> TestResponse {
    try await client.ask(.post, "/api/v1/folders", text: #"{"folder":"\#(path)","parents":\#(parents)}"#)
  }

  private func list(_ query: String, _ client: TestClient) async throws -> FolderListJSON {
    try await client.ask(.get, "/api/v1/folders\(query)").folderList()
  }

  @Test("a folder is made: 201, then 200; 404 without its parents, 409 over a document (FO-1)")
  func made() async throws {
    try await TestSite.run { client, test in
      #expect(try await make("a/b/c", parents: false, client).code == "not-found")
      let first = try await make("a/b/c", client)
      #expect(first.status == .created)
      #expect(try first.folder().path == "a/b/c" && first.folder().name == "c")
      #expect(first.headers[.eTag] == (try first.folder().etag))
      #expect(try await make("a/b/c", client).status == .ok)
      _ = try await client.upload(named: "file")
      let taken = try await make("file", client)
      #expect(taken.status == .conflict && taken.code == "name-taken")
      #expect(try FileManager.default.contentsOfDirectory(atPath: "\(test.root)/Documents/a/b") == ["c"])
    }
  }

  @Test("a shallow list has the folders directly in one, with counts; a deep one those below (FO-2, FO-3)")
  func listed() async throws {
    try await TestSite.run { client, test in
      for folder in ["a", "a", "a/b/c", "d"] {
        _ = try await client.upload(named: "x.txt", query: "&folder=\(folder)")
      }
      let shallow = try await list("", client)
      #expect(shallow.folder.path == "" && shallow.folder.documents == 0 && shallow.next == nil)
      #expect(shallow.folders.map(\.path) == ["a", "d"])
      #expect(shallow.folders.map(\.documents) == [2, 1])
      #expect(shallow.folders.map(\.hasFolders) == [true, false])
      let deep = try await list("?deep=true", client)
      #expect(deep.folders.map(\.path) == ["a", "a/b", "a/b/c", "d"])
      #expect(deep.folders.map(\.documents) == [2, 0, 1, 1])
      let part = try await list("?folder=a&deep=true&limit=1", client)
      #expect(part.folders.map(\.path) == ["a/b"] && part.next == "a/b")
      #expect(try await list("?folder=a&deep=true&cursor=a/b", client).folders.map(\.path) == ["a/b/c"])
      #expect(try await list("?limit=1&cursor=a", client).folders.map(\.path) == ["d"])
      let text = try await client.ask(.get, "/api/v1/folders?deep=true").text
      #expect(!text.contains(test.root))
    }
  }

  @Test(
    "a malformed request is refused",
    arguments: [
      ("?folder=none", "not-found"), ("?folder=..", "invalid-name"), ("?folder=%2Fetc", "invalid-name"),
      ("?folder=a%2F%2Fb", "invalid-name"),
      ("?deep=maybe", "invalid-parameter"), ("?limit=0", "invalid-parameter"),
      ("?limit=1001", "invalid-parameter"), ("?cursor=%2F", "invalid-parameter"),
      ("?cursor=a/b", "invalid-parameter"), ("?folder=a&cursor=b", "invalid-parameter"),
      ("?folder=a&deep=true&cursor=a", "invalid-parameter"),
    ])
  func wrongLists(query: String, code: String) async throws {
    try await TestSite.run { client, _ in
      _ = try await make("a", client)
      #expect(try await client.ask(.get, "/api/v1/folders\(query)").code == code)
    }
  }

  @Test(
    "paths that lead out, or are too long, are refused wherever a folder is named",
    arguments: [
      "../x", "/etc", "a//b", ".hidden", "a/../../b", "a\\u0001b", String(repeating: "n/", count: 2048) + "n",
    ])
  func hostilePaths(path: String) async throws {
    try await TestSite.run { client, test in
      _ = try await make("a", client)
      for (method, address, body) in [
        (HTTPRequest.Method.post, "", #"{"folder":"\#(path)","parents":true}"#),
        (.patch, "", #"{"folder":"\#(path)","to":"b"}"#), (.patch, "", #"{"folder":"a","to":"\#(path)"}"#),
        (.post, "/restore", #"{"folder":"\#(path)","step":"a"}"#),
      ] {
        let answer = try await client.ask(method, "/api/v1/folders\(address)", text: body)
        #expect(answer.status == .badRequest && answer.code == "invalid-name", "\(method) \(body)")
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: "\(test.root)/Documents") == ["a"])
    }
  }

  @Test(
    "bodies that say nothing of use are refused",
    arguments: ["", "{", "[]", #"{"to":"b"}"#, #"{"folder":1,"to":"b","step":"a"}"#, "null"])
  func wrongBodies(body: String) async throws {
    try await TestSite.run { client, _ in
      for (method, address) in [(HTTPRequest.Method.post, ""), (.patch, ""), (.post, "/restore")] {
        let answer = try await client.ask(method, "/api/v1/folders\(address)", text: body)
        #expect(answer.code == "invalid-parameter", "\(method) \(body)")
      }
      #expect(try await client.ask(.delete, "/api/v1/folders").code == "invalid-parameter")
      let step = try await client.ask(.post, "/api/v1/folders/restore", text: #"{"folder":"a","step":"?"}"#)
      #expect(step.code == "invalid-parameter")
    }
  }

  @Test("a folder is renamed with its documents, which keep their ids", arguments: TestClient.Mode.allCases)
  func moved(mode: TestClient.Mode) async throws {
    try await TestSite.run(mode) { client, _ in
      let document = try await client.upload(named: "x.txt", query: "&folder=a/b")
      let id = try #require(document.id)
      _ = try await client.ask(.get, "/api/v1/documents/\(id)")
      let answer = try await client.ask(.patch, "/api/v1/folders", text: #"{"folder":"a","to":"c"}"#)
      #expect(answer.status == .ok)
      #expect(try answer.folder().path == "c")
      #expect(try await client.ask(.get, "/api/v1/documents/\(id)").answer().folder == "c/b")
      #expect(try await client.ask(.get, "/api/v1/documents/\(id)/content").text == "hello")
      let itself = try await client.ask(.patch, "/api/v1/folders", text: #"{"folder":"c","to":"c/b/d"}"#)
      #expect(itself.status == .conflict && itself.code == "folder-stays")
      let taken = try await client.ask(.patch, "/api/v1/folders", text: #"{"folder":"c/b","to":"c"}"#)
      #expect(taken.status == .conflict && taken.code == "name-taken")
      let missing = try await client.ask(.patch, "/api/v1/folders", text: #"{"folder":"c","to":"d/e"}"#)
      #expect(missing.status == .notFound)
      let made = try await client.ask(
        .patch, "/api/v1/folders", text: #"{"folder":"c","to":"d/e","parents":true}"#)
      #expect(try made.folder().path == "d/e")
    }
  }

  @Test("a change under the condition that a folder is as it was read is refused when it is not")
  func conditions() async throws {
    try await TestSite.run { client, _ in
      _ = try await client.upload(named: "x.txt", query: "&folder=a")
      let tag = try #require(try await list("", client).folders.first?.etag)
      #expect(try await list("?folder=a", client).folder.etag == tag)
      _ = try await client.upload(named: "y.txt", query: "&folder=a")
      let headers: HTTPFields = [.ifMatch: tag]
      let body = #"{"folder":"a","to":"b"}"#
      let refused = try await client.ask(.patch, "/api/v1/folders", headers: headers, text: body)
      #expect(refused.status == .preconditionFailed && refused.code == "version-conflict")
      let kept = try await client.ask(.delete, "/api/v1/folders?folder=a", headers: headers)
      #expect(kept.status == .preconditionFailed)
      let now = try #require(try await list("?folder=a", client).folder.etag)
      let moved = try await client.ask(.patch, "/api/v1/folders", headers: [.ifMatch: now], text: body)
      #expect(moved.status == .ok)
      let whatever = try await client.ask(
        .delete, "/api/v1/folders?folder=b", headers: [.ifMatch: "*"])
      #expect(whatever.status == .ok)
    }
  }

  @Test(
    "a folder goes to the Trash as one step and comes back as one; other files stay and are named")
  func trashed() async throws {
    try await TestSite.run { client, test in
      let ids = try await [
        client.upload("one", named: "x.txt", query: "&folder=a").id,
        client.upload("two", named: "x.txt", query: "&folder=a/b").id,
      ]
      try Data("x".utf8).write(to: URL(filePath: "\(test.root)/Documents/a/b/.hidden"))
      let answer = try await client.ask(.delete, "/api/v1/folders?folder=a")
      let gone = try answer.folder()
      #expect(answer.status == .ok && gone.documents == 2)
      #expect(gone.left == FolderJSON.Left(count: 1, paths: ["a/b/.hidden"]))
      #expect(try await client.ask(.get, "/api/v1/documents?trashed=true").answer().documents?.count == 2)
      let step = try #require(gone.step)
      let body = #"{"folder":"a","step":"\#(step)"}"#
      let back = try await client.ask(.post, "/api/v1/folders/restore", text: body)
      #expect(try back.folder().documents == 2 && back.folder().missing == 0)
      for (id, folder) in zip(ids, ["a", "a/b"]) {
        #expect(
          try await client.ask(.get, "/api/v1/documents/\(id ?? "")").answer().folder == folder)
      }
      #expect(try await client.ask(.post, "/api/v1/folders/restore", text: body).code == "not-found")
      #expect(try await client.ask(.delete, "/api/v1/folders?folder=Inbox").code == "folder-stays")
      #expect(try await client.ask(.delete, "/api/v1/folders?folder=").code == "folder-stays")
      #expect(try await client.ask(.delete, "/api/v1/folders?folder=none").code == "not-found")
    }
  }

  @Test("documents are listed at any depth below a folder, by pages")
  func deepDocuments() async throws {
    try await TestSite.run { client, _ in
      for folder in ["a", "a/b", "a/b/c", "ab", "d"] {
        _ = try await client.upload(named: "\(folder.count).txt", query: "&folder=\(folder)")
      }
      let address = "/api/v1/documents?folder=a&deep=true&sort=name"
      let all = try await client.ask(.get, address).answer()
      #expect(all.documents?.map(\.folder) == ["a", "a/b", "a/b/c"])
      let first = try await client.ask(.get, address + "&limit=2").answer()
      let rest = try await client.ask(.get, address + "&limit=2&cursor=\(first.next ?? "")").answer()
      #expect((first.documents ?? []) + (rest.documents ?? []) == all.documents)
      #expect(try await client.ask(.get, "/api/v1/documents?folder=a").answer().documents?.count == 1)
      #expect(try await client.ask(.get, "/api/v1/documents?deep=x").code == "invalid-parameter")
    }
  }

  /// A client pages through the list by its own limit, and the type is the identified one, not that of the extension.
  @Test("FO-3 documents of a type are found at any depth below a folder, whatever they are called")
  func deepDocumentsOfAType() async throws {
    try await TestSite.run { client, _ in
      for (name, folder) in [("1.pdf", "a"), ("2.dat", "a/b"), ("3.PDF", "a/b/c"), ("4.pdf", "d")] {
        let target = "/api/v1/documents?name=\(name)&folder=\(folder)"
        #expect(try await client.ask(.post, target, body: SmallPDF.bytes()).status == .created)
      }
      _ = try await client.upload("no PDF", named: "5.txt", query: "&folder=a/b")
      let address = "/api/v1/documents?folder=a&deep=true&type=com.adobe.pdf&sort=name"
      var found: [String?] = []
      var cursor = ""
      repeat {
        let page = try await client.ask(.get, "\(address)&limit=1\(cursor)").answer()
        #expect((page.documents?.count ?? 0) <= 1)
        found += (page.documents ?? []).map(\.name)
        cursor = page.next.map { "&cursor=\($0)" } ?? ""
      } while !cursor.isEmpty && found.count < 9
      #expect(found == ["1.pdf", "2.dat", "3.PDF"])
    }
  }

  @Test("FS-4 nothing private is listed, and the Inbox is there as long as something lies in it")
  func inbox() async throws {
    try await TestSite.run { client, _ in
      func folders() async throws -> [String?] {
        try await client.ask(.get, "/api/v1/folders?deep=true").folderList().folders.map(\.path)
      }
      #expect(try await folders() == [])
      let document = try await client.upload(named: "a.txt", query: "&folder=Inbox")
      #expect(try await folders() == ["Inbox"])
      let target = "/api/v1/documents/\(document.id ?? "")"
      #expect(try await client.ask(.patch, target, text: #"{"folder":""}"#).status == .ok)
      #expect(try await folders() == [])
      let listed = try await client.ask(.get, "/api/v1/documents").answer().documents
      #expect(listed?.map(\.name) == ["a.txt"])
      for folder in ["Library", "Caches", "tmp", "Documents"] {
        let answer = try await client.ask(.get, "/api/v1/folders?folder=\(folder)")
        #expect(answer.code == "not-found", "\(folder)")
      }
    }
  }
}
