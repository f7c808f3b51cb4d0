import DocumentModel
import FoundationEssentials
import GRDB
import Glibc
import LinuxSystem
import Testing

@testable import Storage

@Suite("An index that is made anew of what can be read")
struct IndexSalvageTests {
  let workspace = TemporaryWorkspace(inMemory: true)

  private func open() throws -> SQLiteMetadataStore {
    try SQLiteMetadataStore(root: workspace.open())
  }

  /// Many documents, each with two versions, and the last ones in the Trash.
  private func fill(_ count: Int = 300) async throws -> [Document] {
    let index = try open()
    var documents: [Document] = []
    for number in 0..<count {
      let first = try await index.add(Sample("F\(number % 3)/\(number).txt", content: "\(number)"))
      var document = try await index.setContent(
        of: first.id, to: .sample(2, "\(number) again"), fingerprint: .of("1:\(number):9:7:7"),
        expecting: first.sha256
      ).document
      if number % 10 == 0 {
        _ = try await index.mark(
          document.id, as: .sample("tag", favourite: true), movingTo: nil, at: .at(4))
        document = try #require(try await index.document(document.id))
      }
      if number >= count - 5 { document = try await index.trash(document.id, at: .at(5)).document }
      documents.append(document)
    }
    index.close()
    return documents
  }

  private func damage(_ body: (inout DamagedIndex) throws -> Void) throws {
    var damaged = try DamagedIndex(workspace)
    try body(&damaged)
    try damaged.write()
  }

  /// Opens the damaged index, and checks what is true of any that was made anew.
  private func salvaged() async throws -> (index: SQLiteMetadataStore, report: SalvageReport) {
    let index = try open()
    guard case .replaced = index.state else {
      Issue.record("the damage was not noticed: \(index.state)")
      throw DocumentError(.damaged, "not noticed")
    }
    let report = try #require(index.salvage)
    #expect(try await index.file.integrity() == ["ok"])
    let sums = try #require(try await index.usageSums())
    #expect(sums.kept == sums.counted)
    #expect(workspace.names(in: "tmp") == [])
    return (index, report)
  }

