import DocumentModel
import FoundationEssentials
import GRDB
import Glibc
import LinuxSystem
import Testing

@testable import Maintenance
@testable import Storage

@Suite("SB-9 Documents that are excluded from backups")
struct BackupExclusionTests {
  let filled: FilledWorkspace
  let backups = TemporaryWorkspace()
  let target = TemporaryWorkspace()

  init() throws {
    filled = try FilledWorkspace()
  }

  private func backup(
    onStep: @escaping @Sendable (Backup.Step) async throws -> Void = { _ in }
  ) async throws -> BackupReport {
    var backup = Backup(of: try filled.workspace.open(for: .inspecting), to: backups.path)
    backup.onStep = onStep
    return try await backup.run()
  }

  private func restore() async throws -> RestoreReport {
    try await Restore(from: backups.path, to: target.path).run()
  }

  /// The same document, marked as one that backups leave out.
  @discardableResult
  private func exclude(_ document: Document, tags: String...) async throws -> Document {
    let metadata = try DocumentMetadata(
      tags: tags.map { try Tag($0) }, favourite: true, note: "", handler: nil, excludedFromBackup: true)
    return try await filled.index.setMetadata(of: document.id, to: metadata, movingTo: nil, at: .at(8))
      .document
  }

  private func isKept(_ text: String) -> Bool { backups.exists(BackupFolder.object(.of(text))) }

  /// That the restored workspace is whole, and the backup, too.
  private func expectClean() async throws {
    let report = try await StoreVerifier(root: target.open(for: .inspecting)).verify()
    #expect(report.isClean && report.notes.isEmpty)
    #expect(try await BackupVerifier(backups.path).verify().isClean)
  }

