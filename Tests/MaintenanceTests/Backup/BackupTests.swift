import DocumentModel
import FoundationEssentials
import GRDB
import Glibc
import LinuxSystem
import Synchronization
import Testing

@testable import Maintenance
@testable import Storage

@Suite("Backup and restore")
struct BackupTests {
  let filled: FilledWorkspace
  let backups = TemporaryWorkspace()
  let target = TemporaryWorkspace()

  init() throws {
    filled = try FilledWorkspace()
  }

  private func backup(
    keeping count: Int? = nil, pastUnreadable paths: Set<String> = [],
    onStep: @escaping @Sendable (Backup.Step) async throws -> Void = { _ in }
  ) async throws -> BackupReport {
    var backup = Backup(of: try filled.workspace.open(for: .inspecting), to: backups.path)
    backup.onStep = onStep
    backup.onRead = { path in
      if paths.contains(path) { throw SystemError(errno: EIO, call: "test") }
    }
    return try await backup.run(keeping: count)
  }

  private func restore(_ snapshot: String? = nil) async throws -> RestoreReport {
    try await Restore(from: backups.path, to: target.path).run(snapshot)
  }

  private func restored() throws -> (SQLiteIndex, FileContentStore) {
    let root = try target.open()
    return (try SQLiteIndex(root: root), FileContentStore(root: root))
  }

  private func expectClean(_ note: Comment? = nil) async throws {
    let report = try await StoreVerifier(root: target.open(for: .inspecting)).verify()
    #expect(report.isClean && report.notes.isEmpty, note)
  }

  private func object(_ text: String) -> String { BackupFolder.object(.of(text)) }

  @Test("of a workspace whose index is gone is refused, and lets go of no earlier one")
  func withoutIndex() async throws {
    _ = try await filled.add("a.txt", "one", "two")
    _ = try await backup()
    filled.index.close()
    try FileManager.default.removeItem(atPath: "\(filled.path)/\(SandboxPath.index)")
    let refused = await #expect(throws: DocumentError.self) { try await backup(keeping: 1) }
    #expect(refused?.detail.contains("is gone") == true)
    #expect(backups.names(in: "snapshots").count == 1)
  }

