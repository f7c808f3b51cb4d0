import DocumentModel
import Foundation
import Testing

@Suite("Rules")
struct RuleTests {
  private func draft(_ name: String, _ query: String = "tea") throws -> RuleDraft {
    try RuleDraft(name: name, query: query, actions: RuleActions(favourite: true))
  }

  @Test("name and search are kept in one Unicode form, without white space around them")
  func lines() throws {
    let draft = try draft("  Caf\u{65}\u{301} ", " type:pdf \u{a0}")
    #expect(draft.name == "Caf\u{e9}" && draft.query == "type:pdf")
    #expect(draft.name.unicodeScalars.count == 4)
  }

  @Test(
    "text that is no line, cannot be seen or is too long is refused as a name",
    arguments: [
      "", "   ", "a\nb", "a\u{0}", "a\u{202e}b", "\u{200b}", String(repeating: "a", count: 201),
      String(repeating: "é", count: 101), String(repeating: "e\u{301}", count: 100_000),
    ])
  func names(_ text: String) {
    #expect(throws: DocumentError.self) { try draft(text) }
  }

  @Test("a search of more than 2,000 bytes is refused, and names may have any script and mark")
  func bounds() throws {
    #expect(throws: DocumentError.self) { try draft("a", String(repeating: "a", count: 2_001)) }
    _ = try draft(
      "../../etc/passwd <script>\"'; DROP TABLE rule; -- 请求 🧾", String(repeating: "a", count: 2_000))
  }

  @Test("a rule does something, with no more tags than a document may have, each once")
  func actions() throws {
    #expect(throws: DocumentError.self) { try RuleActions() }
    #expect(throws: DocumentError.self) { try RuleActions(tags: (0...50).map { try Tag("t\($0)") }) }
    #expect(
      try RuleActions(tags: [Tag("Tax"), Tag("TAX"), Tag("a")]).tags.map(\.description) == ["Tax", "a"])
    _ = try RuleActions(folder: .top)
  }

  @Test("a rule comes back from JSON as it was, and one that breaks the limits does not")
  func coding() throws {
    let rule = Rule(
      try RuleDraft(
        name: "Taxes", query: "tax \"due now\"",
        actions: RuleActions(tags: [Tag("Tax")], folder: FolderPath(parsing: "Papers/2026"), favourite: true)),
      since: EventID(epoch: EventEpoch(), sequence: 7))
    let data = try JSONEncoder().encode(rule)
    #expect(try JSONDecoder().decode(Rule.self, from: data) == rule)
    let text = String(decoding: data, as: UTF8.self)
    for (good, bad) in [
      ("Papers\\/2026", "..\\/2026"), ("\"Taxes\"", "\"\""), (rule.id.description, "../../x"),
      ("[\"Tax\"]", "[\" \"]"),
    ] {
      let broken = text.replacingOccurrences(of: good, with: bad)
      #expect(broken != text, "\(good)")
      #expect(throws: (any Error).self) { try JSONDecoder().decode(Rule.self, from: Data(broken.utf8)) }
    }
  }

  @Test("a rule is for what arrived after it was switched on, and for all in a later numbering of events")
  func since() throws {
    let (epoch, other) = (EventEpoch(), EventEpoch())
    let rule = Rule(try draft("a"), since: EventID(epoch: epoch, sequence: 7))
    func arrival(_ sequence: Int64) -> Arrival { Arrival(DocumentID(), in: .top, sequence: sequence) }
    #expect(!rule.isFor(arrival(7), in: epoch) && rule.isFor(arrival(8), in: epoch))
    #expect(rule.isFor(arrival(1), in: other))
    #expect(!Rule(try draft("a"), since: nil).isFor(arrival(8), in: epoch))
  }
}

