import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes
import Testing
import Workspace

@testable import WebApp

@Suite("If-Match on everything that changes")
struct EntityTagConditionTests {
  private let any: HTTPFields = [.ifMatch: "*"]
  private let other: HTTPFields = [.ifMatch: "\"another\""]
  private let absent: HTTPFields = [.ifNoneMatch: "*"]

  private struct Change {
    let method: HTTPRequest.Method
    let path: String
    var text = ""
  }

  private func refused(_ answer: TestResponse, _ comment: Comment? = nil) {
    #expect(answer.status == .preconditionFailed && answer.code == "version-conflict", comment)
  }

  @Test(
    "a preference and a state are changed and removed while they are as their client knows them",
    arguments: [
      ("/api/v1/preferences/a", ["1", "2", "3"]),
      ("/api/v1/state/tab", [#"{"n":1}"#, #"{"n":2}"#, #"{"n":3}"#]),
    ])
  func tagged(_ path: String, _ texts: [String]) async throws {
    try await TestSite.run { client, _ in
      for headers in [any, other] {
        refused(try await client.ask(.put, path, headers: headers, text: texts[0]))
      }
      #expect(try await client.ask(.get, path).status == .notFound)
      #expect(try await client.ask(.put, path, headers: absent, text: texts[0]).status.kind == .successful)
      let first = try await client.ask(.get, path)
      let tag = try #require(first.headers[.eTag])
      refused(try await client.ask(.put, path, headers: absent, text: texts[1]))
      refused(try await client.ask(.put, path, headers: other, text: texts[1]))
      #expect(try await client.ask(.get, path).body == first.body)
      #expect(try await client.ask(.get, path, headers: [.ifNoneMatch: tag]).status == .notModified)
      let known: HTTPFields = [.ifMatch: "\"x\", \(tag)"]
      #expect(try await client.ask(.put, path, headers: known, text: texts[1]).status.kind == .successful)
      for method in [HTTPRequest.Method.put, .delete] {
        refused(try await client.ask(method, path, headers: known, text: texts[2]))
      }
      refused(try await client.ask(.delete, path, headers: absent))
      #expect(try await client.ask(.delete, path, headers: any).status == .noContent)
      for headers in [any, other] { refused(try await client.ask(.delete, path, headers: headers)) }
      // The request succeeds without a condition.
      #expect(try await client.ask(.delete, path).status == .noContent)
    }
  }

  @Test("a preference that was never chosen is what it is at first")
  func initial() async throws {
    try await TestSite.run { client, _ in
      let path = "/api/v1/preferences/library.order"
      let tag = try #require(try await client.ask(.get, path).headers[.eTag])
      refused(try await client.ask(.put, path, headers: other, text: #""name""#))
      #expect(try await client.ask(.put, path, headers: [.ifMatch: tag], text: #""name""#).status == .ok)
      refused(try await client.ask(.delete, path, headers: [.ifMatch: tag]))
      #expect(try await client.ask(.delete, path, headers: any).status == .noContent)
      #expect(try await client.ask(.get, path).headers[.eTag] == tag)
    }
  }

  @Test(
    "of many who knew the same one changes it", arguments: ["/api/v1/preferences/a", "/api/v1/state/tab"])
  func racing(_ path: String) async throws {
    try await TestSite.run { client, _ in
      _ = try await client.ask(.put, path, text: #"{"n":0}"#)
      let tag = try #require(try await client.ask(.get, path).headers[.eTag])
      let wins = try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 1...12 {
          group.addTask {
            let text = #"{"n":\#(number)}"#
            return try await client.ask(.put, path, headers: [.ifMatch: tag], text: text).status.kind
              == .successful
          }
        }
        return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
      }
      #expect(wins == 1)
    }
  }

  @Test("a subject without a tag refuses every tag, and is changed where a request asks that it is there")
  func untagged() async throws {
    try await TestSite.run { client, _ in
      let type = #"{"types":[{"identifier":"com.example.t"}],"handlers":[\#(Self.handler)]}"#
      _ = try await client.ask(.post, "/api/v1/types", text: type)
      _ = try await client.upload(query: "&folder=F")
      let id = try #require(try await client.upload().id)
      let step = #"{"operations":[{"op":"mark","document":"\#(id)","favourite":true}]}"#
      let batch = try #require(try await client.ask(.post, "/api/v1/batches", text: step).headers[.location])
      let session = try #require(
        try await client.ask(.post, "/api/v1/documents/\(id)/sessions").headers[.location])
      let removed = try await client.ask(.delete, "/api/v1/folders?folder=F").text
      let undo = try #require(removed.firstMatch(of: /"step":"([^"]+)"/)).1
      let job = try #require(try await client.ask(.delete, "/api/v1/trash").headers[.location])
      let changes = [
        Change(method: .post, path: "/api/v1/types", text: type),
        Change(method: .delete, path: "/api/v1/types/com.example.t"),
        Change(method: .delete, path: "/api/v1/handlers/com.example.h"),
        Change(method: .delete, path: "/api/v1/trash"),
        Change(method: .post, path: "\(job)/cancel"),
        Change(method: .post, path: "/api/v1/folders/restore", text: #"{"folder":"F","step":"\#(undo)"}"#),
        Change(method: .post, path: "/api/v1/batches", text: step),
        Change(method: .post, path: "\(batch)/undo"),
        Change(method: .post, path: "\(session)/save"), Change(method: .post, path: "\(session)/revert"),
        Change(method: .delete, path: session),
      ]
      for change in changes {
        let answer = try await client.ask(change.method, change.path, headers: other, text: change.text)
        refused(answer, "\(change.method) \(change.path): \(answer.text)")
        #expect(try answer.answer().detail?.contains("leave If-Match out, or send *") == true)
        refused(try await client.ask(change.method, change.path, headers: absent, text: change.text))
      }
    }
  }

  private static let handler =
    #"{"identifier":"com.example.h","name":"H","role":"viewer","rank":"alternate","#
    + #""contentTypes":["com.example.t"],"url":"https://example.com/{id}"}"#

  @Test("a subject without a tag is changed where it is asked to be there")
  func present() async throws {
    try await TestSite.run { client, _ in
      let type = #"{"types":[{"identifier":"com.example.t"}]}"#
      #expect(try await client.ask(.post, "/api/v1/types", headers: any, text: type).status == .created)
      let gone = try await client.ask(.delete, "/api/v1/types/com.example.t", headers: any)
      #expect(gone.status == .noContent)
      let id = try #require(try await client.upload().id)
      let step = #"{"operations":[{"op":"mark","document":"\#(id)","favourite":true}]}"#
      let batch = try await client.ask(.post, "/api/v1/batches", headers: any, text: step)
      #expect(batch.status == .created)
      let path = try #require(batch.headers[.location])
      #expect(try await client.ask(.post, "\(path)/undo", headers: any).status == .created)
      let session = try await client.ask(.post, "/api/v1/documents/\(id)/sessions", headers: any)
      #expect(session.status == .created)
      let address = try #require(session.headers[.location])
      #expect(try await client.ask(.post, "\(address)/save", headers: any).status == .ok)
      #expect(try await client.ask(.delete, address, headers: any).status == .ok)
      #expect(try await client.ask(.delete, "/api/v1/trash", headers: any).status == .accepted)
    }
  }

  @Test("a missing subject is not found, whatever its conditions")
  func unknown() async throws {
    try await TestSite.run { client, _ in
      let id = try #require(try await client.upload().id)
      let paths: [(HTTPRequest.Method, String)] = [
        (.delete, "/api/v1/types/com.example.none"), (.delete, "/api/v1/handlers/none"),
        (.post, "/api/v1/jobs/77/cancel"), (.post, "/api/v1/batches/\(BatchID())/undo"),
        (.delete, "/api/v1/documents/\(id)/sessions/\(SessionID())"),
        (.delete, "/api/v1/documents/\(DocumentID())/quarantine"),
      ]
      for (method, path) in paths {
        for headers in [any, other, absent] {
          #expect(try await client.ask(method, path, headers: headers).status == .notFound, "\(path)")
        }
      }
    }
  }

  @Test(
    "a session is opened and a document let out of quarantine while the document is as its client knows it")
  func beneathDocuments() async throws {
    try await TestSite.run { client, _ in
      let document = try await client.upload()
      let path = "/api/v1/documents/\(try #require(document.id))"
      let tag = try #require(try await client.ask(.get, path).headers[.eTag])
      for (method, target) in [
        (HTTPRequest.Method.post, "\(path)/sessions"), (.delete, "\(path)/quarantine"),
      ] {
        for headers in [other, absent] { refused(try await client.ask(method, target, headers: headers)) }
        for known in [tag, "\"\(document.sha256 ?? "")\"", "*"] {
          let answer = try await client.ask(method, target, headers: [.ifMatch: known])
          #expect(answer.status.kind == .successful, "\(target) \(known)")
        }
      }
    }
  }

  @Test("a content is handed over in place of the one that its client knows")
  func handedOver() async throws {
    try await TestSite.run { client, _ in
      let id = try #require(try await client.upload().id)
      let opened = try await client.ask(.post, "/api/v1/documents/\(id)/sessions")
      let content = "\(try #require(opened.headers[.location]))/content"
      for headers in [any, other] {
        refused(try await client.ask(.put, "\(content)?sequence=1", headers: headers, text: "one"))
      }
      let first = try await client.ask(.put, "\(content)?sequence=1", headers: absent, text: "one")
      #expect(first.status == .ok)
      let tag = try #require(try await client.ask(.get, content).headers[.eTag])
      for headers in [absent, other] {
        refused(try await client.ask(.put, "\(content)?sequence=2", headers: headers, text: "two"))
      }
      let known: HTTPFields = [.ifMatch: tag]
      for _ in 1...2 {
        // The second request repeats the first one, whose response was lost.
        let second = try await client.ask(.put, "\(content)?sequence=2", headers: known, text: "two")
        #expect(second.status == .ok)
      }
      refused(try await client.ask(.put, "\(content)?sequence=3", headers: known, text: "three"))
      #expect(try await client.ask(.get, content).text == "two")
    }
  }

  @Test("a folder is made where none is, or is found as its client knows it")
  func folders() async throws {
    try await TestSite.run { client, _ in
      let (path, body) = ("/api/v1/folders", #"{"folder":"F"}"#)
      for headers in [any, other] { refused(try await client.ask(.post, path, headers: headers, text: body)) }
      let made = try await client.ask(.post, path, headers: absent, text: body)
      let tag = try #require(made.headers[.eTag])
      #expect(made.status == .created)
      for headers in [absent, other] {
        refused(try await client.ask(.post, path, headers: headers, text: body))
      }
      for known in [tag, "*"] {
        #expect(try await client.ask(.post, path, headers: [.ifMatch: known], text: body).status == .ok)
      }
    }
  }

  @Test("a file of an area is copied while it is as its client knows it")
  func areas() async throws {
    let folder = "/tmp/sheaf-area-\(DocumentID())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    _ = FileManager.default.createFile(atPath: "\(folder)/a.txt", contents: Data("one".utf8))
    try await TestSite.run(areas: [ReadOnlyAreaSetting(parsing: "Papers=\(folder)")]) { client, _ in
      let path = "/api/v1/areas/Papers"
      let tag = try #require(try await client.ask(.get, "\(path)/files/a.txt").headers[.eTag])
      for headers in [other, absent] {
        refused(try await client.ask(.post, "\(path)/copy/a.txt", headers: headers))
      }
      for known in [tag, "*"] {
        let copied = try await client.ask(.post, "\(path)/copy/a.txt", headers: [.ifMatch: known])
        #expect(copied.status == .created)
      }
    }
  }

  @Test("an upload that is to replace what is there adds nothing where nothing is")
  func uploads() async throws {
    try await TestSite.run { client, _ in
      let path = "/api/v1/documents?name=a.txt&conflict=replace"
      refused(try await client.ask(.post, path, headers: any, text: "one"))
      #expect(try await client.ask(.get, "/api/v1/documents").answer().documents?.isEmpty == true)
      _ = try await client.upload("one")
      let replaced = try await client.ask(.post, path, headers: any, text: "two")
      #expect(try replaced.answer().version == 2)
      let empty = "/api/v1/documents?type=org.sheaf.board&name=b.board&conflict=replace"
      for headers in [any, [.ifMatch: "\"\(try replaced.answer().sha256 ?? "")\""]] {
        refused(try await client.ask(.post, empty, headers: headers))
      }
    }
  }

  @Test("a form that asks that nothing is there takes no other name")
  func forms() async throws {
    try await TestSite.run { client, _ in
      _ = try await client.upload()
      let form =
        "--x\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a.txt\"\r\n\r\none\r\n--x--\r\n"
      var headers = absent
      headers[.contentType] = "multipart/form-data; boundary=x"
      let taken = try await client.ask(.post, "/api/v1/documents", headers: headers, text: form)
      #expect(taken.code == "name-taken")
      #expect(try await client.ask(.get, "/api/v1/documents").answer().documents?.count == 1)
    }
  }

  @Test("is described of every change, with its refusal")
  func described() throws {
    let description = try JSONValue(reading: AppFiles(given: nil).read("openapi.json"))
    let paths = try #require(description.members?["paths"]?.members)
    var count = 0
    for (path, item) in paths.mapValues({ $0.members ?? [:] }) {
      // Its response is a redirection, to which conditions do not apply (RFC 9110, 13.2.1).
      // A preview of bytes that are not kept changes nothing.
      guard path != "/sign-out", path != "/api/v1/preview" else { continue }
      for (method, value) in item where ["post", "put", "patch", "delete"].contains(method) {
        guard case .array(let parameters)? = value.members?["parameters"] else {
          Issue.record("\(method) \(path)")
          continue
        }
        #expect(
          parameters.contains { $0.members?["name"] == .string("If-Match") }, "\(method) \(path)")
        #expect(value.members?["responses"]?.members?["412"] != nil, "\(method) \(path)")
        count += 1
      }
    }
    #expect(count > 25)
  }
}
