import DocumentModel
import FoundationEssentials
import Synchronization
import Testing

@testable import Workspace

@Suite("Files that go away and come back")
struct AbsenceTests {
  private final class Clock: Sendable {
    private let time = Mutex(ContinuousClock.now)

    var now: ContinuousClock.Instant { time.withLock(\.self) }

    func advance(_ duration: Duration) {
      time.withLock { $0 += duration }
    }
  }

  private func reconciler(_ test: TestWorkspace, _ clock: Clock = Clock()) -> Reconciler {
    Reconciler(test.workspace.tree, patience: .seconds(60), log: test.log, now: { clock.now })
  }

  /// A workspace with two documents, and one of two versions, which went away.
  private func absent() async throws -> (TestWorkspace, Document) {
    let test = try await TestWorkspace()
    for name in ["x.txt", "y.txt"] { _ = try await test.add(name, named: name) }
    let first = try await test.add("one")
    let document = try await test.workspace.documents.replace(
      first.id, with: try await test.staged("two"), expecting: .anything, origin: .api)
    try test.rename("Documents/a.txt", to: "away.txt")
    #expect(try await test.pass().gone == 1)
    #expect(try await test.workspace.document(document.id, includingTrash: true).trashed != nil)
    return (test, document)
  }

  @Test(
    "a file that comes back is the document that it was, with its versions, wherever it comes back",
    arguments: ["a.txt", "b.txt", "Box/a.txt"])
  func sameFile(_ path: String) async throws {
    let (test, document) = try await absent()
    try test.write("", to: "Documents/Box/.keep")
    try test.rename("away.txt", to: "Documents/\(path)")
    #expect(try await test.pass() == Reconciler.Report(returned: 1, files: 3))
    let back = try await test.workspace.document(document.id)
    #expect(back.location.relativePath == path)
    #expect(back.version == 2 && back.sha256 == document.sha256)
    #expect(try await test.workspace.versionIndex.versions(of: document.id).count == 2)
    #expect(try await test.trash().isEmpty)
    #expect(try await test.pass() == Reconciler.Report(files: 3))
    let events = try await test.workspace.eventLog.events(after: 0, limit: 100)
    #expect(events.last?.kind == .restored)
  }

