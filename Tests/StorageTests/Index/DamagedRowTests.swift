import DocumentModel
import FoundationEssentials
import GRDB
import Testing

@testable import Storage

@Suite("Rows of a damaged index")
struct DamagedRowTests {
  let workspace = TemporaryWorkspace(inMemory: true)

  private var path: String { "\(workspace.path)/\(SandboxPath.index)" }

  /// An index with a document that `statement` damaged, opened as one too large to be checked at the start is.
  private func damaged(_ statement: String) async throws -> (index: SQLiteIndex, id: DocumentID) {
    let whole = try SQLiteIndex(root: workspace.open())
    let id = try await whole.add(Sample("a.txt")).id
    _ = try await whole.setMetadata(of: id, to: .sample("tag"), movingTo: nil, at: .at(1))
    _ = try await whole.setContent(
      of: id, to: .sample(2, "two"), fingerprint: .of("f"), expecting: .of("one"))
    whole.close()
    try writeAgainstSchema(statement, to: path)
    let file = try SQLiteFile(opening: path, subject: "the index", migrator: IndexSchema.migrator)
    return (SQLiteIndex(file), id)
  }

  @Test(
    "a document with nothing where something must be is refused, and the next start finds the index damaged",
    arguments: [
      "folder", "name", "type", "size", "sha256", "version", "created", "modified", "fingerprint",
    ])
  func nothing(_ column: String) async throws {
    let (index, id) = try await damaged("UPDATE document SET \(column) = NULL")
    await expectRefusal(.storageFailed) { _ = try await index.document(id) }
    #expect(try await index.damage()?.contains("NULL") == true)
    index.close()
    let refusal = #expect(throws: DocumentError.self) {
      try SQLiteIndex(root: workspace.open(for: .serving))
    }
    #expect(refusal?.meansDamage == true)
  }

  @Test(
    "a document with a value of another kind is refused, and told of",
    arguments: ["size = 'much'", "created = x'00'", "trashed = 'now'", "marks = x'ff'"])
  func another(_ change: String) async throws {
    let (index, id) = try await damaged("UPDATE document SET \(change)")
    await expectRefusal(.storageFailed) { _ = try await index.document(id) }
    // SQLite finds nothing wrong with it: the reader that met it has reported it.
    #expect(try await index.damage() == nil)
    let column = change.prefix { $0 != " " }
    let reported = await index.damages.first { _ in true }
    #expect(reported?.contains("\(column) holds what cannot be there") == true)
    #expect(try await index.lasting(#require(reported)) == reported)
    #expect(await index.lasting("database disk image is malformed") == nil)
    index.close()
  }

  @Test(
    "so is a version",
    arguments: [
      "sha256 = NULL", "type = NULL", "origin = NULL", "size = NULL", "created = 'x'", "author = x'ff'",
    ])
  func version(_ change: String) async throws {
    let (index, id) = try await damaged("UPDATE version SET \(change)")
    await expectRefusal(.storageFailed) { _ = try await index.versions(of: id, before: nil, limit: 9) }
    index.close()
  }

  @Test("so are tags, folders, and what waits to be removed")
  func others() async throws {
    let (index, _) = try await damaged(
      """
      UPDATE tag SET documents = 'x';
      UPDATE document SET modified = 'x';
      INSERT INTO removedDocument (id, sha256) VALUES (x'ff', 'x');
      """)
    await expectRefusal(.storageFailed) { _ = try await index.tags() }
    await expectRefusal(.storageFailed) { _ = try await index.tallies(of: [.top]) }
    await expectRefusal(.storageFailed) { _ = try await index.releaseRemoved(limit: 9) { _, _ in } }
    index.close()
  }

  @Test("so is what a backup and a check ask for")
  func contents() async throws {
    let (index, _) = try await damaged(
      "UPDATE version SET size = 'x'; UPDATE version SET sha256 = x'ff' WHERE number = 1")
    await expectRefusal(.storageFailed) { _ = try await index.neededContents(of: .earlier, after: "") }
    await expectRefusal(.storageFailed) { _ = try await index.replacedContents(after: "") }
    index.close()
  }
}

/// Writes what the schema forbids into a database that is not open.
func writeAgainstSchema(_ statement: String, to path: String) throws {
  let queue = try DatabaseQueue(path: path)
  try queue.writeWithoutTransaction { database in
    try database.execute(
      sql: """
        CREATE TEMP TABLE original AS SELECT name, sql FROM sqlite_schema WHERE type = 'table';
        PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET sql = replace(sql, ' NOT NULL', '') WHERE type = 'table';
        PRAGMA writable_schema = RESET;
        \(statement);
        PRAGMA writable_schema = ON;
        UPDATE sqlite_schema AS damaged SET sql = (SELECT sql FROM original WHERE original.name = damaged.name)
          WHERE type = 'table';
        PRAGMA writable_schema = RESET;
        """)
  }
  try queue.close()
}
