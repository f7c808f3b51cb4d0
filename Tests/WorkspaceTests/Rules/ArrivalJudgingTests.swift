import DocumentModel
import Storage
import Testing

@testable import Workspace

@Suite("Rules judge documents that arrive")
struct ArrivalJudgingTests {
  private func recognized(_ text: String) -> PageText {
    PageText(
      words: [PageWord(text: text, box: PageRectangle(x: 1, y: 1, width: 1, height: 1), isHyphenated: false)],
      links: [], isRecognized: true)
  }

  @Test("by their words, and what they do is one step that can be undone")
  func judged() async throws {
    let bench = try await RuleBench()
    try await bench.folder("Bills")
    let old = try await bench.test.add("an invoice", named: "old.pdf")
    let rule = try await bench.add("Invoices", "invoice", tags: ["Bill"], folder: "Bills", favourite: true)
    let (bill, other) = (
      try await bench.test.add("the invoice", named: "new.pdf"),
      try await bench.test.add("a poem", named: "poem.pdf")
    )
    try await bench.judge()
    let now = try await bench.now(bill)
    #expect(now.path == "Bills/new.pdf" && now.tags == ["Bill"] && now.metadata.favourite)
    #expect(try await bench.now(old) == old)
    #expect(try await bench.now(other) == other)
    let batch = try #require(await bench.batches().first)
    #expect(batch.author == "Invoices" && batch.rules == [rule.id])
    #expect(try await bench.waiting().isEmpty)
    _ = try await bench.workspace.batches.undo(batch.id)
    try await bench.judge()
    // A rule does not do again what a person took back.
    #expect(try await bench.now(bill).path == "new.pdf")
    #expect(try await bench.now(bill).metadata == .none)
  }

  @Test("once their words are there, or cannot be had: then by their names")
  func waited() async throws {
    let bench = try await RuleBench()
    try await bench.add("Tea", "tea", tags: ["t"])
    let (tea, locked) = (
      try await bench.test.add("tea", named: "a.pdf"),
      try await bench.test.add("#password", named: "my tea.pdf")
    )
    await bench.judging.work()
    #expect(try await bench.waiting().map(\.document) == [locked.id, tea.id])
    #expect(try await bench.batches().isEmpty)
    try await bench.judge()
    #expect(try await bench.now(tea).tags == ["t"])
    #expect(try await bench.now(locked).tags == ["t"])
    #expect(try await bench.waiting().isEmpty)
    // Those that were ready together are one step.
    #expect(try await bench.batches().map(\.operationCount) == [2])
  }

  @Test("again when words were read in their pictures, by the rules that had not found them")
  func scanned() async throws {
    let bench = try await RuleBench(awaitsScans: true)
    try await bench.add("Tea", "tea", tags: ["t"])
    try await bench.add("Coffee", "coffee", tags: ["c"])
    let scan = try await bench.test.add("tea\n ", named: "scan.pdf")
    try await bench.judge()
    #expect(try await bench.now(scan).tags == ["t"])
    _ = try await bench.workspace.documents.changeMetadata(of: scan.id, MetadataChanges(tags: []))
    try await bench.judge()
    #expect(try await bench.now(scan).tags == [])
    #expect(try await bench.waiting().map(\.isJudged) == [true])
    try await bench.index.addRecognized(recognized("coffee"), ofPage: 2, of: scan.sha256)
    try await bench.judge()
    #expect(try await bench.now(scan).tags == ["c"])
    #expect(try await bench.waiting().isEmpty)
  }

  @Test("where they arrived: one that a person moved meanwhile gets its tags and stays")
  func moved() async throws {
    let bench = try await RuleBench()
    try await bench.folder("Bills")
    try await bench.add("Invoices", "invoice", tags: ["Bill"], folder: "Bills")
    let bill = try await bench.test.add("invoice", named: "a.pdf", in: "In")
    await bench.judging.work()
    _ = try await bench.workspace.documents.move(bill.id, name: nil, folder: FolderPath(parsing: "Mine"))
    try await bench.judge()
    #expect(try await bench.now(bill).path == "Mine/a.pdf")
    #expect(try await bench.now(bill).tags == ["Bill"])
  }