  @Test("while all of Documents is away nothing in it is thrown away")
  func withoutTree() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add("one")
    try test.rename("Documents", to: "away")
    await expectRefusal(.storageFailed) { _ = try await test.workspace.documents.trash(document.id) }
    try test.rename("away", to: "Documents")
    #expect(try await test.workspace.document(document.id) == document)
    #expect(try await test.workspace.documents.trash(document.id).trashed != nil)
  }

  @Test("a copy of the file is the document as well")
  func sameContent() async throws {
    let (test, document) = try await absent()
    try test.write("two", to: "Documents/b.txt")
    #expect(try await test.pass().returned == 1)
    #expect(try await test.workspace.document(document.id).location.name.description == "b.txt")
  }

  @Test("the same file at its place with another content is the document's next version")
  func edited() async throws {
    let (test, document) = try await absent()
    try test.write("three", to: "away.txt")
    try test.rename("away.txt", to: "Documents/a.txt")
    #expect(try await test.pass().returned == 1)
    let back = try await test.workspace.document(document.id)
    #expect(back.version == 3 && back.size == 5)
    #expect(try await test.workspace.versionIndex.versions(of: document.id).first?.origin == .disk)
  }

  @Test("another content under the old name is another document")
  func unrelated() async throws {
    let (test, document) = try await absent()
    try test.write("something else", to: "Documents/a.txt")
    #expect(try await test.pass().added == 1)
    #expect(try await test.trash().map(\.id) == [document.id])
  }

  @Test("of several documents with one content the one of that name comes back, and each once")
  func tieBreak() async throws {
    let test = try await TestWorkspace()
    var ids: [String: DocumentID] = [:]
    let names = ["a.txt", "b.txt", "c.txt"]
    for name in names { ids[name] = try await test.add("same", named: name).id }
    for name in ["1", "2", "3", "4"] { _ = try await test.add(name, named: name) }
    for name in names { try test.remove("Documents/\(name)") }
    #expect(try await test.pass().gone == 3)
    for name in names.reversed() { try test.write("same", to: "Documents/\(name)") }
    #expect(try await test.pass().returned == 3)
    for document in try await test.workspace.documents(DocumentQuery()).documents {
      guard let id = ids[document.location.relativePath] else { continue }
      #expect(document.id == id)
    }
  }

  @Test("a document in the Trash stays there when its content comes in again")
  func thrownAway() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add("one")
    _ = try await test.workspace.documents.trash(document.id)
    try test.write("one", to: "Documents/a.txt")
    #expect(try await test.pass().added == 1)
    #expect(try await test.trash().map(\.id) == [document.id])
    #expect(try await test.workspace.documents.restore(document.id).location.name.description == "a 2.txt")
  }

  @Test("a file renamed by copy and removal between two passes is the same document")
  func copied() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add("one")
    try test.write("one", to: "Documents/Box/b.txt")
    try test.remove("Documents/a.txt")
    #expect(try await test.pass() == Reconciler.Report(moved: 1, files: 1))
    #expect(try await test.workspace.document(document.id).location.relativePath == "Box/b.txt")
  }

  @Test("a Documents that went away takes no document with it")
  func documentsGone() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add("one")
    try test.rename("Documents", to: "Away")
    let reconciler = reconciler(test)
    for _ in 0..<3 { await expectRefusal(.storageFailed) { _ = try await reconciler.pass() } }
    await expectRefusal(.contentMissing) { _ = try await test.workspace.tree.current(document) }
    #expect(try await test.workspace.pages.preview(of: document).reason?.code == .contentMissing)
    #expect(try await test.names() == ["a.txt"])
    try test.rename("Away", to: "Documents")
    #expect(try await reconciler.pass() == Reconciler.Report(files: 1))
    #expect(try await test.text(of: document) == "one")
  }

  @Test("a Documents that is empty at once is believed by a later pass, and comes back whole")
  func emptied() async throws {
    let test = try await TestWorkspace()
    var ids: Set<DocumentID> = []
    for number in 0..<3 { ids.insert(try await test.add("\(number)", named: "\(number).txt").id) }
    try test.rename("Documents", to: "Away")
    try test.write("", to: "Documents/.keep")
    let clock = Clock()
    let reconciler = reconciler(test, clock)
    #expect(try await reconciler.pass() == Reconciler.Report(held: 3))
    clock.advance(.seconds(59))
    #expect(try await reconciler.pass() == Reconciler.Report(held: 3))
    #expect(try await test.names().count == 3)
    clock.advance(.seconds(1))
    #expect(try await reconciler.pass() == Reconciler.Report(gone: 3))
    try test.remove("Documents")
    try test.rename("Away", to: "Documents")
    #expect(try await reconciler.pass() == Reconciler.Report(returned: 3, files: 3))
    #expect(Set(try await test.workspace.documents(DocumentQuery()).documents.map(\.id)) == ids)
  }

  @Test("documents of a folder are not gone because one was made beside it whose name is spelled otherwise")
  func twinFolder() async throws {
    let test = try await TestWorkspace()
    for name in ["1.txt", "2.txt"] { try test.write(name, to: "Documents/o\u{308}/\(name)") }
    #expect(try await test.pass().added == 2)
    try test.write("new", to: "Documents/\u{f6}/3.txt")
    let report = try await test.pass()
    #expect(report.gone == 0 && report.unlisted == 1)
    #expect(try await test.trash().isEmpty)
    #expect(try await test.names().count == 3)
    // Put together again, they are all there.
    for name in ["1.txt", "2.txt"] {
      try test.rename("Documents/o\u{308}/\(name)", to: "Documents/\u{f6}/\(name)")
    }
    try test.remove("Documents/o\u{308}")
    try await test.pass()
    #expect(try await test.names() == ["\u{f6}/1.txt", "\u{f6}/2.txt", "\u{f6}/3.txt"])
    #expect(try await test.trash().isEmpty)
  }

  @Test("documents that are held are neither replaced nor renamed over, and say why")
  func held() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add("one")
    try test.remove("Documents/a.txt")
    let reconciler = reconciler(test)
    #expect(try await reconciler.pass().held == 1)
    await expectRefusal(.contentMissing) { _ = try await test.add("two", conflict: .replace) }
    await expectRefusal(.contentMissing) {
      _ = try await test.workspace.documents.replace(
        document.id, with: try await test.staged("two"), expecting: .anything, origin: .api)
    }
    #expect(try await test.add("two").location.name.description == "a 2.txt")
    try test.write("one", to: "Documents/a.txt")
    #expect(try await reconciler.pass().held == 0)
    #expect(try await test.add("two", conflict: .replace).id == document.id)
  }

  @Test("a folder that cannot be read takes no document with it, and the rest goes on")
  func unreadFolder() async throws {
    let test = try await TestWorkspace(directory: { MeddledTree($0, unread: "Box") })
    for path in ["Box/Inner", "Other", ""] { _ = try await test.add(path, in: path) }
    try test.write("new", to: "Documents/new.txt")
    try test.remove("Documents/a.txt")
    #expect(
      try await test.pass() == Reconciler.Report(added: 1, gone: 1, unread: 1, files: 2))
    #expect(Set(try await test.names()) == ["Box/Inner/a.txt", "Other/a.txt", "new.txt"])
  }

  @Test("a file that cannot be read does not keep the rest from being taken up")
  func unreadFile() async throws {
    let test = try await TestWorkspace(directory: { MeddledTree($0, unhashed: "a.txt") })
    for name in ["a.txt", "b.txt", "c.txt"] { try test.write(name, to: "Documents/\(name)") }
    let finding = "\"a.txt\": it cannot be read"
    #expect(
      try await test.pass() == Reconciler.Report(added: 2, unread: 1, files: 3, findings: [finding]))
  }

  @Test("the job of a pass names a file that cannot be read, once")
  func unreadJob() async throws {
    let test = try await TestWorkspace(directory: { MeddledTree($0, unhashed: "a.txt") })
    try test.write("x", to: "Documents/a.txt")
    let reconciler = reconciler(test)
    await reconciler.passAndReport()
    let job = try #require(test.workspace.jobs.all.first)
    #expect(job.kind == .reconcile && job.detail == "\"a.txt\": it cannot be read")
    await reconciler.passAndReport()
    #expect(test.workspace.jobs.all.count == 1)
  }

  @Test("names that no document can have are counted")
  func unlisted() async throws {
    let test = try await TestWorkspace()
    try test.write("x", to: "Documents/ space")
    try test.write("x", to: "Documents/Cafe\u{301}.txt")
    #expect(try await test.pass() == Reconciler.Report(added: 1, unlisted: 1, files: 2 - 1))
    #expect(try await test.names() == ["Caf\u{E9}.txt"])
  }
}

