import DocumentModel
import FoundationEssentials
import GRDB
import Glibc
import LinuxSystem
import Testing

@testable import Maintenance
@testable import Storage

@Suite("An index that is made anew of its copy")
struct IndexRecoveryTests {
  private let workspace = TemporaryWorkspace(inMemory: true)
  private var path: String { "\(workspace.path)/\(SandboxPath.index)" }

  private func recover(_ workspace: TemporaryWorkspace? = nil) throws -> IndexRecovery.Opened {
    try IndexRecovery((workspace ?? self.workspace).open()).open()
  }

  private func keepCopy(of index: SQLiteIndex) async throws {
    let copies = IndexCopies(of: index, in: try workspace.open(for: .sharing))
    guard case .kept = try await copies.keep() else { throw DocumentError(.storageFailed, "no copy") }
  }

  /// Documents, each with two versions, some with tags, and the last ones in the Trash; what the index has of them.
  private func fill(_ count: Int = 20, keepingCopy: Bool = true) async throws -> [Document] {
    let index = try recover().index
    var documents: [Document] = []
    for number in 0..<count {
      let first = try await index.add(Sample("F\(number % 3)/\(number).txt", content: "\(number)"))
      _ = try await index.setContent(
        of: first.id, to: .sample(2, "\(number) again"),
        fingerprint: Fingerprint(device: 1, inode: UInt64(number), size: 9, modified: 7, changed: 7),
        expecting: first.sha256
      )
      if number % 10 == 0 {
        _ = try await index.setMetadata(
          of: first.id, to: .sample("tag", favourite: true), movingTo: nil, at: .at(4))
      }
      if number >= count - 5 { _ = try await index.trash(first.id, at: .at(5)) }
      documents.append(try #require(try await index.document(first.id)))
    }
    if keepingCopy { try await keepCopy(of: index) }
    index.close()
    return documents
  }

  private func expectRebuilt(_ opened: IndexRecovery.Opened, _ documents: [Document]) async throws {
    let index = opened.index
    #expect(opened.rebuilt?.contains("Library/Backups/index-of-") == true)
    #expect(try await index.integrity() == ["ok"])
    for document in documents {
      #expect(try await index.document(document.id) == document)
      #expect(try await index.versions(of: document.id).map(\.number) == [2, 1])
    }
    let sums = try #require(try await index.usageSums())
    #expect(sums.kept == sums.counted)
    #expect(workspace.names(in: "tmp") == [] && !workspace.exists(SandboxPath.indexDamage))
    index.close()
    let again = try recover()
    #expect(again.rebuilt == nil && !again.index.isNew)
    again.index.close()
  }

  @Test("however it is damaged it lies beside, and the copy takes its place", arguments: Damage.allCases)
  func damaged(_ damage: Damage) async throws {
    let documents = try await fill(200)
    try settleLog(of: path)
    try damage.inflict(on: path)
    let opened = try recover()
    #expect(workspace.names(in: "Library").contains { $0.hasPrefix("index.corrupt-20") })
    #expect(opened.rebuilt?.contains("lies beside as index.corrupt-20") == true)
    try await expectRebuilt(opened, documents)
  }

  @Test("without a copy it is empty, and says so", arguments: Damage.allCases)
  func noCopy(_ damage: Damage) async throws {
    _ = try await fill(200, keepingCopy: false)
    try settleLog(of: path)
    try damage.inflict(on: path)
    let opened = try recover()
    #expect(opened.rebuilt?.contains("no copy can be read") == true)
    #expect(try await opened.index.documentCount() == 0)
    try await opened.index.add(Sample("a.txt"))
  }

  @Test("a copy that is damaged, or is none, is passed over for an earlier one")
  func damagedCopy() async throws {
    let documents = try await fill(200)
    for (number, damage) in [Damage.scribbled, .noDatabase].enumerated() {
      let index = try recover().index
      try await index.add(Sample("later \(number).txt"))
      try await keepCopy(of: index)
      index.close()
      let newest = try #require(workspace.names(in: "Library/Backups").last)
      try damage.inflict(on: "\(workspace.path)/Library/Backups/\(newest)")
    }
    unlink(path)
    try await expectRebuilt(try recover(), documents)
  }

  @Test("one that is lost comes back; a log that was left of it is not read into the new one")
  func lost() async throws {
    let documents = try await fill()
    unlink(path)
    try workspace.write("a log of nobody", to: "Library/index.sqlite-wal")
    try await expectRebuilt(try recover(), documents)
  }

  @Test("one that is lost where contents were kept is not taken for one that never was")
  func lostWithContents() async throws {
    let first = try recover()
    #expect(first.rebuilt == nil && first.index.isNew)
    first.index.close()
    // Opened once: a thread of the store may let go of the lock a moment after the content was placed.
    let root = try workspace.open()
    try await FileContentStore(root: root).put("one", at: "a.txt")
    unlink(path)
    let opened = try IndexRecovery(root).open()
    #expect(opened.rebuilt != nil && opened.index.isNew)
  }

  @Test("of several copies the latest by its number is taken, whatever times the files have")
  func times() async throws {
    _ = try await fill()
    let early = try #require(workspace.names(in: "Library/Backups").first)
    let index = try recover().index
    let late = try await index.add(Sample("late.txt"))
    try await keepCopy(of: index)
    index.close()
    try FileManager.default.setAttributes(
      [.modificationDate: Date.distantFuture], ofItemAtPath: "\(workspace.path)/Library/Backups/\(early)")
    unlink(path)
    #expect(try await recover().index.document(late.id) == late)
  }

  @Test("work that was under way when the copy was made is over, and no content waiting for removal goes")
  func notes() async throws {
    let documents = try await fill()
    let index = try recover().index
    let (gone, trashed) = (ContentHash.of("gone"), documents[19])
    try await index.noteLost(gone, at: .at(1))
    _ = try await index.remove(trashed.id, trashedAt: .at(5), at: .at(6))
    let running = Batch(id: BatchID(), created: .at(1), author: nil, undoes: nil, operations: [], steps: [])
    var done = Batch(id: BatchID(), created: .at(1), author: nil, undoes: nil, operations: [], steps: [])
    done.state = .done
    for batch in [running, done] { try await index.save(batch) }
    #expect(try await index.isReleased(trashed.sha256))
    let log = try await index.eventLogState()
    try await keepCopy(of: index)
    index.close()
    unlink(path)
    let new = try recover().index
    #expect(try await new.isLost(gone))
    #expect(try await new.isRemoved(trashed.id))
    #expect(try await new.runningBatches().isEmpty)
    #expect(try await new.batches(limit: 9).count == 1)
    #expect(try await !new.isReleased(trashed.sha256))
    // Its numbers are given out again: clients that heard of them begin anew.
    #expect(try await new.eventLogState().epoch != log.epoch)
  }

  @Test("triggers, views and tables that another program put into the copy are not in it")
  func foreign() async throws {
    let documents = try await fill()
    let copy = try #require(workspace.names(in: "Library/Backups").first)
    let queue = try DatabaseQueue(path: "\(workspace.path)/Library/Backups/\(copy)")
    try await queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE spied (what TEXT);
          CREATE VIEW spying AS SELECT * FROM document;
          CREATE TRIGGER spy AFTER INSERT ON document BEGIN DELETE FROM version; END;
          DROP TRIGGER versionReleased;
          """)
    }
    try queue.close()
    unlink(path)
    let opened = try recover()
    let names = try opened.index.file.readNow {
      try Set(String.fetchAll($0, sql: "SELECT name FROM sqlite_master"))
    }
    #expect(names.isDisjoint(with: ["spied", "spying", "spy"]) && names.contains("versionReleased"))
    try await expectRebuilt(opened, documents)
  }

  @Test("damage that was found while the index was used has the next start make it anew, once")
  func marked() async throws {
    let documents = try await fill()
    let mark = IndexDamageMark(in: try workspace.open(for: .sharing))
    for _ in 1...2 { try await mark.place() }
    try await expectRebuilt(try recover(), documents)
  }

  @Test(
    "one that was taken away while it was used has all that its last copy has, whatever lies in its place")
  func away() async throws {
    let first = try recover().index
    let kept = try await first.add(Sample("kept.txt"))
    first.close()
    try FileManager.default.copyItem(atPath: path, toPath: path + ".older")
    let root = try workspace.open(for: .sharing)
    let index = try SQLiteIndex(root: root)
    let late = try await index.add(Sample("late.txt"))
    // The log stays, and would be read into the older one.
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: path + ".older", toPath: path)
    guard case .kept = try await IndexCopies(of: index, in: root).keep() else {
      Issue.record("what only the process knew was not copied")
      return
    }
    try await IndexDamageMark(in: root).place()
    let next = try recover(try workspace.copy()).index
    for document in [kept, late] {
      #expect(try await next.document(document.id)?.location == document.location)
    }
    index.close()
  }

  @Test(
    "a start that ended while it put a damaged index aside is gone on with",
    arguments: IndexRecovery.Step.allCases)
  func interrupted(_ step: IndexRecovery.Step) async throws {
    let documents = try await fill()
    try await IndexDamageMark(in: workspace.open(for: .sharing)).place()
    let recovery = IndexRecovery(try workspace.open(for: .sharing))
    await expectRefusal(.storageFailed) {
      _ = try recovery.setAside { now in
        if now == step { throw SystemError(errno: EIO, call: "test") }
      }
    }
    try await expectRebuilt(try recover(), documents)
  }

  @Test("a repair reads all of it, and has nothing to do afterwards")
  func settled() async throws {
    _ = try await fill(200)
    var damage = try DamagedIndex(workspace)
    try damage.ruinRoot(of: "documentContent")
    try damage.write()
    let recovery = IndexRecovery(try workspace.open())
    #expect(try await recovery.settle()?.contains("Library/Backups/index-of-") == true)
    #expect(try await recovery.settle() == nil)
  }

  @Test("a damaged index is left alone by a reader")
  func inspected() async throws {
    _ = try await fill()
    try Damage.noDatabase.inflict(on: path)
    await expectRefusal(.storageFailed) {
      _ = try SQLiteIndex(root: workspace.open(for: .inspecting)).isNew
    }
    #expect(!workspace.names(in: "Library").contains { $0.contains("corrupt") })
  }
}