  @Test("ids, names, folders, versions, Trash and times come back, and the result is clean")
  func whole() async throws {
    let first = try await filled.add("a.txt", "one", "two", "three")
    let second = try await filled.add("F/G/ünï.txt", "four")
    let gone = try await filled.trash(filled.add("gone.txt", "five"))
    for folder in ["Empty", "Empty/Inner", "F/Empty"] { mkdir("\(filled.path)/Documents/\(folder)", 0o755) }
    try SQLiteAccountStore(root: filled.root).close()
    try filled.workspace.write("{\"types\":[]}", to: "Library/types.json")
    let made = try await backup()
    #expect(made.isComplete && made.notes.isEmpty)
    #expect(made.counts.documents == 2 && made.counts.trashed == 1 && made.counts.contents == 5)
    #expect(made.copied == 5)

    let report = try await restore()
    #expect(report.isComplete && report.snapshot == made.snapshot)
    #expect(report.documents == 2 && report.trashed == 1 && report.versions == 2)
    let (index, contents) = try restored()
    for document in [first, second, gone] { #expect(try await index.document(document.id) == document) }
    #expect(try await contents.text(at: "a.txt") == "three")
    #expect(try await contents.text(at: "F/G/ünï.txt") == "four")
    #expect(try await contents.openTrashed(gone.id).text() == "five")
    #expect(try await contents.openVersion(.of("one")).text() == "one")
    #expect(try await index.versions(of: first.id) == filled.index.versions(of: first.id))
    let (log, old) = (try await index.eventLogState(), try await filled.index.eventLogState())
    #expect(log.last == old.last && log.epoch != old.epoch && log.unmarked == 0)
    #expect(target.exists("Documents/Empty/Inner") && target.exists("Documents/F/Empty"))
    #expect(target.exists("Library/accounts.sqlite"))
    #expect(target.text(of: "Library/types.json") == "{\"types\":[]}")
    #expect(!target.exists("Library/restoring") && target.names(in: "tmp").isEmpty)
    let file = try Directory(opening: filled.path).status("Documents/a.txt")
    #expect(try Directory(opening: target.path).status("Documents/a.txt").modified == file.modified)
    try await expectClean()
  }

  @Test("a second backup copies only what is new, and every snapshot can be had again")
  func incremental() async throws {
    let document = try await filled.add("a.txt", "one")
    let first = try await backup()
    try await filled.save("two", over: "one", document)
    let second = try await backup()
    #expect(first.copied == 1 && second.copied == 1 && second.copiedBytes == 3)
    #expect(try await restore(first.snapshot).isComplete)
    let (index, contents) = try restored()
    #expect(try await contents.text(at: "a.txt") == "one")
    #expect(try await index.document(document.id)?.version == 1)
  }

  @Test("changes by the server meanwhile change nothing: the snapshot is of one moment", arguments: 0..<3)
  func changing(_ moment: Int) async throws {
    let changed = try await filled.add("changed.txt", "one")
    let moved = try await filled.add("moved.txt", "two")
    let thrown = try await filled.add("thrown.txt", "three")
    let back = try await filled.trash(filled.add("back.txt", "four"))
    let before = try await filled.index.all(DocumentQuery(order: .name))
    let step = Backup.Step.allCases[moment]
    let filled = filled
    let report = try await backup { now in
      guard now == step else { return }
      try await filled.save("other", over: "one", changed)
      try await filled.move(moved, to: "F/elsewhere.txt")
      try await filled.trash(thrown)
      try await filled.contents.restore(back.id, to: .at("back.txt"))
      _ = try await filled.index.restore(back.id, to: .at("back.txt"), at: .at(9))
      try await filled.add("new.txt", "new")
    }
    #expect(report.isComplete)
    #expect(try await restore().isComplete)
    let (index, contents) = try restored()
    #expect(try await index.all(DocumentQuery(order: .name)) == before)
    #expect(try await contents.text(at: "changed.txt") == "one")
    #expect(try await contents.text(at: "moved.txt") == "two")
    #expect(try await contents.text(at: "thrown.txt") == "three")
    #expect(try await contents.openTrashed(back.id).text() == "four")
    // A folder is not in the index: one that was made meanwhile may come along.
    #expect(target.names(in: "Documents").filter { $0 != "F" } == ["changed.txt", "moved.txt", "thrown.txt"])
    #expect(target.names(in: "Documents/F") == [])
    try await expectClean()
  }

  @Test("a draft from before it began is in it, whatever becomes of it meanwhile")
  func drafts() async throws {
    let drafts = DraftFolder(root: filled.root)
    let (saved, changed) = (try await filled.add("a.txt", "one"), try await filled.add("b.txt", "two"))
    var handed: [Draft] = []
    for (document, text) in [(saved, "my one"), (changed, "my two")] {
      handed.append(draft(of: document, text, SessionID()))
      try await drafts.keep(try await filled.contents.staged(Array(text.utf8)), as: handed[handed.count - 1])
    }
    let (gone, next) = (handed[0], draft(of: changed, "more", handed[1].session))
    let new = draft(of: saved, "another", SessionID())
    let contents = filled.contents
    let report = try await backup { step in
      guard step == .indexCopied else { return }
      // One is saved, of one more is handed over, and one is new.
      try await drafts.remove(gone.session)
      try await drafts.keep(try await contents.staged(Array("more".utf8)), as: next)
      try await drafts.keep(try await contents.staged(Array("another".utf8)), as: new)
    }
    #expect(report.isComplete)
    #expect(try await restore().isComplete)
    let restored = try await DraftFolder(root: target.open()).drafts()
    #expect(Set(restored.map(\.session)) == Set((handed + [new]).map(\.session)))
    #expect(Set(restored.map(\.content.sha256)) == [.of("my one"), .of("my two"), .of("another")])
    for draft in restored {
      #expect(target.exists("\(SandboxPath.drafts)/\(draft.session)/\(draft.content.sha256)"))
    }
  }

  private func draft(of document: Document, _ text: String, _ session: SessionID) -> Draft {
    let base = SavedContent(sha256: document.sha256, version: 1)
    return Draft(
      session: session, document: document.id, location: document.location,
      content: HandedContent(sequence: 1, sha256: .of(text), size: Int64(text.utf8.count), base: base),
      loaded: document.sha256, date: .at(9))
  }

  @Test("contents that are let go of meanwhile are no damage: the index is copied again")
  func letGo() async throws {
    let document = try await filled.add("a.txt", "one", "two")
    let filled = filled
    let rounds = Counter()
    let report = try await backup { step in
      guard step == .indexCopied else { return }
      rounds.add()
      guard rounds.count == 1 else { return }
      unlink("\(filled.path)/\(SandboxPath.version(.of("one")))")
      try await filled.index.file.write { try $0.execute(sql: "DELETE FROM version WHERE number = 1") }
    }
    #expect(report.isComplete && rounds.count == 2)
    #expect(try await restore().isComplete)
    #expect(try await restored().0.versions(of: document.id).map(\.number) == [2])
  }

  @Test("files that the index does not have, or has otherwise, are kept as they are")
  func unindexed() async throws {
    let known = try await filled.add("known.txt", "one")
    let lost = try await filled.add("lost.txt", "other bytes")
    try filled.workspace.write("stranger", to: "Documents/stranger.txt")
    try filled.workspace.write("theirs", to: "Documents/known.txt")
    unlink("\(filled.path)/Documents/lost.txt")
    try filled.letGoOfHeld()
    let report = try await backup()
    #expect(report.counts.unindexed == 2)
    #expect(report.findings.map(\.kind) == [.missingFile] && report.findings[0].place == "Documents/lost.txt")
    #expect(report.notes.map(\.kind) == [.overwrittenVersion])
    _ = try await restore()
    #expect(target.text(of: "Documents/known.txt") == "theirs")
    #expect(target.text(of: "Documents/stranger.txt") == "stranger")
    let (index, _) = try restored()
    #expect(try await index.document(known.id) == known)
    #expect(try await index.document(lost.id) == lost)
  }

  @Test(
    "an edit on the disk that the server notices meanwhile is in it, or what was there before is",
    arguments: [Backup.Step.indexCopied, .treeWalked], [true, false])
  func noticed(_ moment: Backup.Step, _ isKept: Bool) async throws {
    let document = try await filled.add("a.txt", "one")
    try filled.workspace.write("theirs", to: "Documents/a.txt")
    try filled.letGoOfHeld()
    let (filled, rounds) = (filled, Counter())
    let report = try await backup { step in
      guard step == moment else { return }
      rounds.add()
      guard rounds.count == 1 else { return }
      try await filled.overwrite(document, with: "theirs", keeping: isKept ? "one" : nil)
    }
    #expect(report.isComplete)
    #expect(try await restore().isComplete)
    let text = target.text(of: "Documents/a.txt")
    #expect(text == (isKept ? "one" : "theirs"))
    #expect(rounds.count == 1)
  }

  @Test("a content that was replaced on the disk and kept has to be in it")
  func rescued() async throws {
    try await filled.overwrite(filled.add("a.txt", "one"), with: "theirs", keeping: "one")
    let report = try await backup()
    #expect(report.isComplete && report.counts.contents == 2)
    unlink("\(backups.path)/\(object("one"))")
    unlink("\(filled.path)/\(SandboxPath.version(.of("one")))")
    try filled.letGoOfHeld()
    #expect(try await backup().findings.map(\.kind) == [.missingVersion])
  }

  @Test(
    "a held content stands in for a file that another program wrote over or removed, and for a version that was not kept"
  )
  func held() async throws {
    let known = try await filled.add("known.txt", "one")
    try await filled.add("lost.txt", "other bytes")
    try filled.workspace.write("theirs", to: "Documents/known.txt")
    unlink("\(filled.path)/Documents/lost.txt")
    let report = try await backup()
    #expect(report.isComplete && report.notes.isEmpty && report.counts.contents == 2)
    try await filled.overwrite(known, with: "theirs", keeping: nil)
    #expect(try await backup().notes.isEmpty)
    #expect(try await restore().isComplete)
    #expect(target.text(of: "Documents/known.txt") == "theirs")
    #expect(target.text(of: SandboxPath.version(.of("one"))) == "one")
  }

  @Test("a document that was moved on the disk is not doubled")
  func movedOnDisk() async throws {
    try await filled.add("a.txt", "one")
    rename("\(filled.path)/Documents/a.txt", "\(filled.path)/Documents/b.txt")
    #expect(try await backup().isComplete)
    #expect(try await restore().isComplete)
    #expect(target.names(in: "Documents") == ["b.txt"])
  }

  @Test("a workspace that lost its index is kept as it is, and so is what else lies in its Library")
  func noIndex() async throws {
    let bare = TemporaryWorkspace()
    for folder in ["Documents", "Documents/F", "Library", "Library/State"] {
      mkdir("\(bare.path)/\(folder)", 0o755)
    }
    try bare.write("one", to: "Documents/F/a.txt")
    try bare.write("saved", to: "Library/State/view.json")
    let report = try await Backup(of: bare.open(for: .inspecting), to: backups.path).run()
    #expect(report.isComplete && report.counts.documents == 0 && report.counts.unindexed == 1)
    #expect(try await restore().isComplete)
    #expect(target.text(of: "Documents/F/a.txt") == "one")
    #expect(target.text(of: "Library/State/view.json") == "saved")
  }

  @Test("a damaged version is reported, and everything else kept")
  func damagedSource() async throws {
    try await filled.add("a.txt", "one", "two")
    try filled.workspace.write("ONE", to: SandboxPath.version(.of("one")))
    let report = try await backup()
    #expect(!report.isComplete && report.findings.map(\.kind) == [.damagedFile])
    #expect(report.findings.map(\.place) == [SandboxPath.version(.of("one"))])
    #expect(report.counts.contents == 1 && !backups.exists(object("one")))
    _ = try await restore()
    #expect(target.text(of: "Documents/a.txt") == "two")
  }

  @Test("a file that the disk does not give is reported, and everything else kept")
  func unreadable() async throws {
    let version = SandboxPath.version(.of("one"))
    try await filled.add("a.txt", "one", "two")
    try await filled.add("bad.txt", "bad")
    try await filled.add("held.txt", "held twice")
    try await filled.add("twin.txt", "held twice")
    let draft = draft(of: try await filled.add("b.txt", "b"), "news", SessionID())
    try await DraftFolder(root: filled.root).keep(
      try await filled.contents.staged(Array("news".utf8)), as: draft)
    try filled.workspace.write("{}", to: "Library/types.json")
    try filled.letGoOfHeld()
    let paths = [
      "Documents/bad.txt", "Documents/held.txt", version, SandboxPath.content(of: draft),
      "Library/types.json",
    ]
    let report = try await backup(pastUnreadable: Set(paths))
    #expect(report.findings.allSatisfy { $0.kind == .unreadable } && !report.isComplete)
    #expect(Set(report.findings.map(\.place)) == Set(paths).subtracting(["Documents/held.txt"]))
    #expect(report.counts.contents == 3)
    _ = try await restore()
    #expect(target.names(in: "Documents") == ["a.txt", "b.txt", "held.txt", "twin.txt"])
    #expect(try await backup().isComplete)
  }

  @Test("one that is interrupted leaves the earlier ones, and the next one goes on", arguments: [0, 1, 2, 3])
  func interrupted(_ moment: Int) async throws {
    let document = try await filled.add("a.txt", "one")
    let first = try await backup()
    try await filled.save("two", over: "one", document)
    let step = Backup.Step.allCases[moment]
    await expectRefusal(.storageFailed) {
      _ = try await backup { now in
        if now == step { throw SystemError(errno: EIO, call: "test") }
      }
    }
    #expect(backups.names(in: "snapshots") == [first.snapshot])
    #expect(try await restore().isComplete)
    #expect(target.text(of: "Documents/a.txt") == "one")
    let third = try await backup()
    #expect(third.isComplete && third.copied == (moment >= 2 ? 0 : 1))
    #expect(backups.names(in: "incoming") == [])
    #expect(SnapshotName(third.snapshot)?.number == 2)
  }

  @Test("two at once in one folder are kept apart")
  func locked() async throws {
    try await filled.add("a.txt", "one")
    let (workspace, path) = (filled.workspace, backups.path)
    _ = try await backup { step in
      guard step == .treeWalked else { return }
      await expectRefusal(.busy) {
        _ = try await Backup(of: workspace.open(for: .inspecting), to: path).run()
      }
      await expectRefusal(.busy) { _ = try await Restore(from: path, to: "/nowhere/at/all").run() }
    }
    #expect(try await backup().isComplete)
  }

  @Test("old snapshots and what only they had are let go of")
  func pruned() async throws {
    var document = try await filled.add("a.txt", "one")
    try await filled.add("b.txt", "both")
    for text in ["two", "three", "four"] {
      _ = try await backup()
      // As retention does: the earlier content goes with its version.
      document = try await filled.save(
        text, over: String(try #require(filled.workspace.text(of: "Documents/a.txt"))), document)
      try await filled.index.file.write {
        try $0.execute(sql: "DELETE FROM version WHERE number < (SELECT max(number) FROM version)")
      }
    }
    let report = try await backup(keeping: 2)
    #expect(report.prunedSnapshots == 2 && report.prunedContents == 2)
    #expect(backups.names(in: "snapshots").count == 2)
    #expect(!backups.exists(object("one")) && !backups.exists(object("two")))
    #expect(
      backups.exists(object("three")) && backups.exists(object("four")) && backups.exists(object("both")))
    #expect(try await restore(backups.names(in: "snapshots").first).isComplete)
    #expect(target.text(of: "Documents/a.txt") == "three")
  }

  @Test(
    "an incomplete snapshot takes none of the complete ones with it; one that cannot be read keeps all contents"
  )
  func noPruning() async throws {
    try await filled.add("a.txt", "one", "two")
    let first = try await backup()
    try FileManager.default.removeItem(atPath: "\(backups.path)/objects")
    try filled.workspace.write("ONE", to: SandboxPath.version(.of("one")))
    let second = try await backup(keeping: 1)
    #expect(!second.isComplete && second.prunedSnapshots == 0)
    try filled.workspace.write("one", to: SandboxPath.version(.of("one")))
    try backups.write("no manifest", to: "snapshots/\(second.snapshot)/manifest.json")
    let third = try await backup(keeping: 2)
    #expect(third.isComplete && third.prunedSnapshots == 1 && third.prunedContents == 0)
    #expect(third.notes.map(\.kind) == [.damagedSnapshot])
    #expect(third.notes.map(\.place) == ["snapshots/\(second.snapshot)"])
    #expect(backups.names(in: "snapshots") == [second.snapshot, third.snapshot].sorted())
    #expect(backups.exists(object("one")) && backups.exists(object("two")))
    let fourth = try await backup(keeping: 1)
    #expect(fourth.prunedSnapshots == 2 && fourth.notes.isEmpty && first.isComplete)
  }

  @Test(
    "a folder that was killed while it was laid out is gone on with, and no foreign folder is taken for one")
  func layingOut() async throws {
    try await filled.add("a.txt", "one")
    mkdir("\(backups.path)/incoming", 0o700)
    try backups.write("mine", to: "incoming/letter.txt")
    await expectRefusal(.invalidParameter) { _ = try await backup() }
    #expect(backups.text(of: "incoming/letter.txt") == "mine")
    unlink("\(backups.path)/incoming/letter.txt")
    try backups.write("", to: "lock")
    try backups.write("{", to: "incoming/\(DocumentID())")
    #expect(try await backup().isComplete)
  }

  @Test("the top of a fresh file system is taken for an empty folder; one with a name that is no text is not")
  func fresh() async throws {
    try await filled.add("a.txt", "one")
    mkdir("\(backups.path)/lost+found", 0o700)
    #expect(try await backup().isComplete)
    #expect(try await backup().isComplete)
    let other = TemporaryWorkspace()
    let name = (Array("\(other.path)/".utf8) + [0xFF, 0]).map { CChar(bitPattern: $0) }
    #expect(mkdir(name, 0o700) == 0)
    await expectRefusal(.invalidParameter) {
      _ = try await Backup(of: filled.workspace.open(for: .inspecting), to: other.path).run()
    }
  }

  @Test(
    "a snapshot that the user renamed stays, with all that it needs",
    arguments: [
      "before the move", "2026-11-23T000000Z-9223372036854775807", "2026-11-23T000000Z-007", "\u{FF}",
    ])
  func renamed(_ name: String) async throws {
    let document = try await filled.add("a.txt", "one")
    let first = try await backup()
    #expect(rename("\(backups.path)/snapshots/\(first.snapshot)", "\(backups.path)/snapshots/\(name)") == 0)
    for folder in ["notes", ".sync"] { mkdir("\(backups.path)/snapshots/\(folder)", 0o700) }
    try backups.write("mine", to: "snapshots/notes/letter.txt")
    try await filled.save("two", over: "one", document)
    try await filled.index.file.write { try $0.execute(sql: "DELETE FROM version WHERE number = 1") }
    for _ in 1...2 { _ = try await backup(keeping: 1) }
    #expect(backups.exists("snapshots/\(name)/manifest.json") && backups.exists(object("one")))
    let last = try await backup(keeping: 1)
    #expect(last.isComplete && last.prunedSnapshots == 1 && last.prunedContents == 0 && last.notes.isEmpty)
    // One that cannot be read keeps everything.
    try backups.write("{", to: "snapshots/\(name)/manifest.json")
    let again = try await backup(keeping: 1)
    #expect(again.notes.map(\.place) == ["snapshots/\(name)"] && backups.exists(object("one")))
    try FileManager.default.removeItem(atPath: "\(backups.path)/snapshots/\(name)")
    #expect(try await backup(keeping: 1).prunedContents == 1)
  }

  @Test("a folder that holds something else, or lies in the workspace, is refused and left alone")
  func foreign() async throws {
    try await filled.add("a.txt", "one")
    try backups.write("mine", to: "letter.txt")
    await expectRefusal(.invalidParameter) { _ = try await backup() }
    #expect(backups.names(in: "") == ["letter.txt"])
    for inside in ["Backup", "Documents/Backup", "Library"] {
      await expectRefusal(.invalidParameter) {
        _ = try await Backup(of: filled.workspace.open(for: .inspecting), to: "\(filled.path)/\(inside)")
          .run()
      }
    }
  }
}
