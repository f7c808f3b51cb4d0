import DocumentModel
import Foundation
import GRDB
import Glibc
import LinuxSystem
import Testing

@testable import Maintenance
@testable import Storage

@Suite("Restoring from a damaged or hostile backup")
struct RestoreTests {
  let filled: FilledWorkspace
  let backups = TemporaryWorkspace()
  let target = TemporaryWorkspace()

  init() throws {
    filled = try FilledWorkspace()
  }

  private func backup() async throws -> String {
    try await Backup(of: filled.workspace.open(for: .inspecting), to: backups.path).run().snapshot
  }

  private func restore(_ snapshot: String? = nil) async throws -> RestoreReport {
    try await Restore(from: backups.path, to: target.path).run(snapshot)
  }

  /// Changes the manifest of the one snapshot as a person with a text editor would.
  private func meddle(_ snapshot: String, _ body: (inout [String: Any]) -> Void) throws {
    let url = URL(filePath: "\(backups.path)/snapshots/\(snapshot)/manifest.json")
    let read = try JSONSerialization.jsonObject(with: Data(contentsOf: url))
    var manifest = try #require(read as? [String: Any])
    body(&manifest)
    try JSONSerialization.data(withJSONObject: manifest).write(to: url)
  }

  private func all(in path: String) -> [String] {
    (FileManager.default.enumerator(atPath: path)?.allObjects as? [String] ?? []).sorted()
  }