@Suite("How many documents may go at once")
struct MissingDocumentsTests {
  private typealias Missing = MissingDocuments<ContinuousClock.Instant>
  private let start = ContinuousClock.now

  private func ids(_ count: Int) -> Set<DocumentID> { Set((0..<count).map { _ in DocumentID() }) }

  @Test(
    "few of many go at the first pass; all, most or many are held",
    arguments: [
      (1, 2, true), (4, 5, true), (20, 100, true), (5, 10, true),
      (1, 1, false), (3, 3, false), (6, 10, false), (21, 10_000, false),
    ])
  func limits(_ count: Int, _ total: Int, _ goes: Bool) {
    var missing = Missing(patience: .seconds(60))
    let verdict = missing.judge(ids(count), of: total, at: start)
    #expect(verdict.gone.count == (goes ? count : 0))
    #expect(verdict.held.count == (goes ? 0 : count))
  }

  @Test("a file that is missing beyond the patience goes; one that joins later has its own")
  func patience() {
    var missing = Missing(patience: .seconds(60))
    let (first, second) = (ids(30), ids(30))
    #expect(missing.judge(first, of: 100, at: start).held == first)
    #expect(missing.judge(first.union(second), of: 100, at: start + .seconds(30)).gone.isEmpty)
    let verdict = missing.judge(first.union(second), of: 100, at: start + .seconds(60))
    #expect(verdict.gone == first && verdict.held == second)
  }

