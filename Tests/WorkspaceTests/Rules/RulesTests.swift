import DocumentModel
import Storage
import Testing

@testable import Workspace

@Suite("Rules of a workspace")
struct RulesTests {
  @Test("are kept in their order, changed, moved and removed, also for the next start")
  func kept() async throws {
    let bench = try await RuleBench()
    let one = try await bench.add("one", "tea", favourite: true)
    let two = try await bench.add("two", "tea", favourite: true, isOn: false)
    #expect(one.isOn && !two.isOn)
    let draft = try RuleBench.draft("second", "coffee", tags: ["c"])
    let changed = try await bench.rules.change(two.id, to: draft, isOn: true, at: 0) { _ in }
    #expect(changed.id == two.id && changed.isOn && bench.rules.all.map(\.id) == [two.id, one.id])
    let again = try await Rules(
      of: bench.workspace, store: RuleFile(root: bench.test.root), index: bench.index)
    #expect(again.all == bench.rules.all)
    try await bench.rules.remove(one.id) { _ in }
    #expect(bench.rules.all.map(\.id) == [two.id])
    await #expect(throws: DocumentError.self) { try await bench.rules.remove(one.id) { _ in } }
    #expect(throws: DocumentError.self) { try bench.rules.rule(one.id) }
  }

  @Test("tell all who listen that they are others, and nothing where they are as before")
  func told() async throws {
    let bench = try await RuleBench()
    let notices = bench.workspace.notices.listen()
    let one = try await bench.add("one", "tea", favourite: true)
    let two = try await bench.add("two", "tea", favourite: true)
    _ = try await bench.rules.change(two.id, to: two.draft, isOn: true) { _ in }
    _ = try await bench.rules.change(two.id, to: two.draft, isOn: true, at: 0) { _ in }
    try await bench.rules.remove(one.id) { _ in }
    var counts: [Int] = []
    for await case .rules(let count) in notices {
      counts.append(count)
      if counts.count == 4 { break }
    }
    #expect(counts == [1, 2, 2, 1])
  }

  @Test(
    "stay as they are when a check refuses the change, and keep the moment at which they were switched on")
  func checked() async throws {
    let bench = try await RuleBench()
    let rule = try await bench.add("one", "tea", favourite: true)
    _ = try await bench.test.add("later", named: "later.pdf")
    let draft = try RuleBench.draft("other", "tea", favourite: true)
    await #expect(throws: DocumentError.self) {
      try await bench.rules.change(rule.id, to: draft, isOn: false) { _ throws(DocumentError) in
        throw DocumentError(.versionConflict, "no")
      }
    }
    #expect(bench.rules.all == [rule])
    let renamed = try await bench.rules.change(rule.id, to: draft, isOn: true) { _ in }
    #expect(renamed.since == rule.since)
    _ = try await bench.rules.change(rule.id, to: draft, isOn: false) { _ in }
    let on = try await bench.rules.change(rule.id, to: draft, isOn: true) { _ in }
    #expect(on.since?.sequence ?? 0 > rule.since?.sequence ?? 0)
  }

  @Test("are a hundred at most, and ask for something")
  func bounded() async throws {
    let bench = try await RuleBench()
    for query in ["-", "\"\"", "***", "…"] {
      let draft = try RuleBench.draft("a", query, favourite: true)
      await #expect(throws: DocumentError.self, "\(query)") { try await bench.rules.add(draft, isOn: true) }
    }
    let draft = try RuleBench.draft("a", "tea", favourite: true)
    for _ in 0..<Rule.maximumCount { _ = try await bench.rules.add(draft, isOn: false) }
    let refused = await #expect(throws: DocumentError.self) { try await bench.rules.add(draft, isOn: false) }
    #expect(refused?.code == .tooLarge)
  }

  @Test("are tried without changing anything")
  func tried() async throws {
    let bench = try await RuleBench()
    let (tea, marked) = (
      try await bench.test.add("tea", named: "tea.pdf"), try await bench.test.add("tea too", named: "m.pdf")
    )
    _ = try await bench.test.add("coffee", named: "coffee.pdf")
    _ = try await bench.workspace.documents.changeMetadata(
      of: marked.id, MetadataChanges(tags: [Tag("HOT")]))
    try await bench.folder("Drinks")
    try await bench.fill()
    let before = try await (bench.now(tea), bench.now(marked))
    let trial = try await bench.rules.trial(
      of: RuleBench.draft("t", "tea", tags: ["hot"], folder: "Drinks"))
    #expect(trial.total == 2 && !trial.isPartial && !trial.isFolderMissing)
    let effects = Dictionary(uniqueKeysWithValues: trial.changes.map { ($0.document.id, $0.effect) })
    #expect(effects[tea.id]?.tags.map(\.description) == ["hot"])
    #expect(effects[marked.id]?.tags.isEmpty == true && effects[marked.id]?.folder?.description == "Drinks")
    let missing = try await bench.rules.trial(of: RuleBench.draft("t", "tea", folder: "Gone"))
    #expect(missing.isFolderMissing && missing.changes.allSatisfy(\.effect.isEmpty))
    let after = try await (bench.now(tea), bench.now(marked))
    #expect(before == after)
    #expect(try await bench.batches().isEmpty)
  }

  @Test("are applied to what is there as one step, which can be undone")
  func applied() async throws {
    let bench = try await RuleBench()
    let documents = [
      try await bench.test.add("tea", named: "a.pdf"),
      try await bench.test.add("tea!", named: "a.pdf", in: "Other"),
    ]
    _ = try await bench.test.add("coffee", named: "coffee.pdf")
    try await bench.folder("Drinks")
    try await bench.fill()
    let rule = try await bench.add(
      "Hot drinks", "tea", tags: ["hot"], folder: "Drinks", favourite: true, isOn: false)
    let job = try await bench.end(of: bench.rules.apply(rule.id))
    #expect(job.state == .finished && job.detail == "2 documents changed" && job.done == 4 && job.total == 4)
    let after = [try await bench.now(documents[0]), try await bench.now(documents[1])]
    #expect(after.map(\.path).sorted() == ["Drinks/a 2.pdf", "Drinks/a.pdf"])
    #expect(after.allSatisfy { $0.tags == ["hot"] && $0.metadata.favourite })
    let batch = try #require(await bench.batches().first)
    #expect(batch.id == job.batch && batch.author == "Hot drinks" && batch.rules == [rule.id])
    let again = try await bench.end(of: bench.rules.apply(rule.id))
    #expect(again.detail == "0 documents changed" && again.batch == nil)
    _ = try await bench.workspace.batches.undo(batch.id)
    let back = [try await bench.now(documents[0]), try await bench.now(documents[1])]
    #expect(back.map(\.path) == documents.map(\.path) && back.allSatisfy { $0.metadata == .none })
  }

  @Test("are not applied where their folder is not there, and say so")
  func vanished() async throws {
    let bench = try await RuleBench()
    let rule = try await bench.add("r", "tea", folder: "Gone")
    #expect(try await bench.rules.isFolderMissing(of: rule))
    let refused = await #expect(throws: DocumentError.self) { try await bench.rules.apply(rule.id) }
    #expect(refused?.code == .notFound)
    try await bench.folder("Gone")
    #expect(try await !bench.rules.isFolderMissing(of: rule))
  }
}
