import DocumentModel
import FoundationEssentials
import GRDB
import Glibc
import LinuxSystem
import Testing

@testable import Storage

@Suite("Repair")
struct StoreRepairTests {
  let filled: FilledWorkspace

  init() throws {
    filled = try FilledWorkspace()
  }

  /// - Parameter errno: with which the kernel refuses to exchange two files.
  @discardableResult
  private func repair(exchangingFailsWith errno: CInt? = nil) async throws -> [RepairAction] {
    var repair = StoreRepair(root: filled.root)
    if let errno {
      repair.exchange = { (_, _, _) throws(SystemError) in throw SystemError(errno: errno, call: "renameat2")
      }
    }
    return try await repair.repair(filled.verify(), in: filled.index)
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

  @Test("a damaged version is replaced where a document has the same content")
  func replaced() async throws {
    let path = SandboxPath.version(.of("one"))
    try await filled.add("a.txt", "one", "two")
    try await filled.add("b.txt", "one")
    try filled.workspace.write("ONE", to: path)
    let actions = try await repair()
    #expect(actions.map(\.kind) == [.replaced] && actions.map(\.place) == [path])
    #expect(filled.workspace.text(of: path) == "one")
    #expect(aside() == [ContentHash.of("one").description: "ONE"])
    try await expectSecondRunIsClean()
  }

  @Test("a damaged version that nobody has is set aside with the reason, and the history stays")
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

  @Test(
    "versions that lie under each other's names are put in their places, and none is lost", arguments: [2, 3])
  func swapped(_ count: Int) async throws {
    let texts = Array(["one", "two", "three"].prefix(count))
    for text in texts { try await filled.add("\(text).txt", text, "now \(text)") }
    for (text, other) in zip(texts, texts.dropFirst() + texts.prefix(1)) {
      try filled.workspace.write(other, to: SandboxPath.version(.of(text)))
    }
    #expect(try await filled.verify().findings.map(\.kind).allSatisfy { $0 == .damagedVersion })
    let actions = try await repair()
    #expect(actions.map(\.kind) == Array(repeating: .replaced, count: count))
    #expect(Set(actions.map(\.place)) == Set(texts.map { SandboxPath.version(.of($0)) }))
    for text in texts { #expect(filled.workspace.text(of: SandboxPath.version(.of(text))) == text) }
    #expect(try await filled.verify().notes.isEmpty && !filled.workspace.exists("Library/Damaged"))
    try await expectSecondRunIsClean()
  }

  @Test(
    "where two files cannot change places, versions stay under each other's names, and the rest is repaired")
  func stuck() async throws {
    for text in ["one", "two"] { try await filled.add("\(text).txt", text, "now \(text)") }
    for (text, other) in [("one", "two"), ("two", "one")] {
      try filled.workspace.write(other, to: SandboxPath.version(.of(text)))
    }
    try await filled.add("a.txt", "three", "now")
    try await filled.add("b.txt", "three")
    try filled.workspace.write("THREE", to: SandboxPath.version(.of("three")))
    let actions = try await repair(exchangingFailsWith: EINVAL)
    #expect(actions.map(\.kind) == [.replaced])
    #expect(actions.map(\.place) == [SandboxPath.version(.of("three"))])
    #expect(filled.workspace.text(of: SandboxPath.version(.of("one"))) == "two")
    #expect(filled.workspace.text(of: SandboxPath.version(.of("three"))) == "three")
    #expect(aside() == [ContentHash.of("three").description: "THREE"])
    #expect(try await filled.verify().findings.map(\.kind) == [.damagedVersion, .damagedVersion])
    #expect(try await repair().map(\.kind) == [.replaced, .replaced])
    try await expectSecondRunIsClean()
  }

  @Test(
    "what ends a repair before good bytes are in their place leaves the damaged ones there",
    arguments: [true, false])
  func interrupted(_ isVersion: Bool) async throws {
    try await filled.add("a.txt", "one", "two")
    try await filled.add("twin.txt", isVersion ? "one" : "two")
    let path = isVersion ? SandboxPath.version(.of("one")) : "Documents/a.txt"
    try filled.workspace.write("ONE", to: path)
    for placed in try await filled.contents.found() {
      guard let document = try await filled.index.document(at: placed.location) else { continue }
      try await filled.index.setFingerprint(placed.fingerprint, of: document.id)
    }
    await expectRefusal(.storageFailed) { try await repair(exchangingFailsWith: EIO) }
    #expect(filled.workspace.text(of: path) == "ONE")
    #expect(try await repair().map(\.kind) == [.replaced])
    #expect(filled.workspace.text(of: path) == (isVersion ? "one" : "two"))
    #expect(aside().values.contains("ONE"))
    try await expectSecondRunIsClean()
  }

  @Test("a version that took another's name goes back to its own, and only the other is noted as lost")
  func misnamed() async throws {
    try await filled.add("a.txt", "one", "now")
    try await filled.add("b.txt", "two", "then")
    let (own, wrong) = (SandboxPath.version(.of("one")), SandboxPath.version(.of("two")))
    try #require(rename("\(filled.path)/\(own)", "\(filled.path)/\(wrong)") == 0)
    #expect(try await repair().map(\.kind) == [.replaced, .noted])
    #expect(filled.workspace.text(of: own) == "one" && !filled.workspace.exists(wrong))
    let notes = try await filled.verify().notes
    #expect(notes.map(\.kind) == [.lostVersion] && notes.map(\.place) == [wrong])
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

  @Test("version files of nobody stay where they are and are named; what can be no version is set aside")
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

  @Test("a version file of nobody that is damaged is set aside all the same")
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
    let empty = try SQLiteMetadataStore(root: filled.root)
    let report = try await filled.verify()
    _ = try await StoreRepair(root: filled.root).repair(report, in: empty)
    empty.close()
    try settleLog(of: index)
    rename("\(filled.path)/elsewhere.sqlite", index)
    let again = try SQLiteMetadataStore(root: filled.root)
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

  @Test(
    "a document that the disk damaged gets its bytes back from a version or a twin",
    arguments: [true, false], [EINVAL, nil])
  func document(_ isTrashed: Bool, _ errno: CInt?) async throws {
    var document = try await filled.add("F/a.txt", "one")
    try await filled.add("twin.txt", "one")
    var path = "Documents/F/a.txt"
    if isTrashed {
      document = try await filled.trash(document)
      path = "\(SandboxPath.trash(document.id))/a.txt"
    }
    if isTrashed { try filled.workspace.write("ONE", to: path) } else { try await damage(document) }
    #expect(try await filled.verify().findings.map(\.kind) == [.damagedFile])
    #expect(try await repair(exchangingFailsWith: errno).map(\.kind) == [.replaced])
    #expect(filled.workspace.text(of: path) == "one")
    #expect(aside() == ["a.txt": "ONE"])
    try await expectSecondRunIsClean()
  }

  /// Gives the file of a document other bytes, of which the index is told how they look: so a failing disk leaves it.
  private func damage(_ document: Document) async throws {
    try filled.workspace.write("ONE", to: "Documents/\(document.location.relativePath)")
    let placed = try #require(try await filled.contents.found().first { $0.location == document.location })
    try await filled.index.setFingerprint(placed.fingerprint, of: document.id)
  }

  @Test("a damaged document gets the bytes that were held of it")
  func held() async throws {
    let document = try await filled.add("a.txt", "one")
    try await damage(document)
    #expect(try await repair().map(\.kind) == [.replaced])
    #expect(filled.workspace.text(of: "Documents/a.txt") == "one")
    try await expectSecondRunIsClean()
  }

  @Test("a damaged document without a twin is left as it is, and still reported")
  func hopeless() async throws {
    let document = try await filled.add("a.txt", "one")
    try await damage(document)
    try filled.letGoOfHeld()
    #expect(try await repair() == [])
    #expect(filled.workspace.text(of: "Documents/a.txt") == "ONE")
    #expect(try await filled.verify().findings.map(\.kind) == [.damagedFile])
  }

  @Test("a wrong size is corrected, and the sum of all contents with it")
  func size() async throws {
    try await filled.add("a.txt", "one")
    try await filled.index.file.write {
      try $0.execute(
        sql: "UPDATE document SET size = 4; UPDATE version SET size = 4; UPDATE usage SET bytes = 4")
    }
    #expect(try await repair().map(\.kind) == [.corrected])
    #expect(try await filled.index.storedBytes() == 3)
    try await expectSecondRunIsClean()
  }

  @Test("a damaged index is put aside however it is damaged", arguments: Damage.allCases)
  func index(_ damage: Damage) async throws {
    for number in 0..<200 { try await filled.index.add(["\(number).txt"]) }
    filled.index.close()
    let path = "\(filled.path)/Library/index.sqlite"
    try settleLog(of: path)
    try damage.inflict(on: path)
    #expect(try await StoreRepair(root: filled.root).settleIndex().map(\.kind) == [.rebuilt])
    #expect(filled.workspace.names(in: "Library").contains { $0.hasPrefix("index.corrupt-") })
    // What could be read is in its place already; of one of which nothing could be, the next start makes an empty one.
    let isThere = filled.workspace.exists("Library/index.sqlite")
    #expect(try SQLiteMetadataStore(root: filled.root).state == (isThere ? .kept : .created))
    #expect(try await StoreRepair(root: filled.root).settleIndex() == [])
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
