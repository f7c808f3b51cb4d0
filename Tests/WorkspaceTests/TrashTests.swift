import DocumentModel
import FoundationEssentials
import Maintenance
import Synchronization
import Testing

@testable import Storage
@testable import Workspace

@Suite("Documents leave the Trash for good")
struct TrashTests {
  private let clock = TestClock()

  private func workspace(
    days: Int = 30, documentFiles: (FileContentStore) -> any DocumentFiles = { $0 }
  ) async throws -> TestWorkspace {
    try await TestWorkspace(
      documentFiles: documentFiles, trashRetention: TrashRetention(days: days),
      now: { [clock] in clock.now })
  }

  private func maintenance(_ test: TestWorkspace) -> TrashMaintenance {
    TrashMaintenance(test.workspace, log: test.log)
  }

  private func names(_ folder: String, _ test: TestWorkspace) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: "\(test.path)/Library/\(folder)")) ?? []
  }

  private func files(_ test: TestWorkspace) -> Int {
    names("Versions", test).reduce(0) { $0 + names("Versions/\($1)", test).count }
  }

  @Test("a document is removed with its file, its versions and what caches have of them")
  func removal() async throws {
    let test = try await workspace()
    let document = try await test.add("one")
    let changed = try await test.change(document, to: "two")
    let other = try await test.add("other", named: "b.txt")
    _ = try await test.workspace.documents.trash(document.id)
    try await test.workspace.trash.remove(document.id)
    #expect(names("Trash", test).isEmpty && files(test) == 0)
    #expect(Set(test.forgotten.all) == [document.sha256, changed.sha256])
    await expectRefusal(.notFound) {
      _ = try await test.workspace.document(document.id, includingTrash: true)
    }
    #expect(try await test.names() == ["b.txt"])
    #expect(try await test.text(of: other) == "other")
    #expect(try await test.workspace.eventLog.events(after: 0, limit: 99).last?.kind == .removed)
    #expect(try await test.verify().notes.isEmpty)
    #expect(try await maintenance(test).pass() == TrashMaintenance.Report())
  }

  @Test("only a document as the caller knew it is removed")
  func expected() async throws {
    let test = try await workspace()
    let document = try await test.add("one")
    await expectRefusal(.notFound) { try await test.workspace.trash.remove(DocumentID()) }
    let first = try await test.workspace.documents.trash(document.id)
    _ = try await test.workspace.documents.restore(document.id)
    clock.advance(days: 1)
    _ = try await test.workspace.documents.trash(document.id)
    await expectRefusal(.versionConflict) {
      try await test.workspace.trash.remove(document.id, expecting: .document(first))
    }
    #expect(try await test.workspace.documents.restore(document.id).location == document.location)
    #expect(try await test.text(of: document) == "one")
  }

  @Test("a content that a version of another document needs is kept as that version")
  func needed() async throws {
    let test = try await workspace()
    let needing = try await test.add("shared")
    let holder = try await test.add("shared", named: "b.txt")
    try test.write("written over it", to: "Documents/a.txt")
    try await test.pass()
    #expect(try await test.text(ofVersion: 1, of: needing) == "shared")
    _ = try await test.workspace.documents.trash(holder.id)
    try await test.workspace.trash.remove(holder.id)
    #expect(try await test.text(ofVersion: 1, of: needing) == "shared")
    #expect(names("Trash", test).isEmpty && files(test) == 1)
    #expect(try await test.verify().isClean)
    // With its last version it goes as every version does.
    _ = try await test.workspace.documents.trash(needing.id)
    try await test.workspace.trash.remove(needing.id)
    #expect(files(test) == 0)
  }

  @Test("a content that another document has, or keeps as a version, stays with it")
  func shared() async throws {
    let test = try await workspace()
    let kept = try await test.add("shared")
    try await test.change(kept, to: "new")
    let current = try await test.add("shared", named: "b.txt")
    let gone = try await test.add("shared", named: "c.txt")
    _ = try await test.workspace.documents.trash(gone.id)
    try await test.workspace.trash.remove(gone.id)
    #expect(try await test.text(of: current) == "shared")
    #expect(try await test.text(ofVersion: 1, of: kept) == "shared")
    #expect(test.forgotten.all.isEmpty)
    #expect(try await test.verify().isClean)
  }

  @Test("a document that has been in the Trash for long enough goes, the rest stays")
  func expiry() async throws {
    let test = try await workspace(days: 30)
    let documents = try await [
      test.add("a", named: "a"), test.add("b", named: "b"), test.add("c", named: "c"),
    ]
    let first = try await test.workspace.documents.trash(documents[0].id)
    #expect(test.workspace.trash.expiry(of: first) == clock.now.addingTimeInterval(30 * 86_400))
    #expect(test.workspace.trash.expiry(of: documents[1]) == nil)
    clock.advance(days: 20)
    _ = try await test.workspace.documents.trash(documents[1].id)
    #expect(try await maintenance(test).pass() == TrashMaintenance.Report())
    clock.advance(days: 10)
    #expect(try await maintenance(test).pass().documents == 1)
    #expect(try await test.trash().map(\.id) == [documents[1].id])
    #expect(try await test.names() == ["c"])
    clock.advance(days: -300)
    #expect(try await maintenance(test).pass() == TrashMaintenance.Report())
    clock.advance(days: 330)
    #expect(try await maintenance(test).pass().documents == 1)
    #expect(names("Trash", test).isEmpty)
    #expect(try await test.verify().notes.isEmpty)
  }

  @Test("a clock that leaps ahead empties nothing, unless it stays there")
  func leap() async throws {
    let test = try await workspace(days: 30)
    _ = try await test.workspace.documents.trash(test.add().id)
    let passed = Mutex(Duration.zero)
    let store = ClockReadingFile(root: test.root)
    for expiry in [
      ExpiryGuard(passed: { passed.withLock(\.self) }),
      await ExpiryGuard.following(store, log: test.log),
    ] {
      let maintenance = TrashMaintenance(test.workspace, log: test.log, expiry: expiry)
      #expect(try await maintenance.pass() == TrashMaintenance.Report())
      clock.advance(days: 40)
      #expect(try await maintenance.pass() == TrashMaintenance.Report())
      clock.advance(days: -40)
    }
    let since = try await test.workspace.eventLog.events(after: 0, limit: 1)[0].date
    let maintenance = TrashMaintenance(
      test.workspace, log: test.log,
      expiry: ExpiryGuard(since: ClockReading(date: since), passed: { passed.withLock(\.self) }))
    clock.advance(days: 40)
    #expect(try await maintenance.pass() == TrashMaintenance.Report())
    passed.withLock { $0 = ExpiryGuard.patience }
    clock.advance(days: 0.5)
    #expect(try await maintenance.pass().documents == 1)
  }

  @Test("a document thrown away while the clock was far behind stays its time once the clock is right again")
  func behind() async throws {
    let passed = Mutex(Duration.zero)
    let expiry = ExpiryGuard(passed: { passed.withLock(\.self) })
    let test = try await TestWorkspace(
      trashRetention: TrashRetention(days: 30), expiry: expiry, now: { [clock] in clock.now })
    let maintenance = TrashMaintenance(test.workspace, log: test.log, expiry: expiry)
    let (one, other) = try await (test.add("a", named: "a"), test.add("b", named: "b", in: "F"))
    #expect(try await maintenance.pass() == TrashMaintenance.Report())
    let right = clock.now
    clock.advance(days: -400)
    #expect(try await test.workspace.documents.trash(one.id).trashed == right)
    #expect(try await maintenance.pass() == TrashMaintenance.Report())
    #expect(try await test.workspace.folders.trashFolder(try FolderPath(parsing: "F")).date == right)
    clock.advance(days: 400)
    #expect(try await maintenance.pass() == TrashMaintenance.Report())
    for days in [1.0, 28] {
      clock.advance(days: days)
      passed.withLock { $0 += .seconds(days * 86_400) }
      #expect(try await maintenance.pass() == TrashMaintenance.Report())
    }
    #expect(try await Set(test.trash().map(\.id)) == [one.id, other.id])
    clock.advance(days: 1)
    passed.withLock { $0 += .seconds(86_400) }
    #expect(try await maintenance.pass().documents == 2)
  }

  @Test("a document thrown away while the clock was far behind goes when the Trash is emptied")
  func emptyingBehind() async throws {
    let expiry = ExpiryGuard(since: ClockReading(date: clock.now))
    let test = try await TestWorkspace(expiry: expiry, now: { [clock] in clock.now })
    clock.advance(days: -400)
    _ = try await test.workspace.documents.trash(test.add().id)
    let job = try test.workspace.trash.empty()
    while try !test.workspace.jobs.job(job.id).state.isOver { await Task.yield() }
    #expect(try await test.trash().isEmpty)
  }

  @Test("an event of a moment in which the clock had leapt makes no later start believe it")
  func leaptEvent() async throws {
    let test = try await workspace(days: 30)
    let store = ClockReadingFile(root: test.root)
    let trashed = try await test.workspace.documents.trash(test.add().id)
    let first = await ExpiryGuard.following(store, log: test.log)
    #expect(
      try await TrashMaintenance(test.workspace, log: test.log, expiry: first).pass()
        == TrashMaintenance.Report())
    clock.advance(days: 40)
    _ = try await test.add("late", named: "late")
    let second = await ExpiryGuard.following(store, log: test.log)
    #expect(
      try await TrashMaintenance(test.workspace, log: test.log, expiry: second).pass()
        == TrashMaintenance.Report())
    #expect(try await test.trash().map(\.id) == [trashed.id])
  }

  @Test("nothing goes where the Trash is kept for ever")
  func forever() async throws {
    let test = try await workspace(days: 0)
    let document = try await test.workspace.documents.trash(test.add().id)
    clock.advance(days: 30_000)
    #expect(try await maintenance(test).pass() == TrashMaintenance.Report())
    #expect(test.workspace.trash.expiry(of: document) == nil)
    #expect(try await test.workspace.documents.restore(document.id).trashed == nil)
  }

  @Test("the Trash is emptied on request, as a job")
  func emptying() async throws {
    let test = try await workspace()
    for number in 0..<5 {
      _ = try await test.workspace.documents.trash(test.add("\(number)", named: "\(number)").id)
    }
    let kept = try await test.add("kept")
    let moment = clock.now
    clock.advance(days: 1)
    _ = try await test.workspace.documents.trash(kept.id)
    #expect(try await test.workspace.trash.removeTrashed(until: moment) == 5)
    #expect(try await test.trash().map(\.id) == [kept.id])
    let job = try test.workspace.trash.empty()
    #expect(job.kind == .cleanUp && job.state == .running)
    while try !test.workspace.jobs.job(job.id).state.isOver { await Task.yield() }
    #expect(try test.workspace.jobs.job(job.id).detail == "1 document was removed")
    #expect(names("Trash", test).isEmpty)
  }

  @Test("emptying the Trash that is stopped says so, and leaves the rest in it")
  func stopped() async throws {
    let test = try await workspace()
    for number in 0..<3 {
      _ = try await test.workspace.documents.trash(test.add("\(number)", named: "\(number)").id)
    }
    clock.advance(days: 1)
    let job = try test.workspace.trash.empty()
    _ = try test.workspace.jobs.cancel(job.id)
    while try !test.workspace.jobs.job(job.id).state.isOver { await Task.yield() }
    let ended = try test.workspace.jobs.job(job.id)
    let left = try await test.trash().count
    #expect(left + ended.done == 3)
    // It may have been too late; then it is empty.
    #expect(ended.state == .cancelled ? ended.detail == nil : left == 0)
  }

  @Test("expired documents go in a job that says how much, and none is listed when nothing went")
  func careIsAJob() async throws {
    let test = try await workspace(days: 30)
    _ = try await test.workspace.documents.trash(test.add().id)
    await maintenance(test).passAndReport()
    #expect(test.workspace.jobs.all.isEmpty)
    clock.advance(days: 31)
    await maintenance(test).passAndReport()
    let job = try #require(test.workspace.jobs.all.first)
    #expect(job.kind == .cleanUp && job.state == .finished && job.done == 1)
    #expect(job.detail == "1 document was removed")
  }

  @Test("a document whose file went away by itself has its time, too, and then is another one")
  func away() async throws {
    let test = try await workspace()
    let document = try await test.add("one")
    _ = try await test.add("two", named: "b.txt")
    try test.rename("Documents/a.txt", to: "aside")
    try await test.pass()
    clock.advance(days: 29)
    #expect(try await maintenance(test).pass().documents == 0)
    clock.advance(days: 2)
    #expect(try await maintenance(test).pass().documents == 1)
    try test.rename("aside", to: "Documents/a.txt")
    #expect(try await test.pass().added == 1)
    let found = try await test.workspace.index.document(at: document.location)
    #expect(found != nil && found?.id != document.id)
  }

  @Test("a crash after the row went leaves a file that the next maintenance removes, and no repair lists")
  func crashBeforeFile() async throws {
    let test = try await workspace()
    let document = try await test.add("one")
    let trashed = try await test.workspace.documents.trash(document.id)
    _ = try await test.workspace.trashIndex.remove(
      document.id, trashedAt: try #require(trashed.trashed), at: clock.now)
    let left = try await TestWorkspace(at: try test.copy(), now: { [clock] in clock.now })
    #expect(names("Trash", left) == [document.id.description])
    let report = try await left.verify()
    #expect(report.isClean && report.notes.map(\.kind) == [.leftover])
    try await left.pass()
    #expect(try await left.trash().isEmpty)
    #expect(try await left.names().isEmpty)
    #expect(
      try await maintenance(left).pass() == TrashMaintenance.Report(documents: 0, files: 1, failures: 0))
    #expect(names("Trash", left).isEmpty)
    #expect(try await left.verify().notes.isEmpty)
  }

  @Test("a crash after the file went leaves a note that goes with the next maintenance")
  func crashAfterFile() async throws {
    let test = try await workspace()
    let document = try await test.add("one")
    let trashed = try await test.workspace.documents.trash(document.id)
    _ = try await test.workspace.trashIndex.remove(
      document.id, trashedAt: try #require(trashed.trashed), at: clock.now)
    try test.remove("Library/Trash/\(document.id)")
    #expect(
      try await maintenance(test).pass() == TrashMaintenance.Report(documents: 0, files: 1, failures: 0))
    #expect(try await maintenance(test).pass() == TrashMaintenance.Report())
    #expect(test.forgotten.all == [document.sha256])
  }

  @Test("a file that cannot be removed is tried again, and the document is gone all the same")
  func stubborn() async throws {
    let id = DocumentID()
    let test = try await workspace(documentFiles: { StubbornTrash(store: $0, unremoved: id) })
    _ = try await test.workspace.documents.add(
      try await test.staged("one"), named: FileName("a.txt"), origin: .api, id: id)
    _ = try await test.workspace.documents.trash(id)
    try await test.workspace.trash.remove(id)
    #expect(try await test.trash().isEmpty)
    #expect(try await maintenance(test).pass().failures == 1)
    #expect(names("Trash", test) == [id.description])
    let other = try await TestWorkspace(at: try test.copy())
    #expect(try await maintenance(other).pass().files == 1)
    #expect(names("Trash", other).isEmpty)
  }

  @Test("an index that cannot be written keeps the document, whole")
  func fullDisk() async throws {
    let test = try await workspace()
    let document = try await test.add("one")
    _ = try await test.workspace.documents.trash(document.id)
    test.fault.fail(with: .storageFull)
    await expectRefusal(.storageFull) { try await test.workspace.trash.remove(document.id) }
    test.fault.fail(with: nil)
    #expect(try await test.text(of: test.workspace.documents.restore(document.id)) == "one")
  }

  @Test("a file in the Trash of an index that was lost is never removed")
  func lostIndex() async throws {
    let test = try await workspace()
    let document = try await test.add("one")
    _ = try await test.workspace.documents.trash(document.id)
    let copy = try test.copy()
    for ending in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: "\(copy)/Library/index.sqlite\(ending)")
    }
    let other = try await TestWorkspace(at: copy, now: { [clock] in clock.now })
    clock.advance(days: 100)
    #expect(try await maintenance(other).pass() == TrashMaintenance.Report())
    #expect(names("Trash", other) == [document.id.description])
  }

  @Test("of a way back and a removal at once, one wins, and the document is whole or gone")
  func race() async throws {
    let test = try await workspace()
    for number in 0..<20 {
      let document = try await test.add("\(number)", named: "\(number).txt")
      _ = try await test.workspace.documents.trash(document.id)
      async let restored = try? test.workspace.documents.restore(document.id)
      async let removed: Void? = try? test.workspace.trash.remove(document.id)
      let (back, gone): (Document?, Void?) = await (restored, removed)
      #expect((back == nil) == (gone != nil))
      if let back { #expect(try await test.text(of: back) == "\(number)") }
    }
    #expect(names("Trash", test).isEmpty)
    #expect(try await test.verify().notes.isEmpty)
    #expect(try await test.pass().hasNews == false)
  }
}
