import DocumentModel
import FoundationEssentials
import GRDB
import Glibc
import Testing

@testable import Maintenance
@testable import Storage

@Suite("Copies of the index")
struct IndexCopiesTests {
  let workspace = TemporaryWorkspace(inMemory: true)
  let root: SandboxRoot
  let index: SQLiteIndex
  let copies: IndexCopies

  init() throws {
    root = try workspace.open()
    index = try SQLiteIndex(root: root)
    copies = IndexCopies(of: index, in: root)
  }

  private var names: [String] { workspace.names(in: "Library/Backups") }

  @Test("is made when something happened, and is whole by itself")
  func made() async throws {
    #expect(try await copies.isDue(at: .at(0)))
    let document = try await index.add(Sample("a.txt"))
    #expect(
      try await copies.keep(at: .at(0)) == .kept("index-of-\(SQLiteIndex.stamp(.at(0)))-1.sqlite"))
    #expect(try await copies.keep(at: .at(9)) == .unchanged)
    #expect(names.count == 1 && names.allSatisfy { $0.hasSuffix(".sqlite") })
    let path = SQLiteFile.immutable("\(workspace.path)/Library/Backups/\(names[0])")
    let copy = SQLiteIndex(try SQLiteFile(inspecting: path, subject: "the copy"))
    #expect(try await copy.document(document.id) == document)
    copy.close()
    try await index.add(Sample("b.txt"))
    guard case .kept = try await copies.keep(at: .at(9)) else {
      Issue.record("not copied again")
      return
    }
  }

  @Test("the last three are kept, beside those that migrations made")
  func pruned() async throws {
    mkdir("\(workspace.path)/Library/Backups", 0o700)
    try workspace.write("x", to: "Library/Backups/index-before-marks.sqlite")
    for number in 0..<5 {
      try await index.add(Sample("\(number).txt"))
      _ = try await copies.keep(at: .at(Double(number)))
    }
    let kept = (2..<5).map { "index-of-\(SQLiteIndex.stamp(.at(Double($0))))-\($0 + 1).sqlite" }
    #expect(names == ["index-before-marks.sqlite"] + kept)
  }

  @Test(
    "the entries of the newest one are there again when the index was emptied, or lost those of its log",
    arguments: LostIndex.allCases)
  func behind(lost: LostIndex) async throws {
    let first = try await index.add(Sample("a.txt"))
    try await index.file.takeInLog()
    let older = try Data(contentsOf: URL(filePath: "\(workspace.path)/Library/index.sqlite"))
    let second = try await index.add(Sample("b.txt"))
    _ = try await index.setMetadata(
      of: second.id, to: .sample("tag", favourite: true), movingTo: nil, at: .at(4))
    _ = try await copies.keep(at: .at(0))
    index.close()
    try lost.apply(at: "\(workspace.path)/Library/index.sqlite", older)
    for isAgain in [false, true] {
      let opened = try IndexRecovery(root).open()
      let found = opened.index
      defer { found.close() }
      guard isAgain == (opened.rebuilt == nil) else {
        Issue.record("the loss was not noticed")
        return
      }
      #expect(try await found.documentCount() == 2)
      #expect(try await found.document(first.id) != nil)
      #expect(try await found.document(second.id)?.metadata == .sample("tag", favourite: true))
    }
    #expect(workspace.names(in: "Library").contains { $0.hasPrefix("index.corrupt-") })
  }

  enum LostIndex: CaseIterable, Sendable {
    case emptied, emptiedWithLog, another, older

    func apply(at path: String, _ older: Data) throws {
      let url = URL(filePath: path)
      switch self {
      case .emptied: try Data().write(to: url)
      case .emptiedWithLog:
        try Data("a log".utf8).write(to: URL(filePath: path + "-wal"))
        try Data().write(to: url)
      case .older:
        try older.write(to: url)
        for ending in ["-wal", "-shm"] { unlink(path + ending) }
      case .another:
        try FileManager.default.removeItem(at: url)
        let other = try DatabaseQueue(path: path)
        try other.write { try $0.execute(sql: "CREATE TABLE other (a)") }
        try other.close()
      }
    }
  }

  @Test("one that knows no more than the index is nothing to go back to")
  func ahead() async throws {
    let document = try await index.add(Sample("a.txt"))
    _ = try await copies.keep(at: .at(0))
    index.close()
    for _ in 1...2 {
      let opened = try IndexRecovery(root).open()
      defer { opened.index.close() }
      #expect(opened.rebuilt == nil)
      _ = try await opened.index.setMetadata(
        of: document.id, to: .sample("tag", favourite: true), movingTo: nil, at: .at(4))
    }
  }

  @Test("is due when the newest one is nine minutes old, however large the index is")
  func due() async throws {
    try await index.add(Sample("a.txt"))
    _ = try await copies.keep()
    #expect(truncate("\(workspace.path)/\(SandboxPath.index)", 1 << 30) == 0)
    #expect(try await !copies.isDue(at: Date(timeIntervalSinceNow: IndexCopies.age - 60)))
    #expect(try await copies.isDue(at: Date(timeIntervalSinceNow: IndexCopies.age)))
  }

  @Test("one whose file is of a time that is still to come is neither the newest nor spares the next one")
  func future() async throws {
    for number in 0..<4 {
      try await index.add(Sample("\(number).txt"))
      _ = try await copies.keep(at: .at(Double(number)))
      if number == 0 {
        try FileManager.default.setAttributes(
          [.modificationDate: Date.distantFuture],
          ofItemAtPath: "\(workspace.path)/Library/Backups/\(names[0])")
        #expect(try await copies.isDue(at: Date()))
      }
    }
    #expect(try await copies.keep(at: .at(9)) == .unchanged)
    #expect(try await !copies.isDue(at: Date()))
    #expect(names.map { IndexCopyName($0)?.number } == [2, 3, 4])
  }

  @Test("one of an earlier release, without a number, is older than all numbered ones")
  func unnumbered() async throws {
    mkdir("\(workspace.path)/Library/Backups", 0o700)
    let earlier = "index-of-\(SQLiteIndex.stamp(.at(999))).sqlite"
    try workspace.write("x", to: "Library/Backups/\(earlier)")
    for number in 0..<3 {
      try await index.add(Sample("\(number).txt"))
      _ = try await copies.keep(at: .at(Double(number)))
    }
    #expect(!names.contains(earlier) && names.count == 3)
  }

  @Test(
    "names say what a file is, and which one",
    arguments: [
      ("index-of-2026-11-21T140900Z-7.sqlite", IndexCopyName(.daily, "2026-11-21T140900Z", number: 7)),
      ("index-of-2026-11-21T140900Z.sqlite", IndexCopyName(.daily, "2026-11-21T140900Z", number: 0)),
      ("index-before-one--tags-3.sqlite", IndexCopyName(.before, "one--tags", number: 3)),
      (
        "index.corrupt-x-9223372036854775807.sqlite",
        IndexCopyName(.aside, "x-9223372036854775807", number: 0)
      ),
      ("index.corrupt-x--1.sqlite", IndexCopyName(.aside, "x-", number: 1)),
      ("index.corrupt-x-01.sqlite", IndexCopyName(.aside, "x-01", number: 0)),
      ("index.corrupt-x-1.sqlite-wal", nil), ("copying.sqlite", nil),
    ] as [(String, IndexCopyName?)])
  func name(_ text: String, _ name: IndexCopyName?) {
    #expect(IndexCopyName(text) == name)
    if let name { #expect(name.text == text) }
  }

  @Test("one that was interrupted leaves nothing that is taken for a copy")
  func interrupted() async throws {
    try await index.add(Sample("a.txt"))
    mkdir("\(workspace.path)/Library/Backups", 0o700)
    try workspace.write("half of one", to: "Library/Backups/copying.sqlite")
    try workspace.write("x", to: "Library/Backups/copying.sqlite-journal")
    guard case .kept(let name) = try await copies.keep() else {
      Issue.record("not copied")
      return
    }
    #expect(names == [name])
  }

  @Test("of an index that is damaged none is made, and it is said")
  func damaged() async throws {
    for number in 0..<300 { try await index.add(Sample("\(number).txt")) }
    _ = try await copies.keep(at: .at(0))
    try await index.add(Sample("last.txt"))
    index.close()
    var damage = try DamagedIndex(workspace)
    try damage.ruinLeaf(of: "document")
    try damage.write()
    // Opened as an index too large to be checked at the start is.
    let path = "\(workspace.path)/\(SandboxPath.index)"
    let opened = SQLiteIndex(
      try SQLiteFile(opening: path, subject: "the index", migrator: IndexSchema.migrator))
    let root = try workspace.open(for: .sharing)
    guard case .damaged = try await IndexCopies(of: opened, in: root).keep(at: .at(9)) else {
      Issue.record("a damaged copy was kept")
      return
    }
    #expect(names == ["index-of-\(SQLiteIndex.stamp(.at(0)))-1.sqlite"])
    #expect(try await opened.damage() != nil)
    opened.close()
  }

  @Test("an index that is whole has no damage")
  func whole() async throws {
    for number in 0..<50 { try await index.add(Sample("\(number).txt")) }
    #expect(try await index.damage() == nil)
  }
}
