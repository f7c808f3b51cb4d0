import DocumentModel
import FoundationEssentials
import GRDB
import Glibc
import LinuxSystem
import Testing

@testable import Maintenance
@testable import Storage

@Suite("Repair")
struct StoreRepairTests {
  let filled: FilledWorkspace

  init() throws {
    filled = try FilledWorkspace()
  }

  @discardableResult
  private func repair() async throws -> [RepairAction] {
    try await StoreRepair(root: filled.root).repair(filled.verify(), in: filled.index)
  }

  /// The files that were set aside, by their names.
  private func aside() -> [String: String] {
    var found: [String: String] = [:]
    for place in filled.workspace.names(in: "Library/Damaged") {
      for name in filled.workspace.names(in: "Library/Damaged/\(place)/file") {
        found[name] = filled.workspace.text(of: "Library/Damaged/\(place)/file/\(name)")
      }
    }
    return found
  }

  private func expectSecondRunIsClean() async throws {
    #expect(try await filled.verify().isClean)
    #expect(try await repair() == [])
  }

  @Test("a workspace that is whole is left alone")
  func whole() async throws {
    try await filled.add("a.txt", "one", "two")
    #expect(try await repair() == [])
    #expect(!filled.workspace.exists("Library/Damaged"))
  }

  @Test("a damaged version whose content a document has is set aside, and can be had of that")
  func twinOfDocument() async throws {
    let path = SandboxPath.version(.of("one"))
    try await filled.add("a.txt", "one", "two")
    try await filled.add("b.txt", "one")
    try filled.workspace.write("ONE", to: path)
    #expect(try await repair().map(\.kind) == [.setAside])
    #expect(aside() == [ContentHash.of("one").description: "ONE"] && !filled.workspace.exists(path))
    #expect(try await !filled.index.isLost(.of("one")))
    try await expectSecondRunIsClean()
  }

  @Test("a damaged version that no document has is set aside with the reason, and the history stays")
  func setAside() async throws {
    let document = try await filled.add("a.txt", "one", "two")
    try filled.workspace.write("ONE", to: SandboxPath.version(.of("one")))
    #expect(try await repair().map(\.kind) == [.setAside])
    #expect(aside() == [ContentHash.of("one").description: "ONE"])
    let place = try #require(filled.workspace.names(in: "Library/Damaged").first)
    let reason = filled.workspace.text(of: "Library/Damaged/\(place)/reason.txt")
    #expect(reason?.contains("not those of the version") == true)
    #expect(filled.workspace.text(of: "Documents/a.txt") == "two")
    #expect(try await filled.index.versions(of: document.id).map(\.number) == [2, 1])
    #expect(try await filled.verify().notes.map(\.kind) == [.lostVersion])
    try await expectSecondRunIsClean()
  }

  @Test("a damaged version with the bytes of one that is whole is set aside")
  func twin() async throws {
    try await filled.add("a.txt", "one", "now")
    try await filled.add("b.txt", "two", "then")
    try filled.workspace.write("one", to: SandboxPath.version(.of("two")))
    #expect(try await repair().map(\.kind) == [.setAside])
    #expect(aside() == [ContentHash.of("two").description: "one"])
    #expect(filled.workspace.text(of: SandboxPath.version(.of("one"))) == "one")
    try await expectSecondRunIsClean()
  }

  @Test("a version whose file is gone is noted as lost")
  func lost() async throws {
    try await filled.add("a.txt", "one", "two")
    unlink("\(filled.path)/\(SandboxPath.version(.of("one")))")
    #expect(try await !filled.verify().isClean)
    #expect(try await repair().map(\.kind) == [.noted])
    try await expectSecondRunIsClean()
  }

  @Test("version files of no document stay and are named; files that can be no version are set aside")
  func orphaned() async throws {
    try await filled.contents.put("one", at: "a.txt")
    try await filled.contents.put("two", at: "a.txt", replacing: "one")
    mkdir("\(filled.path)/Library/Versions/ab", 0o700)
    try filled.workspace.write("x", to: "Library/Versions/ab/nonsense")
    #expect(try await repair().map(\.kind) == [.setAside])
    #expect(aside() == ["nonsense": "x"])
    #expect(filled.workspace.text(of: SandboxPath.version(.of("one"))) == "one")
    let notes = try await filled.verify().notes.filter { $0.kind == .unusedVersion }
    #expect(notes.map(\.place) == [SandboxPath.version(.of("one"))])
    try await expectSecondRunIsClean()
  }

