import DocumentModel
import Testing

@testable import Storage

@Suite("Rules on the disk")
struct RuleFileTests {
  let workspace = TemporaryWorkspace()

  private func rule(_ name: String) throws -> Rule {
    Rule(
      try RuleDraft(name: name, query: "tea", actions: RuleActions(tags: [Tag("t")])),
      since: EventID(epoch: EventEpoch(), sequence: 3))
  }

  @Test("come back at the next start, in their order")
  func kept() async throws {
    let root = try workspace.open()
    #expect(try await RuleFile(root: root).rules().isEmpty)
    let rules = try [rule("b"), rule("a")]
    try await RuleFile(root: root).save(rules)
    #expect(try await RuleFile(root: root).rules() == rules)
    #expect(workspace.names(in: "tmp").isEmpty)
  }

  @Test("a file that holds none, or one twice, is refused and not overwritten")
  func damaged() async throws {
    let root = try workspace.open()
    try await RuleFile(root: root).save([try rule("a")])
    let one = try #require(workspace.text(of: "Library/rules.json")).dropFirst().dropLast()
    for text in ["", "{}", "[1]", "[\(one),\(one)]"] {
      try workspace.write(text, to: "Library/rules.json")
      await #expect(throws: DocumentError.self, "\(text)") { try await RuleFile(root: root).rules() }
      #expect(workspace.text(of: "Library/rules.json") == text)
    }
  }
}