@Suite("The effect of rules on a document")
struct RuleEffectTests {
  private func document(tags: [String] = [], favourite: Bool = false, in folder: String = "") throws
    -> Document
  {
    Document(
      id: DocumentID(),
      location: Location(folder: try FolderPath(parsing: folder), name: try FileName("a.pdf")),
      type: .pdf, size: 1, sha256: try #require(ContentHash(bytes: [UInt8](repeating: 1, count: 32))),
      version: 1,
      created: Date(),
      modified: Date(),
      metadata: try DocumentMetadata(
        tags: tags.map { try Tag($0) }, favourite: favourite, note: "n", handler: nil))
  }

  private func rule(
    tags: [String] = [], folder: String? = nil, favourite: Bool = false
  ) throws -> (id: RuleID, actions: RuleActions) {
    (
      RuleID(),
      try RuleActions(
        tags: tags.map { try Tag($0) }, folder: folder.map { try FolderPath(parsing: $0) },
        favourite: favourite)
    )
  }

  @Test("is the tags of all, and the folder of the first that files it")
  func order() throws {
    let rules = try [
      rule(tags: ["a"]), rule(tags: ["A", "b"], folder: "One"), rule(folder: "Two", favourite: true),
    ]
    let effect = RuleEffect(of: rules, on: try document(tags: ["c"]))
    #expect(effect.tags.map(\.description) == ["a", "b"] && effect.favourite)
    #expect(effect.folder?.description == "One" && effect.rules == rules.map(\.id))
    let changes = try #require(effect.metadata(of: document(tags: ["c"])))
    #expect(changes.tags?.map(\.description) == ["c", "a", "b"] && changes.note == nil)
  }

  @Test("is nothing where the document is so already, and a later rule does not take it out of its folder")
  func unchanged() throws {
    let rules = try [rule(tags: ["A"], folder: "One", favourite: true), rule(folder: "Two")]
    let effect = RuleEffect(of: rules, on: try document(tags: ["a"], favourite: true, in: "One"))
    #expect(effect.isEmpty && effect.folder == nil)
    #expect(try effect.metadata(of: document()) == nil)
  }

  @Test("passes over a folder that documents cannot be filed in, for the next rule's")
  func missing() throws {
    let rules = try [rule(tags: ["a"], folder: "Gone"), rule(folder: "Two")]
    let effect = RuleEffect(of: rules, on: try document()) { $0.description != "Gone" }
    #expect(effect.folder?.description == "Two" && effect.tags.map(\.description) == ["a"])
    #expect(RuleEffect(of: [rules[1]], on: try document()) { _ in false }.isEmpty)
  }

  @Test("on several documents is reported with each tag and folder once, and with the rules that acted")
  func report() throws {
    let rules = try [
      Rule(
        RuleDraft(name: "One", query: "a", actions: rule(tags: ["a"], folder: "Bills").actions), since: nil),
      Rule(RuleDraft(name: "Two", query: "b", actions: rule(tags: ["A", "b"]).actions), since: nil),
      Rule(RuleDraft(name: "None", query: "c", actions: rule(favourite: true).actions), since: nil),
    ]
    let found = rules.map { (id: $0.id, actions: $0.draft.actions) }
    let (first, second) = (try document(), try document(favourite: true))
    let report = RuleReport(
      BatchID(), rules,
      [
        (first.id, RuleEffect(of: Array(found.prefix(1)), on: first)),
        (second.id, RuleEffect(of: found, on: second)),
      ])
    #expect(report.rules.map(\.name) == ["One", "Two"] && report.documents == [first.id, second.id])
    #expect(report.tags.map(\.description) == ["a", "b"] && !report.favourite)
    #expect(report.folders.map(\.description) == ["Bills"])
  }

  @Test("keeps a document within its limit of tags")
  func limit() throws {
    let effect = RuleEffect(
      of: [try rule(tags: ["a", "b", "c"])], on: try document(tags: (0..<48).map { "t\($0)" }))
    #expect(effect.tags.map(\.description) == ["a", "b"])
  }
}