  @Test("of two documents the marked one is not in the backup, nor any of its versions, and all else is")
  func one() async throws {
    let kept = try await filled.add("kept.txt", "one", "two")
    let left = try await exclude(filled.add("F/left.txt", "three", "four", "five"), tags: "Work")
    let report = try await backup()
    #expect(report.isComplete && report.excluded == 1 && report.notes.isEmpty)
    #expect(report.counts.documents == 1 && report.counts.contents == 2 && report.counts.unindexed == 0)
    #expect(isKept("one") && isKept("two"))
    for text in ["three", "four", "five"] { #expect(!isKept(text), "\(text)") }

    let restored = try await restore()
    #expect(restored.isComplete && restored.documents == 1 && restored.excluded == 1)
    let index = try SQLiteIndex(root: target.open())
    #expect(try await index.document(kept.id) == kept)
    #expect(try await index.document(left.id) == nil)
    #expect(try await index.tags().isEmpty && target.text(of: "Documents/F/left.txt") == nil)
    try await expectClean()
    #expect(filled.workspace.text(of: "Documents/F/left.txt") == "five", "the workspace is as it was")
    #expect(try await filled.index.document(left.id) == left)
  }

  @Test("a content that another document has, too, is kept for that one")
  func shared() async throws {
    try await exclude(filled.add("left.txt", "same", "own"))
    try await filled.add("kept.txt", "same")
    let report = try await backup()
    #expect(report.isComplete && isKept("same") && !isKept("own"))
    #expect(try await restore().isComplete)
    #expect(target.names(in: "Documents") == ["kept.txt"])
    try await expectClean()
  }

  @Test("in the Trash it is left out, too")
  func trashed() async throws {
    try await filled.trash(exclude(filled.add("left.txt", "one"), tags: "a"))
    let report = try await backup()
    #expect(report.isComplete && report.excluded == 1 && report.counts.trashed == 0 && !isKept("one"))
    #expect(try await restore().isComplete)
    try await expectClean()
  }

  @Test(
    "its file is not taken for one that the index does not have, wherever it lies and however it was found")
  func files() async throws {
    let placed = try await filled.contents.put("found", at: "found.txt")
    var sample = try Sample("found.txt", content: "found")
    sample.fingerprint = placed.fingerprint
    sample.version = .sample(1, "found", origin: .disk)
    try await exclude(filled.index.add(sample))
    try await exclude(filled.add("edited.txt", "before"))
    try filled.workspace.write("edited past the server", to: "Documents/edited.txt")
    try await exclude(filled.add("away.txt", "away"))
    rename("\(filled.path)/Documents/away.txt", "\(filled.path)/Documents/elsewhere.txt")
    try filled.workspace.write("stranger", to: "Documents/stranger.txt")
    let report = try await backup()
    #expect(report.isComplete && report.excluded == 3 && report.counts.unindexed == 1)
    for text in ["found", "before", "edited past the server", "away"] { #expect(!isKept(text), "\(text)") }
    #expect(isKept("stranger"))
    #expect(try await restore().isComplete)
    #expect(target.names(in: "Documents") == ["stranger.txt"])
  }

  @Test("a foreign file with its content is kept, as long as it is at its own place")
  func twin() async throws {
    try await exclude(filled.add("left.txt", "same"))
    try filled.workspace.write("same", to: "Documents/twin.txt")
    let report = try await backup()
    #expect(report.counts.unindexed == 1 && isKept("same"))
    #expect(try await restore().isComplete)
    #expect(target.names(in: "Documents") == ["twin.txt"])
  }

  @Test("its draft is left out, and drafts of other documents are not")
  func drafts() async throws {
    let drafts = DraftFolder(root: filled.root)
    let kept = try await filled.add("kept.txt", "one")
    let left = try await exclude(filled.add("left.txt", "two"))
    for (document, text) in [(kept, "my one"), (left, "my two")] {
      let base = SavedContent(sha256: document.sha256, version: 1)
      let draft = Draft(
        session: SessionID(), document: document.id, location: document.location,
        content: HandedContent(sequence: 1, sha256: .of(text), size: Int64(text.utf8.count), base: base),
        loaded: document.sha256, date: .at(9))
      try await drafts.keep(try await filled.contents.staged(Array(text.utf8)), as: draft)
    }
    #expect(try await backup().isComplete)
    #expect(isKept("my one") && !isKept("my two"))
    #expect(try await restore().isComplete)
    #expect(try await DraftFolder(root: target.open()).drafts().map(\.document) == [kept.id])
  }

  @Test("a document that is excluded while the backup is made is in it: a snapshot is of one moment")
  func meanwhile() async throws {
    let document = try await filled.add("a.txt", "one")
    let index = filled.index
    let report = try await backup { step in
      guard step == .indexCopied else { return }
      let metadata = try DocumentMetadata(
        tags: [], favourite: false, note: "", handler: nil, excludedFromBackup: true)
      _ = try await index.setMetadata(of: document.id, to: metadata, movingTo: nil, at: .at(8))
    }
    #expect(report.isComplete && report.excluded == 0 && isKept("one"))
    #expect(try await backup().excluded == 1)
    #expect(try await restore().documents == 0)
    try await expectClean()
  }

  @Test("contents that are let go of meanwhile still make it begin again, once")
  func letGo() async throws {
    try await exclude(filled.add("left.txt", "left", "left again"))
    try await filled.add("a.txt", "one", "two")
    let filled = filled
    let rounds = Counter()
    let report = try await backup { step in
      guard step == .indexCopied else { return }
      rounds.add()
      guard rounds.count == 1 else { return }
      unlink("\(filled.path)/\(SandboxPath.version(.of("one")))")
      try await filled.index.file.write {
        try $0.execute(
          sql: """
            DELETE FROM version WHERE number = 1
              AND document = (SELECT key FROM document WHERE name = 'a.txt')
            """)
      }
    }
    #expect(report.isComplete && rounds.count == 2 && report.excluded == 1)
  }

  @Test("damage is not hidden, and does not count as a change: it is tried once and named")
  func damage() async throws {
    try await exclude(filled.add("left.txt", "left", "left again"))
    try await filled.add("a.txt", "one", "two")
    unlink("\(filled.path)/\(SandboxPath.version(.of("one")))")
    let rounds = Counter()
    let report = try await backup { step in
      if step == .indexCopied { rounds.add() }
    }
    #expect(report.findings.map(\.kind) == [.missingVersion] && rounds.count == 1)
  }
}
