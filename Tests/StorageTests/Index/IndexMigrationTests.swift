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

  private func index(_ migrator: DatabaseMigrator) throws -> SQLiteMetadataStore {
    try SQLiteMetadataStore(root: workspace.open(), migrator: migrator)
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
    #expect(copies == ["index-before-one--tags.sqlite"])
    new.close()
    let copy = try SQLiteFile(
      inspecting: "\(workspace.path)/Library/Backups/\(copies[0])", subject: "the copy")
    #expect(try copy.readNow { try $0.tableExists("one: tags") } == false)
    #expect(try await SQLiteMetadataStore(copy).documentCount() == 1)
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
          [.modificationDate: Date.at(Double(number))],
          ofItemAtPath: "\(workspace.path)/Library/Backups/\(copy)")
      }
    }
    #expect(
      copies == ["index-before-step4.sqlite", "index-before-step5.sqlite", "index-before-step6.sqlite"])
  }

  @Test("when a step fails the start is refused, and the earlier release finds its index as it was")
  func failing() async throws {
    let sample = try Sample("a.txt")
    let old = try index(migrator())
    try await old.add(sample)
    old.close()
    do {
      _ = try index(migrator("good", "bad")).state
      Issue.record("a failed step was taken for a good one")
    } catch let error as DocumentError {
      #expect(error.code == .storageFailed && error.detail.contains("the index is as it was before"))
      #expect(error.cause is Broken)
    }
    let again = try index(migrator())
    #expect(again.state == .kept)
    #expect(try await again.document(sample.document.id) == sample.document)
    #expect(try again.file.readNow { try $0.tableExists("good") } == false)
    again.close()
    #expect(copies == ["index-before-good.sqlite"])
  }

  @Test("of a newer release is refused by name, and that release finds it as it was")
  func newer() async throws {
    let sample = try Sample("a.txt")
    let tomorrow = try index(migrator("of tomorrow"))
    try await tomorrow.add(sample)
    tomorrow.close()
    for purpose in [SandboxRoot.Purpose.serving, .inspecting] {
      do {
        _ = try SQLiteMetadataStore(root: workspace.open(for: purpose)).state
        Issue.record("an index of tomorrow was taken")
      } catch let error as DocumentError {
        #expect(error.code == .storageFailed && error.detail.contains("newer release"))
      }
    }
    let again = try index(migrator("of tomorrow"))
    #expect(again.state == .kept && copies == [])
    #expect(try await again.document(sample.document.id) == sample.document)
    #expect(workspace.names(in: "Library").filter { $0.contains("corrupt") } == [])
  }

  @Test("is not touched when the copy cannot be made")
  func noCopy() async throws {
    try index(migrator()).close()
    try workspace.write("a file where the folder should be", to: "Library/Backups")
    await expectRefusal(.storageFailed) { _ = try index(migrator("one")).state }
    #expect(try index(migrator()).state == .kept)
  }
}