  @Test("once: what a rule moves into the folder of another rule is not judged again")
  func circle() async throws {
    let bench = try await RuleBench()
    try await bench.folder("A")
    try await bench.folder("B")
    try await bench.add("to B", "folder:A tea", folder: "B")
    try await bench.add("to A", "folder:B tea", folder: "A")
    let tea = try await bench.test.add("tea", named: "tea.pdf", in: "A")
    for _ in 1...3 { try await bench.judge() }
    #expect(try await bench.now(tea).path == "B/tea.pdf")
    #expect(try await bench.batches().count == 1)
  }

  @Test("by the order of rules that contradict one another")
  func contradiction() async throws {
    let bench = try await RuleBench()
    try await bench.folder("A")
    try await bench.folder("B")
    try await bench.add("first", "tea", tags: ["a"], folder: "A")
    try await bench.add("second", "tea", tags: ["b"], folder: "B")
    let tea = try await bench.test.add("tea", named: "tea.pdf")
    try await bench.judge()
    #expect(try await bench.now(tea).path == "A/tea.pdf")
    #expect(try await bench.now(tea).tags == ["a", "b"])
    #expect(try await bench.batches().map(\.author) == ["first, second"])
  }

  @Test("whatever became of a rule's folder: the document is tagged, and filed by the next rule")
  func vanished() async throws {
    let bench = try await RuleBench()
    try await bench.add("gone", "tea", tags: ["t"], folder: "Gone")
    let tea = try await bench.test.add("tea", named: "tea.pdf")
    try await bench.judge()
    #expect(try await bench.now(tea).path == "tea.pdf")
    #expect(try await bench.now(tea).tags == ["t"])
    #expect(try await bench.waiting().isEmpty)
  }

  @Test("not copies that a person makes, and not what was thrown away")
  func homemade() async throws {
    let bench = try await RuleBench()
    try await bench.add("Tea", "tea", tags: ["t"])
    let tea = try await bench.test.add("tea", named: "tea.pdf", origin: .copy)
    let gone = try await bench.test.add("tea", named: "gone.pdf")
    _ = try await bench.workspace.documents.trash(gone.id)
    try await bench.judge()
    #expect(try await bench.now(tea).tags.isEmpty)
    #expect(try await bench.now(gone).tags.isEmpty)
    #expect(try await bench.waiting().isEmpty)
    #expect(try await bench.batches().isEmpty)
  }

  @Test("not what was there before a rule was switched on again")
  func switched() async throws {
    let bench = try await RuleBench()
    let rule = try await bench.add("Tea", "tea", tags: ["t"])
    _ = try await bench.rules.change(rule.id, to: rule.draft, isOn: false) { _ in }
    let between = try await bench.test.add("tea", named: "between.pdf")
    try await bench.judge()
    _ = try await bench.rules.change(rule.id, to: rule.draft, isOn: true) { _ in }
    let after = try await bench.test.add("tea", named: "after.pdf")
    try await bench.judge()
    #expect(try await bench.now(between).tags.isEmpty)
    #expect(try await bench.now(after).tags == ["t"])
  }

  @Test("by a server that goes on after another was killed, and changes nothing twice")
  func killed() async throws {
    let bench = try await RuleBench()
    try await bench.folder("Bills")
    try await bench.add("Tea", "tea", tags: ["t"], folder: "Bills")
    let tea = try await bench.test.add("tea", named: "tea.pdf")
    await bench.judging.work()
    #expect(try await bench.waiting().count == 1)
    // Killed after the batch and before the arrival was forgotten.
    let arrival = try #require(await bench.waiting().first)
    try await bench.judge()
    let position = try #require(await bench.store.arrivalPosition())
    try await bench.store.note([arrival], upTo: position)
    let next = try await RuleBench(bench.test)
    try await next.judge()
    #expect(try await next.now(tea).path == "Bills/tea.pdf")
    #expect(try await next.waiting().isEmpty)
    #expect(try await next.batches().count == 1)
  }