  @Test("where only an index of a table is damaged, everything is there again")
  func whole() async throws {
    let documents = try await fill()
    try damage { try $0.ruinRoot(of: "documentContent") }
    let (index, report) = try await salvaged()
    #expect(report.isWhole && report.documents == 300 && report.trashed == 5 && report.versions == 600)
    #expect(report.sentence.contains("nothing was lost") && !report.usesCopy)
    for document in documents { #expect(try await index.document(document.id) == document) }
    #expect(try await index.versions(of: documents[7].id).map(\.number) == [2, 1])
    #expect(try await index.tags().map(\.documents) == [30])
    #expect(try await index.documents(DocumentQuery(text: "17")).documents.isEmpty == false)
    // The next pass over the tree has to read every file: no row is believed.
    let entry = try #require(try await index.entry(documents[7].id))
    #expect(entry.fingerprint == .of("1:7:9:7?:7") && !entry.fingerprint.hasContent(of: .of("1:7:9:7:7")))
    #expect(entry.fingerprint.inode == 7)
  }

  @Test("around damaged documents the others are read, and the copy has the rest")
  func documents() async throws {
    let documents = try await fill()
    let before = try open()
    guard case .kept = try await IndexCopies(of: before, in: workspace.open(for: .sharing)).keep() else {
      Issue.record("no copy")
      return
    }
    // What happened since is in the index alone.
    let changed = try await before.setContent(
      of: documents[3].id, to: .sample(3, "news"), fingerprint: .of("f"), expecting: documents[3].sha256
    ).document
    before.close()
    try damage {
      try $0.ruinLeaf(of: "document")
      // Without the hashes nothing can be put together of indexes.
      try $0.ruinRoot(of: "documentContent")
    }
    let (index, report) = try await salvaged()
    #expect(report.gaps == 1 && report.copied > 0 && report.copied < 100 && report.documents == 300)
    #expect(report.sources.count == 2 && report.sources[1].hasPrefix("Library/Backups/index-of-"))
    for document in documents where document.id != changed.id {
      #expect(try await index.document(document.id) == document)
      #expect(try await index.versions(of: document.id).map(\.number) == [2, 1])
    }
    #expect(try await index.document(changed.id)?.version == 3)
  }

  @Test(
    "documents whose rows cannot be read are put together of what indexes repeat of them",
    arguments: [true, false])
  func rejoined(_ hasCopy: Bool) async throws {
    let documents = try await fill()
    if hasCopy {
      let index = try open()
      _ = try await index.mark(
        documents[20].id, as: .sample("tag", favourite: true, note: "note"), movingTo: nil, at: .at(9))
      _ = try await IndexCopies(of: index, in: workspace.open(for: .sharing)).keep()
      index.close()
    }
    try damage {
      try $0.ruinLeaf(of: "document", 1)
      try $0.ruinLeaf(of: "document", 4)
    }
    let (index, report) = try await salvaged()
    #expect(report.gaps == 2 && report.rejoined > 10 && report.copied == 0 && report.documents == 300)
    #expect(report.unmarked == (hasCopy ? 0 : report.rejoined) && report.usesCopy == hasCopy)
    for document in documents where !hasCopy || document.id != documents[20].id {
      #expect(try await index.document(document.id) == document)
      #expect(try await index.versions(of: document.id).map(\.number) == [2, 1])
    }
    if hasCopy { #expect(try await index.document(documents[20].id)?.marks.note == "note") }
  }

  @Test("without a copy those that are nowhere are lost, and it is said how many stretches they are")
  func noCopy() async throws {
    let documents = try await fill()
    try damage {
      try $0.ruinLeaf(of: "document", 1)
      try $0.ruinLeaf(of: "document", 4)
      try $0.ruinRoot(of: "documentContent")
    }
    let (index, report) = try await salvaged()
    #expect(
      report.gaps == 2 && report.copied == 0 && report.rejoined == 0
        && report.sentence.contains("2 stretches"))
    #expect(report.documents > 200 && report.documents < 300)
    var found = 0
    for document in documents {
      guard let salvaged = try await index.document(document.id) else { continue }
      #expect(salvaged == document)
      found += 1
    }
    #expect(found == report.documents)
  }

  @Test(
    "a history that is damaged is read from both ends, filled from the copy, and never without its last version",
    arguments: [true, false])
  func histories(_ hasCopy: Bool) async throws {
    let documents = try await fill()
    if hasCopy {
      let index = try open()
      _ = try await IndexCopies(of: index, in: workspace.open(for: .sharing)).keep()
      index.close()
    }
    try damage { try $0.ruinLeaf(of: "version") }
    let (index, report) = try await salvaged()
    #expect(report.documents == 300 && (report.shortened > 0) == !hasCopy && report.usesCopy == hasCopy)
    for document in documents {
      #expect(try await index.document(document.id) == document)
      let versions = try await index.versions(of: document.id)
      #expect(versions.first?.sha256 == document.sha256 && versions.first?.number == 2)
      if hasCopy { #expect(versions.count == 2) }
    }
  }

  @Test(
    "of one that is no database any more nothing is read: the copy has all, or nothing is there",
    arguments: [true, false])
  func copyAlone(_ hasCopy: Bool) async throws {
    let documents = try await fill(20)
    if hasCopy {
      let index = try open()
      _ = try await IndexCopies(of: index, in: workspace.open(for: .sharing)).keep()
      index.close()
    }
    try Damage.noDatabase.inflict(on: "\(workspace.path)/\(SandboxPath.index)")
    let index = try open()
    #expect((index.salvage?.documents ?? 0) == (hasCopy ? 20 : 0))
    #expect(try await index.document(documents[0].id) == (hasCopy ? documents[0] : nil))
    guard case .replaced = index.state else {
      Issue.record("not noticed")
      return
    }
  }

  @Test(
    "one that is lost comes back from the copy, or from one that was set aside before a crash",
    arguments: [true, false])
  func lost(_ isAside: Bool) async throws {
    let documents = try await fill(20)
    let path = "\(workspace.path)/\(SandboxPath.index)"
    if isAside {
      try settleLog(of: path)
      rename(path, "\(workspace.path)/Library/index.corrupt-2026-11-22T000000Z.sqlite")
    } else {
      let index = try open()
      _ = try await IndexCopies(of: index, in: workspace.open(for: .sharing)).keep()
      index.close()
      unlink(path)
      // A log of the lost one must not be read into the new one.
      try workspace.write("a log of nobody", to: "Library/index.sqlite-wal")
    }
    let index = try open()
    #expect(index.state == .created && index.salvage?.documents == 20)
    for document in documents { #expect(try await index.document(document.id) == document) }
    index.close()
    #expect(try SQLiteMetadataStore(root: workspace.open(for: .sharing)).salvage == nil)
  }

  @Test("rows that are no documents are left out, and of two at one place the second is in the Trash")
  func invalid() async throws {
    let documents = try await fill(20)
    let path = "\(workspace.path)/\(SandboxPath.index)"
    let queue = try DatabaseQueue(path: path)
    try await queue.write { database in
      try database.execute(
        sql: """
          DROP INDEX documentPlace;
          UPDATE document SET sha256 = 'x' WHERE key = 1;
          UPDATE document SET folder = '../..' WHERE key = 2;
          UPDATE document SET size = 'much' WHERE key = 3;
          UPDATE document SET name = 'a/b' WHERE key = 4;
          UPDATE document SET version = -1 WHERE key = 5;
          UPDATE document SET marks = '{' WHERE key = 11;
          UPDATE document SET folder = 'F0', name = '6.txt' WHERE key = 13;
          UPDATE version SET sha256 = 'x' WHERE document = 9 AND number = 2;
          """)
    }
    try queue.close()
    rename(path, "\(workspace.path)/Library/index.corrupt-x.sqlite")
    let index = try open()
    let report = try #require(index.salvage)
    #expect(report.invalid == 5 && report.documents == 15 && report.unmarked == 1 && report.shortened == 1)
    #expect(try await index.document(documents[10].id)?.marks == Marks.none)
    #expect(try await index.document(at: .at("F0/6.txt"))?.id == documents[6].id)
    #expect(try await index.document(documents[12].id)?.trashed != nil)
    #expect(try await index.versions(of: documents[8].id).map(\.sha256).first == documents[8].sha256)
  }

  @Test(
    "what was going on comes along from the index itself, and not from a copy of it",
    arguments: [true, false])
  func notes(_ isCopy: Bool) async throws {
    let documents = try await fill(20)
    let index = try open()
    let (gone, trashed, replaced) = (ContentHash.of("gone"), documents[19], documents[3].sha256)
    try await index.noteKept(replaced)
    _ = try await index.setContent(
      of: documents[3].id, to: .sample(3, "theirs", origin: .disk), fingerprint: .of("f"), expecting: replaced
    )
    try await index.noteLost(gone, at: .at(1))
    _ = try await index.remove(trashed.id, trashedAt: .at(5), at: .at(6))
    var batch = Batch(id: BatchID(), created: .at(1), author: nil, undoes: nil, operations: [], steps: [])
    batch.state = .done
    try await index.save(batch)
    if isCopy { _ = try await IndexCopies(of: index, in: workspace.open(for: .sharing)).keep() }
    index.close()
    if isCopy {
      unlink("\(workspace.path)/\(SandboxPath.index)")
    } else {
      try damage { try $0.ruinRoot(of: "documentContent") }
    }
    let new = try open()
    #expect(try await new.isLost(gone))
    #expect(try await !new.replacedContents(after: "").contains { $0.hash == replaced && $0.wasOverwritten })
    #expect(try await new.isRemoved(trashed.id))
    #expect(try await new.document(trashed.id) == nil)
    #expect(try await new.batches(limit: 9).count == (isCopy ? 0 : 1))
    #expect(try await new.isReleased(trashed.sha256) == !isCopy)
  }

  @Test("damage that was found while the index was used has the next start make it anew, once")
  func marked() async throws {
    let documents = try await fill(20)
    let mark = IndexDamageMark(in: try workspace.open(for: .sharing))
    for _ in 1...2 { try await mark.place() }
    let (index, report) = try await salvaged()
    #expect(report.documents == documents.count)
    for document in documents { #expect(try await index.document(document.id)?.sha256 == document.sha256) }
    #expect(!workspace.exists(SandboxPath.indexDamage))
    index.close()
    let again = try open()
    #expect(again.state == .kept && again.salvage == nil)
  }

  @Test(
    "a start that ended while it put a damaged index aside is gone on with, from all that the index and its log had",
    arguments: SQLiteSidecars.Step.allCases)
  func interrupted(_ step: SQLiteSidecars.Step) async throws {
    let index = try open()
    let first = try await index.add(Sample("first.txt"))
    _ = try await IndexCopies(of: index, in: workspace.open(for: .sharing)).keep()
    let second = try await index.add(Sample("second.txt"))
    // Not closed: what was written last is in the log alone, and the file's time is from before the copy.
    let cut = try workspace.copy()
    index.close()
    try FileManager.default.setAttributes(
      [.modificationDate: Date.at(0)], ofItemAtPath: "\(cut.path)/\(SandboxPath.index)")
    let root = try cut.open(for: .sharing)
    try await IndexDamageMark(in: root).place()
    await expectRefusal(.storageFailed) {
      _ = try SQLiteMetadataStore.setAside(in: root) { now in
        if now == step { throw SystemError(errno: EIO, call: "test") }
      }
    }
    let again = try SQLiteMetadataStore(root: cut.open())
    #expect(again.salvage?.documents == 2)
    for document in [first, second] { #expect(try await again.document(document.id) == document) }
    again.close()
    #expect(!cut.exists(SandboxPath.indexDamage))
    #expect(try SQLiteMetadataStore(root: cut.open(for: .sharing)).state == .kept)
  }

  @Test("of several copies the latest by its number is taken, whatever times the files have")
  func times() async throws {
    let index = try open()
    let root = try workspace.open(for: .sharing)
    try await index.add(Sample("first.txt"))
    guard case .kept(let early) = try await IndexCopies(of: index, in: root).keep() else { return }
    let second = try await index.add(Sample("second.txt"))
    _ = try await IndexCopies(of: index, in: root).keep()
    index.close()
    try FileManager.default.setAttributes(
      [.modificationDate: Date.distantFuture], ofItemAtPath: "\(workspace.path)/Library/Backups/\(early)")
    unlink("\(workspace.path)/\(SandboxPath.index)")
    #expect(try await open().document(second.id) == second)
  }

  @Test("a start that ended after the marked index was put aside is gone on with")
  func markedAndInterrupted() async throws {
    let documents = try await fill(20)
    let root = try workspace.open(for: .sharing)
    try await IndexDamageMark(in: root).place()
    _ = try SQLiteMetadataStore.setAside(in: root)
    #expect(!workspace.exists(SandboxPath.indexDamage) && !workspace.exists(SandboxPath.index))
    let index = try open()
    #expect(index.salvage?.documents == documents.count)
  }
}