  @Test("damaged and missing contents are named, and everything else comes back")
  func damaged() async throws {
    try await filled.add("a.txt", "one", "two")
    let bad = try await filled.add("F/bad.txt", "bad")
    try await filled.add("gone.txt", "gone")
    _ = try await backup()
    try backups.write("BAD", to: BackupFolder.object(.of("bad")))
    try backups.write("ONE", to: BackupFolder.object(.of("one")))
    unlink("\(backups.path)/\(BackupFolder.object(.of("gone")))")
    let report = try await restore()
    #expect(!report.isComplete && report.findingCount == 3)
    #expect(
      Set(report.findings.map(\.place))
        == ["Documents/F/bad.txt", "Documents/gone.txt", SandboxPath.version(.of("one"))])
    #expect(Set(report.findings.map(\.kind)) == [.damagedFile, .missingFile])
    #expect(target.text(of: "Documents/a.txt") == "two" && !target.exists("Documents/F/bad.txt"))
    #expect(target.names(in: "tmp") == [])
    #expect(try await SQLiteIndex(root: target.open()).document(bad.id) == bad)
  }

  @Test("a content that the backup's disk does not give is named, and everything else comes back")
  func unreadable() async throws {
    try await filled.add("a.txt", "one", "two")
    try await filled.add("bad.txt", "bad")
    _ = try await backup()
    let lost = Set([ContentHash.of("bad"), .of("one")].map(BackupFolder.object))
    var restore = Restore(from: backups.path, to: target.path)
    restore.onRead = { path in
      if lost.contains(path) { throw SystemError(errno: EIO, call: "test") }
    }
    let report = try await restore.run()
    #expect(report.findings.map(\.kind) == [.unreadable, .unreadable])
    #expect(report.findings.map(\.place) == ["Documents/bad.txt", SandboxPath.version(.of("one"))])
    #expect(target.names(in: "Documents") == ["a.txt"] && target.names(in: "tmp") == [])
  }

  @Test("of a document whose bytes another one kept from their place no look is noted")
  func colliding() async throws {
    let first = try await filled.add("\u{E9}.txt", "one")
    let second = try await filled.add("b.txt", "two")
    // Two names to the index, and one in the tree.
    try await filled.index.file.write {
      try $0.execute(
        sql: "UPDATE document SET name = 'e\u{301}.txt', fingerprint = '1:2:3:4:5' WHERE name = 'b.txt'")
    }
    _ = try await backup()
    #expect(try await restore().findings.map(\.kind) == [.missingFile])
    let index = try SQLiteIndex(root: target.open())
    let looks = try #require(try await index.entry(first.id)).fingerprint
    #expect(looks != .unknown && target.text(of: "Documents/\u{E9}.txt") == "one")
    #expect(try await index.entry(second.id)?.fingerprint == .of("1:2:3:4:5"))
  }

  @Test(
    "that a server found its index damaged is not restored: the copy in the snapshot was looked at for itself"
  )
  func damageMark() async throws {
    try await filled.add("a.txt", "one")
    let snapshot = try await backup()
    // As earlier releases made them.
    try meddle(snapshot) { manifest in
      manifest["library"] = [
        ["path": SandboxPath.indexDamage, "size": 3, "sha256": ContentHash.of("one").description]
      ]
    }
    #expect(try await restore().isComplete)
    #expect(!target.exists(SandboxPath.indexDamage))
    #expect(try IndexRecovery(target.open()).open().rebuilt == nil)
  }

  @Test("only an empty directory is written to")
  func notEmpty() async throws {
    try await filled.add("a.txt", "one")
    _ = try await backup()
    try target.write("mine", to: "letter.txt")
    await expectRefusal(.invalidParameter) { _ = try await restore() }
    #expect(target.names(in: "") == ["letter.txt"])
    await expectRefusal(.invalidParameter) {
      _ = try await Restore(from: backups.path, to: filled.path).run()
    }
  }

  @Test("snapshots that are not there, and what is no backup, are refused and write nothing")
  func absent() async throws {
    await expectRefusal(.invalidParameter) { _ = try await restore() }
    try await filled.add("a.txt", "one")
    let snapshot = try await backup()
    for name in ["../\(snapshot)", "2026-1", "", "..", "/etc", "\(snapshot)/"] {
      await expectRefusal(.notFound) { _ = try await restore(name) }
    }
    try backups.write("no database", to: "snapshots/\(snapshot)/index.sqlite")
    await expectRefusal(.damaged) { _ = try await restore() }
    #expect(target.names(in: "") == [])
  }

  @Test("one that was interrupted is not served, and not taken for a workspace")
  func interrupted() async throws {
    try await filled.add("a.txt", "one")
    _ = try await backup()
    _ = try await restore()
    try target.write("", to: "Library/restoring")
    await expectRefusal(.storageFailed) { _ = try target.open() }
    unlink("\(target.path)/Library/restoring")
    _ = try target.open()
  }

  @Test("paths that lead out of the new workspace write nothing there")
  func leaving() async throws {
    try await filled.add("a.txt", "one")
    let snapshot = try await backup()
    let hash = ContentHash.of("one").description
    let outside = TemporaryWorkspace()
    let neighbour = outside.path.split(separator: "/").last ?? ""
    let beside = "\(neighbour)-beside"
    let paths = [
      "../\(neighbour)/x", "\(outside.path)/x", "Documents/../../\(beside)",
      "Documents//x", "Documents/./x", "Documents/\u{202E}x", "Library/../x", "Library/../../\(beside)",
      "Library/lock", "Library/index.sqlite", "Library/index.sqlite-wal", "Library/Versions/ab/x",
      "Documents/a/../../../\(beside)", "", "Library", "Documents", "/", "Library/restoring",
    ]
    try meddle(snapshot) { manifest in
      let files = paths.map { ["path": $0, "size": 3, "sha256": hash] as [String: Any] }
      manifest["unindexed"] = files
      manifest["library"] = files
      manifest["folders"] = ["../\(beside)", "/tmp/\(beside)", "a/../../\(beside)", "F"]
    }
    let report = try await restore()
    #expect(!report.isComplete)
    #expect(all(in: outside.path) == [])
    let made = all(in: target.path).filter { !$0.hasPrefix("Library/index.sqlite") }
    #expect(
      made == [
        "Caches", "Documents", "Documents/F", "Documents/a.txt", "Library", "Library/Trash",
        "Library/Versions",
        "Library/lock", "tmp",
      ])
    #expect(!FileManager.default.fileExists(atPath: "\(target.path)/../\(beside)"))
  }

  @Test("links in the backup are not followed, neither to contents nor to snapshots")
  func links() async throws {
    try await filled.add("a.txt", "one")
    try await filled.add("b.txt", "two")
    let snapshot = try await backup()
    let secret = TemporaryWorkspace()
    try secret.write("one", to: "secret")
    let object = "\(backups.path)/\(BackupFolder.object(.of("one")))"
    unlink(object)
    try #require(symlink("\(secret.path)/secret", object) == 0)
    let report = try await restore()
    #expect(report.findings.map(\.place) == ["Documents/a.txt"])
    #expect(!target.exists("Documents/a.txt") && target.text(of: "Documents/b.txt") == "two")
    rename("\(backups.path)/snapshots/\(snapshot)", "\(secret.path)/snapshot")
    try #require(symlink("\(secret.path)/snapshot", "\(backups.path)/snapshots/\(snapshot)") == 0)
    await expectRefusal(.notFound) {
      _ = try await Restore(from: backups.path, to: "\(secret.path)/new").run()
    }
  }

  @Test("names in the index are checked like a client's; entries that are none are passed over")
  func hostileIndex() async throws {
    try await filled.add("good.txt", "one")
    for (number, folder) in ["..", "../..", "/tmp", "a/../.."].enumerated() {
      let document = try await filled.add("bad\(number).txt", "bad\(number)")
      try await filled.index.file.write {
        try $0.execute(
          sql: "UPDATE document SET folder = ? WHERE id = ?", arguments: [folder, document.id.description])
      }
    }
    try await filled.index.file.write {
      try $0.execute(sql: "PRAGMA ignore_check_constraints = 1")
      try $0.execute(sql: "UPDATE document SET size = 'much' WHERE name = 'bad3.txt'")
    }
    // The workspace cannot be backed up like this, so the copy is made by hand, as an attacker would.
    let fresh = try FilledWorkspace()
    try await fresh.add("good.txt", "one")
    let snapshot = try await Backup(of: fresh.workspace.open(for: .inspecting), to: backups.path).run()
      .snapshot
    let path = "\(backups.path)/snapshots/\(snapshot)/index.sqlite"
    unlink(path)
    try await filled.index.file.copy(to: path)
    let bytes = Array(try Data(contentsOf: URL(filePath: path)))
    try meddle(snapshot) { manifest in
      manifest["files"] = [
        ["path": "index.sqlite", "size": bytes.count, "sha256": ContentHash.of(bytes).description]
      ]
    }
    let report = try await restore()
    #expect(report.documents == 1 && report.findings.map(\.kind) == [.damagedDatabase])
    #expect(target.names(in: "Documents") == ["good.txt"])
  }
}
