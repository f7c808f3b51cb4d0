import DocumentModel
import FoundationEssentials
import GRDB
import Glibc
import Synchronization
import Testing

@testable import Maintenance
@testable import Storage

@Suite("Verification")
struct StoreVerifierTests {
  typealias Kind = VerificationReport.Kind

  let workspace: TemporaryWorkspace
  let contents: FileContentStore
  let index: SQLiteIndex

  init() throws {
    workspace = TemporaryWorkspace()
    let root = try workspace.open()
    contents = FileContentStore(root: root)
    index = try SQLiteIndex(root: root)
  }

  @discardableResult
  private func add(_ path: String, _ texts: String...) async throws -> Document {
    let placed = try await contents.put(texts[0], at: path)
    var sample = try Sample(path, content: texts[0])
    sample.fingerprint = placed.fingerprint
    var document = try await index.add(sample)
    for (old, new) in zip(texts, texts.dropFirst()) {
      let placed = try await contents.put(new, at: path, replacing: old)
      document = try await index.setContent(
        of: document.id, to: .sample(document.version + 1, new), fingerprint: placed.fingerprint,
        expecting: .of(old)
      ).document
    }
    return document
  }

  private func verify() async throws -> VerificationReport {
    try await StoreVerifier(root: workspace.open(for: .inspecting)).verify()
  }

  @Test("a good store is clean, and everything in it was read")
  func clean() async throws {
    try await add("a.txt", "one", "two", "three")
    try await add("F/b.txt", "one")
    let gone = try await add("c.txt", "thrown away")
    try await contents.trash(gone.id, at: gone.location)
    _ = try await index.trash(gone.id, at: .at(5))
    let report = try await verify()
    #expect(report.isClean && report.findings.isEmpty && report.notes.isEmpty)
    #expect(report.documents == 3 && report.versions == 2)
    #expect(report.bytes == 5 + 3 + 11 + 3 + 3)
  }

  @Test("a directory that holds no workspace is told apart from a workspace without an index")
  func empty() async throws {
    let empty = TemporaryWorkspace()
    await expectRefusal(.notFound) {
      _ = try await StoreVerifier(root: empty.open(for: .inspecting)).verify()
    }
    try #require(mkdir("\(empty.path)/Documents", 0o755) == 0)
    let report = try await StoreVerifier(root: empty.open(for: .inspecting)).verify()
    #expect(report.findings.map(\.kind) == [.damagedDatabase])
  }