  @Test("a damaged version file of no document is set aside all the same")
  func orphanedAndDamaged() async throws {
    try await filled.contents.put("one", at: "a.txt")
    try await filled.contents.put("two", at: "a.txt", replacing: "one")
    try filled.workspace.write("ONE", to: SandboxPath.version(.of("one")))
    #expect(try await repair().map(\.kind) == [.setAside])
    #expect(aside() == [ContentHash.of("one").description: "ONE"])
    try await expectSecondRunIsClean()
  }

  @Test("a history outlives its index: the version files stay until the index is there again")
  func lostIndex() async throws {
    let document = try await filled.add("a.txt", "one", "two")
    let index = "\(filled.path)/Library/index.sqlite"
    filled.index.close()
    try settleLog(of: index)
    rename(index, "\(filled.path)/elsewhere.sqlite")
    let empty = try SQLiteIndex(root: filled.root)
    let report = try await filled.verify()
    _ = try await StoreRepair(root: filled.root).repair(report, in: empty)
    empty.close()
    try settleLog(of: index)
    rename("\(filled.path)/elsewhere.sqlite", index)
    let again = try SQLiteIndex(root: filled.root)
    #expect(try await again.document(document.id) == document)
    #expect(try await filled.verify().isClean)
    again.close()
  }

  @Test("a sum of all contents that is wrong is found, and counted anew")
  func usage() async throws {
    try await filled.add("a.txt", "one", "two")
    try await filled.index.file.write { try $0.execute(sql: "UPDATE usage SET bytes = 5") }
    #expect(try await filled.verify().findings.map(\.kind) == [.wrongUsage])
    #expect(try await repair().map(\.kind) == [.corrected])
    #expect(try await filled.index.storedBytes() == 6)
    try await expectSecondRunIsClean()
  }

  @Test(
    "events that cannot be read are found, and not told any more; the others are",
    arguments: ["document = '{'", "kind = 'nonsense'", "document = x'00'", "date = 'soon'"])
  func events(_ change: String) async throws {
    for name in ["a.txt", "b.txt", "c.txt"] { try await filled.add(name, name) }
    try await filled.index.file.write {
      try $0.execute(sql: "UPDATE event SET \(change) WHERE sequence = 2")
    }
    let findings = try await filled.verify().findings
    #expect(findings.map(\.kind) == [.unreadableEvent] && findings[0].place == "Library/index.sqlite#2")
    #expect(try await repair().map(\.kind) == [.corrected])
    #expect(try await filled.index.events(after: 0, limit: 9).map(\.sequence) == [1, 3])
    try await expectSecondRunIsClean()
  }

  /// Gives the file of a document other bytes, of which the index is told how they look: so a failing disk leaves it.
  private func damage(_ document: Document) async throws {
    try filled.workspace.write("ONE", to: "Documents/\(document.location.relativePath)")
    let placed = try #require(try await filled.contents.found().first { $0.location == document.location })
    try await filled.index.setFingerprint(placed.fingerprint, of: document.id)
  }

  @Test("a damaged document is left as it is, and still reported")
  func document() async throws {
    try await damage(try await filled.add("a.txt", "one"))
    #expect(try await repair() == [])
    #expect(filled.workspace.text(of: "Documents/a.txt") == "ONE")
    #expect(try await filled.verify().findings.map(\.kind) == [.damagedFile])
  }

  @Test("a file in the Trash that a new index knows nothing of is a note")
  func orphanedTrash() async throws {
    let document = try await filled.trash(filled.add("a.txt", "one"))
    try await filled.index.file.write { try $0.execute(sql: "DELETE FROM document") }
    let report = try await filled.verify()
    #expect(report.isClean && report.notes.map(\.kind) == [.orphanedTrash])
    #expect(report.notes.map(\.place) == ["\(SandboxPath.trash(document.id))/a.txt"])
  }
}
