import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes
import Testing

@testable import WebApp
@testable import Workspace

private struct RuleFacts: Decodable {
  struct Actions: Decodable, Equatable {
    let tags: [String]
    let folder: String?
    let favourite: Bool
  }

  struct Change: Decodable {
    struct Move: Decodable {
      let from: String
      let to: String
    }

    let document: DocumentJSON
    let tags: [String]
    let folder: Move?
    let unchanged: Bool
  }

  var id: String?
  var name: String?
  var query: String?
  var actions: Actions?
  var on: Bool?
  var problem: String?
  var rules: [RuleFacts]?
  var total: Int?
  var documents: [Change]?
  var code: String?
  var etag: String?
}

private struct AppliedFacts: Decodable {
  let id: Int
  let state: String
  let detail: String?
  let batch: String?
}

extension TestResponse {
  fileprivate func rule() throws -> RuleFacts { try JSONDecoder().decode(RuleFacts.self, from: Data(body)) }
  fileprivate func applied() throws -> AppliedFacts {
    try JSONDecoder().decode(AppliedFacts.self, from: Data(body))
  }
}

@Suite("Rules over HTTP")
struct RuleRoutesTests {
  private static let address = "/api/v1/rules"
  private static let tea =
    #"{"name":"Tea","query":"tea","actions":{"tags":["hot"],"folder":"Drinks"},"on":true}"#

  private func fill(_ test: TestSite) async throws {
    let filling = TextFilling(test.assembly.workspace, into: test.assembly.words)
    try await filling.catchUp()
    while await filling.fillSome() {}
  }

  @Test("a rule is added, listed, read, changed and removed", arguments: TestClient.Mode.allCases)
  func journey(mode: TestClient.Mode) async throws {
    try await TestSite.run(mode) { client, _ in
      let added = try await client.ask(.post, Self.address, text: Self.tea)
      #expect(added.status == .created)
      let rule = try added.rule()
      let one = "\(Self.address)/\(try #require(rule.id))"
      #expect(added.headers[.location] == one && rule.on == true && rule.problem == "folder-missing")
      #expect(rule.actions == RuleFacts.Actions(tags: ["hot"], folder: "Drinks", favourite: false))
      let read = try await client.ask(.get, one)
      #expect(read.headers[.eTag] == added.headers[.eTag] && read.body == added.body)
      let second = #"{"name":"B","query":"b","actions":{"favourite":true},"position":0}"#
      _ = try await client.ask(.post, Self.address, text: second)
      #expect(try await client.ask(.get, Self.address).rule().rules?.map(\.name) == ["B", "Tea"])
      let moved = #"{"name":"A","query":"a","actions":{"favourite":true},"position":0}"#
      let changed = try await client.ask(.put, one, text: moved)
      #expect(try changed.status == .ok && changed.rule().on == false && changed.rule().problem == nil)
      #expect(try await client.ask(.get, Self.address).rule().rules?.map(\.name) == ["A", "B"])
      #expect(try await client.ask(.delete, one).status == .noContent)
      #expect(try await client.ask(.get, one).status == .notFound)
    }
  }

