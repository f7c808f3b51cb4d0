import FoundationEssentials
import HTTPServer
import HTTPTypes
import Testing

@testable import WebApp

private struct Lists: Decodable {
  struct Count: Decodable, Equatable {
    let tag: String
    let documents: Int
  }
  struct Opener: Decodable {
    let identifier: String
    let chosen: Bool
  }
  struct Explain: Decodable {
    let handler: String?
    let handlerChosen: Bool
  }

  var tags: [Count]?
  var openers: [Opener]?
  var explain: Explain?
}

extension TestResponse {
  fileprivate func lists() throws -> Lists { try JSONDecoder().decode(Lists.self, from: Data(body)) }
}

@Suite("DocumentMetadata over HTTP")
struct MetadataRoutesTests {
  private func patch(
    _ client: TestClient, _ id: String?, _ body: String, headers: HTTPFields = [:]
  ) async throws -> TestResponse {
    try await client.ask(.patch, "/api/v1/documents/\(id ?? "")", headers: headers, text: body)
  }

  @Test("metadata are set, shown, listed by, and taken away", arguments: TestClient.Mode.allCases)
  func journey(mode: TestClient.Mode) async throws {
    try await TestSite.run(mode) { client, _ in
      let document = try await client.upload(named: "a.txt")
      _ = try await client.upload(named: "b.txt")
      #expect(document.tags == [] && document.favourite == false && document.note == nil)
      let changed = try await patch(
        client, document.id,
        #"{"tags":["Work","e\u0301"],"favourite":true,"note":"n","handler":"text","name":"c.txt","folder":"F"}"#
      )
      #expect(changed.status == .ok)
      let answer = try changed.answer()
      #expect(answer.tags == ["Work", "\u{e9}"] && answer.favourite == true && answer.note == "n")
      #expect(answer.handler == "text" && answer.name == "c.txt" && answer.folder == "F")
      let read = try await client.ask(.get, "/api/v1/documents/\(document.id ?? "")")
      #expect(try read.answer() == answer)
      #expect(read.headers[.eTag] == changed.headers[.eTag])
      for query in ["tag=work", "tag=WORK&tag=%C3%89", "favourite=true", "favourite=true&tag=work&folder=F"] {
        let list = try await client.ask(.get, "/api/v1/documents?\(query)").answer()
        #expect(list.documents?.map(\.id) == [document.id], "\(query)")
      }
      let counts = try await client.ask(.get, "/api/v1/tags").lists().tags
      #expect(counts?.map(\.documents) == [1, 1])
      let cleared = try await patch(
        client, document.id, #"{"tags":null,"favourite":null,"note":"","handler":null}"#)
      #expect(try cleared.answer().tags == [] && cleared.answer().handler == nil)
      #expect(try await client.ask(.get, "/api/v1/tags").lists().tags == [])
      #expect(try await client.ask(.get, "/api/v1/documents?favourite=true").answer().documents == [])
    }
  }

  @Test("each change of metadata changes the document's tag, and If-Match holds against it")
  func preconditions() async throws {
    try await TestSite.run { client, _ in
      let document = try await client.upload()
      let target = "/api/v1/documents/\(document.id ?? "")"
      var tags: Set<String> = [try await client.ask(.get, target).headers[.eTag] ?? ""]
      for body in [
        #"{"tags":["a"]}"#, #"{"tags":["A"]}"#, #"{"tags":["a","b"]}"#, #"{"note":"a"}"#,
        #"{"favourite":true}"#,
        #"{"handler":"text"}"#, #"{"excludedFromBackup":true}"#,
      ] {
        tags.insert(try await patch(client, document.id, body).headers[.eTag] ?? "")
      }
      #expect(tags.count == 8)
      let now = try #require(try await client.ask(.get, target).headers[.eTag])
      let old = try #require(tags.first { $0 != now })
      let refused = try await patch(client, document.id, #"{"note":"x"}"#, headers: [.ifMatch: old])
      #expect(refused.status == .preconditionFailed)
      #expect(try await patch(client, document.id, #"{"note":"x"}"#, headers: [.ifMatch: now]).status == .ok)
      #expect(try await client.ask(.get, target, headers: [.ifNoneMatch: now]).status == .ok)
    }
  }

  @Test(
    "a change that is misspelt or of the wrong kind is refused as a whole, and named",
    arguments: [
      (#"{"name":"b.txt","colour":"red"}"#, "colour"), (#"{"name":"b.txt","tags":"a"}"#, "tags"),
      (#"{"name":"b.txt","tags":["a",1]}"#, "tags[1]"), (#"{"name":"b.txt","tags":["a"," b"]}"#, "tags[1]"),
      (#"{"name":"b.txt","favourite":"true"}"#, "favourite"),
      (#"{"name":"b.txt","favourite":1}"#, "favourite"),
      (#"{"name":"b.txt","excludedFromBackup":"yes"}"#, "excludedFromBackup"),
      (#"{"name":"b.txt","note":{"a":1}}"#, "note"), (#"{"name":"b.txt","handler":[]}"#, "handler"),
      (#"{"folder":"F","name":null}"#, "name"), (#"{"name":"b.txt","folder":null}"#, "folder"),
      ("{}", "nothing"), ("[]", "object"), ("", "object"), (#"{"name":"b.txt""#, "object"),
      (#"{"name":"b.txt","note":"\u0007"}"#, "control"),
    ])
  func strict(body: String, word: String) async throws {
    try await TestSite.run { client, _ in
      let document = try await client.upload()
      let answer = try await patch(client, document.id, body)
      #expect(answer.status == .badRequest && answer.code == "invalid-parameter")
      #expect(try answer.answer().detail?.contains(word) == true, "\(answer.text)")
      let after = try await client.ask(.get, "/api/v1/documents/\(document.id ?? "")").answer()
      #expect(after == document)
    }
  }

  @Test("too many tags, and lists by what can be no tag, are refused")
  func bounds() async throws {
    try await TestSite.run { client, _ in
      let document = try await client.upload()
      let many = (0...50).map { "\"t\($0)\"" }.joined(separator: ",")
      #expect(try await patch(client, document.id, "{\"tags\":[\(many)]}").code == "invalid-parameter")
      let long = String(repeating: "n", count: 20_000)
      #expect(try await patch(client, document.id, "{\"note\":\"\(long)\"}").code == "invalid-parameter")
      let query = (0...50).map { "tag=t\($0)" }.joined(separator: "&")
      for query in ["tag=", "tag=%20a", "tag=%00", "favourite=yes", query] {
        let answer = try await client.ask(.get, "/api/v1/documents?\(query)")
        #expect(answer.status == .badRequest, "\(query)")
      }
    }
  }

  @Test("SB-9 its metadata leaves a document out of backups, goes with its copies, and is taken away again")
  func excludedFromBackup() async throws {
    struct Excluded: Decodable { var id: String, name: String, excludedFromBackup: Bool? }
    func read(_ response: TestResponse) throws -> Excluded {
      try JSONDecoder().decode(Excluded.self, from: Data(response.body))
    }
    try await TestSite.run { client, _ in
      let id = try await client.upload().id
      let target = "/api/v1/documents/\(id ?? "")"
      #expect(try read(try await client.ask(.get, target)).excludedFromBackup == nil)
      let changed = try await patch(client, id, #"{"excludedFromBackup":true,"name":"b.txt"}"#)
      #expect(changed.status == .ok)
      #expect(try read(changed).excludedFromBackup == true && read(changed).name == "b.txt")
      #expect(try read(try await client.ask(.post, "\(target)/copy")).excludedFromBackup == true)
      let operation = #"{"op":"mark","document":"\#(id ?? "")","excludedFromBackup":null}"#
      let batch = try await client.ask(.post, "/api/v1/batches", text: #"{"operations":[\#(operation)]}"#)
      #expect(batch.status == .created)
      #expect(try read(try await client.ask(.get, target)).excludedFromBackup == nil)
    }
  }

  @Test("the chosen handler comes first, and the preview says that it was chosen")
  func handler() async throws {
    try await TestSite.run { client, _ in
      let board = try await client.upload(
        #"{"format":"org.sheaf.board","formatVersion":1,"cards":[],"strokes":[]}"#, named: "a.board")
      let openers = "/api/v1/documents/\(board.id ?? "")/openers"
      let before = try await client.ask(.get, openers).lists().openers
      #expect(before?.first?.identifier == "board" && before?.contains { $0.chosen } == false)
      #expect(try await patch(client, board.id, #"{"handler":"text"}"#).status == .ok)
      let after = try #require(try await client.ask(.get, openers).lists().openers)
      #expect(after.map(\.identifier) == ["text", "board"] && after.map(\.chosen) == [true, false])
      let preview = try await client.ask(.get, "/api/v1/documents/\(board.id ?? "")/preview").lists()
      #expect(preview.explain?.handler == "text" && preview.explain?.handlerChosen == true)
      let refused = try await patch(client, board.id, #"{"handler":"player"}"#)
      #expect(refused.status == .unprocessableContent && refused.code == "unsuitable-handler")
      #expect(try await patch(client, board.id, #"{"handler":"nobody"}"#).code == "unsuitable-handler")
    }
  }
}
