import DocumentModel
import FoundationEssentials
import GRDB
import Glibc
import Testing

@testable import Storage

@Suite("An index of another release")
struct IndexMigrationTests {
  let workspace = TemporaryWorkspace()

  private struct Broken: Error {}

  /// This release's steps, and `steps` of a later one; those whose name begins with "bad" fail.
  private func migrator(_ steps: String...) -> DatabaseMigrator {
    var migrator = IndexSchema.migrator
    for step in steps {
      migrator.registerMigration(step) { database in
        try database.execute(sql: "CREATE TABLE \"\(step)\" (x)")
        if step.hasPrefix("bad") { throw Broken() }
      }
    }
    return migrator
  }

  private func index(_ migrator: DatabaseMigrator) throws -> SQLiteIndex {
    try SQLiteIndex(root: workspace.open(), migrator: migrator)
  }

  private var copies: [String] { workspace.names(in: "Library/Backups").sorted() }

  @Test("a new index, and one that is up to date, need no copy")
  func current() throws {
    try index(migrator()).close()
    try index(migrator()).close()
    #expect(copies == [])
  }

  @Test("is copied before the first step that it has not seen, and keeps its documents")
  func copied() async throws {
    let sample = try Sample("F/a.txt")
    let old = try index(migrator())
    try await old.add(sample)
    old.close()
    let new = try index(migrator("one: tags", "two"))
    #expect(try await new.document(sample.document.id) == sample.document)
    #expect(copies == ["index-before-one--tags-1.sqlite"])
    new.close()
    let copy = try SQLiteFile(
      inspecting: "\(workspace.path)/Library/Backups/\(copies[0])", subject: "the copy")
    #expect(try copy.readNow { try $0.tableExists("one: tags") } == false)
    #expect(try await SQLiteIndex(copy).documentCount() == 1)
    copy.close()
    #expect(workspace.names(in: "tmp") == [])
  }

  @Test("three copies are kept, the last ones")
  func pruned() throws {
    var steps: [String] = []
    for number in 1...6 {
      var migrator = IndexSchema.migrator
      steps.append("step\(number)")
      for step in steps {
        migrator.registerMigration(step) { try $0.execute(sql: "CREATE TABLE \(step) (x)") }
      }
      try index(migrator).close()
      for copy in copies where copy.contains("step\(number)") {
        try FileManager.default.setAttributes(
          // As of clocks that went back, or files that were copied: the time says nothing.
          [.modificationDate: Date.at(Double(-number))],
          ofItemAtPath: "\(workspace.path)/Library/Backups/\(copy)")
      }
    }
    #expect(
      copies == ["index-before-step4-3.sqlite", "index-before-step5-4.sqlite", "index-before-step6-5.sqlite"])
  }

  @Test("when a step fails the start is refused, and the earlier release finds its index as it was")
  func failing() async throws {
    let sample = try Sample("a.txt")
    let old = try index(migrator())
    try await old.add(sample)
    old.close()
    do {
      _ = try index(migrator("good", "bad")).isNew
      Issue.record("a failed step was taken for a good one")
    } catch let error as DocumentError {
      #expect(error.code == .storageFailed && error.detail.contains("the index is as it was before"))
      #expect(error.cause is Broken)
    }
    let again = try index(migrator())
    #expect(!again.isNew)
    #expect(try await again.document(sample.document.id) == sample.document)
    #expect(try again.file.readNow { try $0.tableExists("good") } == false)
    again.close()
    // Tried again, as a service is, it pushes no earlier copy out.
    await expectRefusal(.storageFailed) { _ = try index(migrator("good", "bad")).isNew }
    #expect(copies == ["index-before-good-2.sqlite"])
  }

  @Test("of a newer release is refused by name, and that release finds it as it was")
  func newer() async throws {
    let sample = try Sample("a.txt")
    let tomorrow = try index(migrator("of tomorrow"))
    try await tomorrow.add(sample)
    tomorrow.close()
    for purpose in [SandboxRoot.Purpose.serving, .inspecting] {
      do {
        _ = try SQLiteIndex(root: workspace.open(for: purpose)).isNew
        Issue.record("an index of tomorrow was taken")
      } catch let error as DocumentError {
        #expect(error.code == .storageFailed && error.detail.contains("newer release"))
      }
    }
    let again = try index(migrator("of tomorrow"))
    #expect(!again.isNew && copies == [])
    #expect(try await again.document(sample.document.id) == sample.document)
    #expect(workspace.names(in: "Library").filter { $0.contains("corrupt") } == [])
  }

  @Test("from before there were metadata, removals and batches is read as it is, and gets them")
  func beforeMetadata() async throws {
    let path = "\(try workspace.open().path)/\(SandboxPath.index)"
    let file = try SQLiteFile(opening: path, subject: "the index") { pool in
      try IndexSchema.migrator.migrate(pool, upTo: "contents that are lost")
    }
    let old = SQLiteIndex(file)
    let (sample, thrown) = (try Sample("a.txt"), try Sample("b.txt"))
    for sample in [sample, thrown] { try await old.add(sample) }
    let trashed = try await old.trash(thrown.document.id, at: .at(5)).document
    old.close()
    let looking = try SQLiteIndex(root: workspace.open(for: .inspecting))
    #expect(try await looking.documents(DocumentQuery()).documents == [sample.document])
    #expect(try await looking.isRemoved(sample.document.id) == false)
    looking.close()
    let new = try SQLiteIndex(root: workspace.open())
    #expect(try await new.document(sample.document.id) == sample.document)
    #expect(try await new.trashed(until: .at(5), limit: 9) == [trashed])
    _ = try await new.setMetadata(
      of: sample.document.id, to: .sample("a", favourite: true), movingTo: nil, at: .at(6))
    #expect(try await new.documents(DocumentQuery(favourite: true)).documents.count == 1)
    #expect(try await new.runningBatches().isEmpty)
    #expect(copies == ["index-before-marks-of-documents-1.sqlite"])
  }

  @Test("from before there were epochs keeps its numbers: ids that it gave out are understood")
  func beforeEpochs() async throws {
    let path = "\(try workspace.open().path)/\(SandboxPath.index)"
    let file = try SQLiteFile(opening: path, subject: "the index") { pool in
      try IndexSchema.migrator.migrate(pool, upTo: "what went to the Trash at one moment")
    }
    try await SQLiteIndex(file).add(["a.txt", "b.txt"])
    file.close()
    let new = try SQLiteIndex(root: workspace.open())
    let log = try await new.eventLogState()
    #expect(log.last == 2 && log.unmarked == 2)
    #expect(try await new.eventPage(after: 0, limit: 9).isWhole(after: 0))
    try await new.add(Sample("c.txt"))
    #expect(try await new.eventLogState() == EventLogState(epoch: log.epoch, unmarked: 2, last: 3))
    #expect(copies == ["index-before-epoch-of-the-events-1.sqlite"])
  }

  @Test("is not touched when the copy cannot be made")
  func noCopy() async throws {
    try index(migrator()).close()
    let root = try workspace.open()
    // A moment ago: what was there before the root was opened would have been refused then.
    try workspace.write("a file where the folder should be", to: "Library/Backups")
    await expectRefusal(.storageFailed) {
      _ = try SQLiteIndex(root: root, migrator: migrator("one")).isNew
    }
    root.release()
    unlink("\(workspace.path)/Library/Backups")
    #expect(try !index(migrator()).isNew)
  }
}