  @Test("not documents of an index whose events are numbered anew: they were there")
  func renumbered() async throws {
    let bench = try await RuleBench()
    let rule = try await bench.add("Tea", "tea", tags: ["t"])
    let tea = try await bench.test.add("tea", named: "tea.pdf")
    let other = EventID(epoch: EventEpoch(), sequence: 0)
    try await RuleFile(root: bench.test.root).save([Rule(id: rule.id, rule.draft, since: other)])
    let next = try await RuleBench(bench.test)
    try await next.judge()
    let later = try await next.test.add("tea", named: "later.pdf")
    try await next.judge()
    #expect(try await next.now(tea).tags.isEmpty)
    #expect(try await next.now(later).tags == ["t"])
  }

  @Test("as soon as their words come, uncalled by any clock", .timeLimit(.minutes(1)))
  func called() async throws {
    let bench = try await RuleBench()
    try await bench.add("Tea", "tea", tags: ["t"])
    try await bench.following {
      let notices = bench.workspace.notices.listen()
      let tea = try await bench.test.add("tea", named: "tea.pdf")
      #expect(await report(in: notices)?.documents == [tea.id])
      #expect(try await bench.now(tea).tags == ["t"])
    }
  }

  @Test(
    "that arrived before it ran, and those whose content the index knows already", .timeLimit(.minutes(1)))
  func before() async throws {
    let bench = try await RuleBench()
    _ = try await bench.test.add("tea", named: "first.pdf")
    try await bench.fill()
    try await bench.add("Tea", "tea", tags: ["t"])
    let before = try await bench.test.add("tea", named: "before.pdf")
    let notices = bench.workspace.notices.listen()
    try await bench.following {
      #expect(await report(in: notices)?.documents == [before.id])
      let again = bench.workspace.notices.listen()
      let same = try await bench.test.add("tea", named: "same.pdf")
      #expect(await report(in: again)?.documents == [same.id])
    }
  }

  @Test("of which each is judged, however many come at once", .timeLimit(.minutes(1)))
  func many() async throws {
    let bench = try await RuleBench()
    try await bench.add("Tea", "tea", tags: ["t"])
    try await bench.following {
      let notices = bench.workspace.notices.listen()
      var waiting: Set<DocumentID> = []
      for number in 1...40 {
        waiting.insert(try await bench.test.add("tea \(number)", named: "\(number).pdf").id)
      }
      for await case .rulesApplied(let report) in notices {
        waiting.subtract(report.documents)
        if waiting.isEmpty { break }
      }
      #expect(waiting.isEmpty)
    }
  }

  @Test("and tell once which rules acted, and on which documents")
  func reported() async throws {
    let bench = try await RuleBench()
    try await bench.folder("Bills")
    let rule = try await bench.add("Invoices", "invoice", tags: ["Bill", "Due"], folder: "Bills")
    try await bench.add("Poems", "poem", favourite: true)
    let bill = try await bench.test.add("the invoice", named: "new.pdf")
    let notices = bench.workspace.notices.listen()
    try await bench.judge()
    let report = try #require(await report(in: notices))
    #expect(report.rules.map(\.name) == ["Invoices"] && report.rules.map(\.id) == [rule.id])
    #expect(report.documents == [bill.id] && report.tags.map(\.description) == ["Bill", "Due"])
    #expect(report.folders.map(\.description) == ["Bills"] && !report.favourite)
    #expect(try await bench.batches().map(\.id) == [report.batch])
  }

  private func report(in notices: AsyncStream<Notice>) async -> RuleReport? {
    for await case .rulesApplied(let report) in notices { return report }
    return nil
  }
}