  @Test("a change asks for the state that the client knows, where it says so")
  func conditions() async throws {
    try await TestSite.run { client, _ in
      let added = try await client.ask(.post, Self.address, text: Self.tea)
      let one = "\(Self.address)/\(try #require(added.rule().id))"
      let tag = try #require(added.headers[.eTag])
      let stale: HTTPFields = [.ifMatch: "\"stale\""]
      #expect(try await client.ask(.put, one, headers: stale, text: Self.tea).status == .preconditionFailed)
      #expect(try await client.ask(.delete, one, headers: stale).status == .preconditionFailed)
      #expect(try await client.ask(.post, "\(one)/apply", headers: stale).status == .preconditionFailed)
      #expect(
        try await client.ask(.post, Self.address, headers: stale, text: Self.tea).status
          == .preconditionFailed)
      #expect(try await client.ask(.put, one, headers: [.ifMatch: tag], text: Self.tea).status == .ok)
      #expect(try await client.ask(.delete, one, headers: [.ifMatch: tag]).status == .noContent)
      #expect(try await client.ask(.delete, one, headers: [.ifMatch: "*"]).status == .preconditionFailed)
    }
  }

  @Test("a list has the entity tag of each rule")
  func listedTags() async throws {
    try await TestSite.run { client, _ in
      let added = try await client.ask(.post, Self.address, text: Self.tea)
      let listed = try await client.ask(.get, Self.address).rule().rules
      let tag = try #require(added.headers[.eTag])
      #expect(try added.rule().etag == nil && listed?.map(\.etag) == [tag])
      let one = "\(Self.address)/\(try #require(added.rule().id))"
      let changed = #"{"name":"Other","query":"tea","actions":{"favourite":true}}"#
      #expect(try await client.ask(.put, one, headers: [.ifMatch: tag], text: changed).status == .ok)
      #expect(
        try await client.ask(.put, one, headers: [.ifMatch: tag], text: changed).status == .preconditionFailed
      )
      #expect(try await client.ask(.get, Self.address).rule().rules?.first?.etag != tag)
    }
  }

  @Test("the event stream tells of rules that changed, and of documents that they changed")
  func notices() async throws {
    let changed = try ServerSentEvent(.rules(count: 3))
    #expect(changed.event == "rules.changed" && changed.data == #"{"count":3}"#)
    let draft = try RuleDraft(
      name: "Tea", query: "tea",
      actions: RuleActions(tags: [Tag("hot")], folder: FolderPath(parsing: "Drinks")))
    let rule = Rule(draft, since: nil)
    let report = RuleReport(BatchID(), [rule], [])
    let applied = try ServerSentEvent(.rulesApplied(report))
    #expect(applied.event == "rules.applied" && applied.data.contains(#""rules":[]"#))
    #expect(applied.data.contains(#""batch":"\#(report.batch)""#))
  }

  @Test(
    "a body that is no rule is refused",
    arguments: [
      "", "[]", "{}", #"{"name":"a","query":"b"}"#, #"{"name":"a","query":"b","actions":{}}"#,
      #"{"name":"","query":"b","actions":{"favourite":true}}"#,
      #"{"name":"a\u0000","query":"b","actions":{"favourite":true}}"#,
      #"{"name":"a","query":"\"\"","actions":{"favourite":true}}"#,
      #"{"name":"a","query":"b","actions":{"folder":"../etc"}}"#,
      #"{"name":"a","query":"b","actions":{"folder":"/etc"}}"#,
      #"{"name":"a","query":"b","actions":{"tags":[" "]}}"#,
      #"{"name":"a","query":"b","actions":{"tags":[1]}}"#,
      #"{"name":"a","query":"b","actions":{"favourite":true},"position":100}"#,
      #"{"name":"a","query":"b","actions":{"favourite":true},"position":-1}"#,
      #"{"name":"a","query":"b","actions":{"favourite":true},"on":1}"#,
      #"{"name":"a","query":"b","actions":{"favourite":true},"other":1}"#,
      #"{"name":"a","query":"b","actions":{"favourite":true,"delete":true}}"#,
    ])
  func refusals(_ body: String) async throws {
    try await TestSite.run { client, _ in
      let answer = try await client.ask(.post, Self.address, text: body)
      #expect(answer.status == .badRequest, "\(body)")
      #expect(try await client.ask(.get, Self.address).rule().rules?.isEmpty == true)
    }
  }

  @Test("a rule is tried, applied as a job, and its batch undone")
  func applied() async throws {
    try await TestSite.run { client, test in
      let document = try await client.upload("green tea", named: "green.txt")
      _ = try await client.upload("coffee", named: "black.txt")
      try await fill(test)
      let trial = try await client.ask(.post, "\(Self.address)/try", text: #"{"query":"tea"}"#).rule()
      #expect(trial.total == 1 && trial.documents?.first?.document.id == document.id)
      let added = try await client.ask(.post, Self.address, text: Self.tea).rule()
      let apply = "\(Self.address)/\(try #require(added.id))/apply"
      #expect(try await client.ask(.post, apply).status == .notFound)
      _ = try await client.ask(.post, "/api/v1/folders", text: #"{"folder":"Drinks"}"#)
      let tried = try await client.ask(.post, "\(Self.address)/try", text: Self.tea).rule()
      let change = try #require(tried.documents?.first)
      #expect(change.tags == ["hot"] && change.folder?.to == "Drinks" && !change.unchanged)
      #expect(try await client.ask(.get, "/api/v1/documents/\(document.id ?? "")").answer().folder == "")
      let begun = try await client.ask(.post, apply)
      #expect(begun.status == .accepted)
      let job = try await client.ask(.get, "/api/v1/jobs/\(begun.applied().id)?wait=30").applied()
      let batch = try #require(job.batch)
      #expect(job.state == "finished" && job.detail == "1 document changed")
      #expect(
        try await client.ask(.get, "/api/v1/documents/\(document.id ?? "")").answer().folder == "Drinks")
      #expect(try await client.ask(.get, "/api/v1/batches").text.contains(#""author":"Tea""#))
      #expect(try await client.ask(.post, "/api/v1/batches/\(batch)/undo").status == .created)
      #expect(try await client.ask(.get, "/api/v1/documents/\(document.id ?? "")").answer().folder == "")
    }
  }
}