  @Test("a document without a file is found")
  func missing() async throws {
    try await add("F/a.txt", "one")
    unlink("\(workspace.path)/Documents/F/a.txt")
    let report = try await verify()
    #expect(
      report.findings == [
        .init(.missingFile, "Documents/F/a.txt", "the index has a document here, and there is no file")
      ])
    #expect(!report.isClean)
  }

  @Test("a moved file, and an unknown one, are notes")
  func moved() async throws {
    try await add("a.txt", "one")
    rename("\(workspace.path)/Documents/a.txt", "\(workspace.path)/Documents/b.txt")
    try workspace.write("x", to: "Documents/c.txt")
    let report = try await verify()
    #expect(report.isClean)
    #expect(Set(report.notes.map(\.kind)) == [.movedFile, .unindexedFile])
  }

  @Test("a file that was written to is a note, bytes that the disk changed are damage")
  func changed() async throws {
    let document = try await add("a.txt", "one")
    try workspace.write("two", to: "Documents/a.txt")
    var report = try await verify()
    #expect(report.isClean && report.notes.map(\.kind) == [.changedFile])
    let placed = try #require(try await contents.found().first)
    try await index.setFingerprint(placed.fingerprint, of: document.id)
    report = try await verify()
    #expect(report.findings.map(\.kind) == [.damagedFile])
  }

  @Test("a size that the index has wrong is found")
  func size() async throws {
    try await add("a.txt", "one")
    try await index.file.write { try $0.execute(sql: "UPDATE document SET size = 4") }
    #expect(try await verify().findings.map(\.kind) == [.wrongSize])
  }

  @Test("a version that is damaged or gone is found")
  func versions() async throws {
    try await add("a.txt", "one", "two", "three")
    try workspace.write("ONE", to: SandboxPath.version(.of("one")))
    unlink("\(workspace.path)/\(SandboxPath.version(.of("two")))")
    let report = try await verify()
    #expect(Set(report.findings.map(\.kind)) == [.damagedVersion, .missingVersion])
    #expect(report.findingCount == 2)
  }

  @Test("a version that is the current content of some document need not be kept twice")
  func shared() async throws {
    try await add("a.txt", "one", "two")
    try await add("b.txt", "one")
    unlink("\(workspace.path)/\(SandboxPath.version(.of("one")))")
    #expect(try await verify().isClean)
  }

  @Test("a version that was let go of is a note until its file is removed, and nothing afterwards")
  func released() async throws {
    let document = try await add("a.txt", "one", "two", "three")
    let rule = VersionRetention(count: 1, days: 1)
    #expect(try await index.expireVersions(rule, at: .at(1_000_000), limit: 9) == 2)
    var report = try await verify()
    #expect(report.isClean && report.notes.map(\.kind) == [.unusedVersion, .unusedVersion])
    #expect(report.notes.allSatisfy { $0.detail.contains("the server removes it") })
    _ = try await index.releaseContents(limit: 9) { [contents] in try contents.removeVersion($0) }
    report = try await verify()
    #expect(report.isClean && report.notes.isEmpty && report.versions == 0)
    #expect(try await contents.text(at: "a.txt") == "three")
    #expect(try await index.versions(of: document.id).map(\.number) == [3])
  }

  @Test("a version that was overwritten on the disk is a note")
  func overwritten() async throws {
    let document = try await add("a.txt", "one")
    try workspace.write("theirs", to: "Documents/a.txt")
    let placed = try #require(try await contents.found().first)
    _ = try await index.setContent(
      of: document.id, to: .sample(2, "theirs", origin: .disk), fingerprint: placed.fingerprint,
      expecting: .of("one"))
    // Held, it can still be given.
    #expect(try await verify().notes.isEmpty)
    try workspace.write("ONE", to: SandboxPath.held(.of("one")))
    let report = try await verify()
    #expect(report.isClean && report.notes.map(\.kind) == [.overwrittenVersion])
  }

  @Test("one that was kept all the same has to be there")
  func rescued() async throws {
    let filled = try FilledWorkspace()
    try await filled.overwrite(filled.add("a.txt", "one"), with: "theirs", keeping: "one")
    let report = try await filled.verify()
    #expect(report.isClean && report.notes.isEmpty)
    unlink("\(filled.path)/\(SandboxPath.version(.of("one")))")
    try filled.letGoOfHeld()
    #expect(try await filled.verify().findings.map(\.kind) == [.missingVersion])
  }

  @Test("losses and damage in the Trash are found")
  func trash() async throws {
    for name in ["a", "b"] {
      let document = try await add(name, name)
      try await contents.trash(document.id, at: document.location)
      _ = try await index.trash(document.id, at: .at(5))
      let path = "\(SandboxPath.trash(document.id))/\(name)"
      if name == "a" { try workspace.write("x", to: path) } else { unlink("\(workspace.path)/\(path)") }
    }
    let report = try await verify()
    #expect(report.findings.map(\.kind) == [.damagedFile])
    #expect(report.notes.map(\.kind) == [.emptyTrash])
  }

  @Test("leftovers, unused versions and names that cannot be listed are notes")
  func notes() async throws {
    try workspace.write("x", to: "tmp/stage-x")
    try workspace.write("x", to: "Documents/ leading space")
    try await contents.put("one", at: "a.txt")
    try await contents.put("two", at: "a.txt", replacing: "one")
    let report = try await verify()
    #expect(report.isClean)
    #expect(Set(report.notes.map(\.kind)) == [.leftover, .passedOver, .unindexedFile, .unusedVersion])
    #expect(report.noteCount == 4)
  }

  @Test("damaged databases are found, each by its name", arguments: ["index", "accounts"])
  func databases(_ name: String) async throws {
    try SQLiteAccountStore(root: contents.root).close()
    try await add("a.txt", "one")
    index.close()
    try Damage.noDatabase.inflict(on: "\(workspace.path)/Library/\(name).sqlite")
    let report = try await verify()
    #expect(report.findings.map(\.place) == ["Library/\(name).sqlite"])
    #expect(report.findings.map(\.kind) == [.damagedDatabase])
  }

  @Test("nothing is changed, and no finding holds the workspace's path")
  func readOnly() async throws {
    try await add("a.txt", "one", "two")
    try workspace.write("x", to: "tmp/stage-x")
    unlink("\(workspace.path)/Documents/a.txt")
    let report = try await verify()
    #expect(workspace.exists("tmp/stage-x"))
    for finding in report.findings + report.notes {
      #expect(!"\(finding)".contains(workspace.path))
    }
  }

  @Test("it tells how far it has got, and can be given up")
  func progress() async throws {
    for number in 0..<5 { try await add("\(number)", "\(number)") }
    let root = try workspace.open(for: .inspecting)
    let seen = Mutex<[Int]>([])
    _ = try await StoreVerifier(root: root).verify { report in seen.withLock { $0.append(report.documents) } }
    #expect(seen.withLock(\.self) == [1, 2, 3, 4, 5])
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      _ = try await StoreVerifier(root: root).verify()
    }
    task.cancel()
    await expectRefusal(.busy) { try await task.value }
  }
}