  @Test("a file that came back begins anew when it goes again")
  func anew() {
    var missing = Missing(patience: .seconds(60))
    let all = ids(30)
    _ = missing.judge(all, of: 30, at: start)
    _ = missing.judge([], of: 30, at: start + .seconds(30))
    #expect(missing.judge(all, of: 30, at: start + .seconds(60)).gone.isEmpty)
  }

  @Test("when most are there again the rest goes at once")
  func rest() {
    var missing = Missing(patience: .seconds(60))
    let all = ids(30)
    _ = missing.judge(all, of: 100, at: start)
    let few = Set(all.prefix(3))
    #expect(missing.judge(few, of: 100, at: start + .seconds(30)).gone == few)
  }

  @Test("a few go after the grace, unless they are there again or their files lie elsewhere for now")
  func grace() {
    var missing = Missing(patience: .seconds(60), grace: .seconds(2))
    let (few, aside) = (ids(3), ids(1))
    let all = few.union(aside)
    #expect(all.allSatisfy { missing.isRecent($0, at: start) })
    let first = missing.judge(all, aside: aside, of: 100, at: start)
    #expect(first.gone.isEmpty && first.held.isEmpty && first.waiting == all)
    #expect(missing.judge(all, aside: aside, of: 100, at: start + .seconds(1)).waiting == all)
    #expect(missing.judge(all, aside: aside, of: 100, at: start + .seconds(2)).gone == few)
    #expect(aside.allSatisfy { !missing.isRecent($0, at: start + .seconds(2)) })
    #expect(missing.judge([], of: 100, at: start + .seconds(3)).gone.isEmpty)
    #expect(missing.judge(all, of: 100, at: start + .seconds(4)).waiting == all)
  }

  @Test("after an absence a few go at once, and many are held all the same")
  func absence() {
    var missing = Missing(patience: .seconds(60), grace: .seconds(2))
    missing.resume()
    let (few, many) = (ids(3), ids(30))
    #expect(few.allSatisfy { !missing.isRecent($0, at: start) })
    #expect(missing.judge(few, of: 100, at: start).gone == few)
    #expect(missing.judge(few, of: 100, at: start + .seconds(1)).waiting == few)
    missing.resume()
    #expect(missing.judge(many, of: 100, at: start + .seconds(1)).held == many)
  }

  @Test("a file that was seen between two passes has been missing for a moment alone")
  func seenBetween() {
    var missing = Missing(patience: .seconds(60), grace: .seconds(2))
    let few = ids(2)
    _ = missing.judge(few, of: 100, at: start)
    for id in few.prefix(1) { missing.see(id) }
    let verdict = missing.judge(few, of: 100, at: start + .seconds(2))
    #expect(verdict.gone.count == 1 && verdict.waiting == Set(few.prefix(1)))
    #expect(missing.judge(few, of: 100, at: start + .seconds(4)).gone.isSuperset(of: few.prefix(1)))
  }

  @Test(
    "of two files with the content of one whose file went away, one is that document and the other is new")
  func twoReturn() async throws {
    let test = try await TestWorkspace()
    for number in 1...20 { _ = try await test.add("content \(number)", named: "n\(number).txt") }
    for number in 1...20 { try test.remove("Documents/n\(number).txt") }
    let patient = Reconciler(test.workspace.tree, patience: .zero, log: test.log)
    #expect(try await patient.pass().gone == 20)
    for number in 1...20 {
      for name in ["a", "b"] { try test.write("content \(number)", to: "Documents/\(name)\(number).txt") }
    }
    let report = try await patient.pass()
    #expect(report.returned == 20 && report.added == 20 && report.unread == 0)
    #expect(try await test.names().count == 40)
    #expect(try await test.trash().isEmpty)
  }
}
