package import DocumentModel
import GRDB

/// How far an index, or a copy of one, knows what has happened in its workspace.
package struct IndexKnowledge: Hashable, Sendable {
  /// The epoch of its events; nil in one of an early form.
  let epoch: String?
  /// The last event that it gave a number.
  package let lastEvent: Int64
  package let hasDocuments: Bool

  init(_ database: Database) throws {
    let hasEpoch = try database.tableExists("eventEpoch")
    epoch = hasEpoch ? try String.fetchOne(database, sql: "SELECT epoch FROM eventEpoch") : nil
    lastEvent =
      try Int64.fetchOne(database, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'event'") ?? 0
    hasDocuments = try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM document)") ?? false
  }

  /// Whether it cannot be the index at the moment of `copy`, or later.
  ///
  /// Then it was emptied, lost its log, or an older one took its place.
  ///
  /// One that was made anew has another epoch than its copies, and documents.
  package func isBehind(_ copy: IndexKnowledge) -> Bool {
    guard copy.hasDocuments else { return false }
    if let epoch, epoch == copy.epoch { return lastEvent < copy.lastEvent }
    return !hasDocuments && lastEvent == 0
  }
}

extension IndexCopy {
  /// The knowledge; nil when it cannot be read.
  ///
  /// Blocks.
  package func knowledge(in root: SandboxRoot) -> IndexKnowledge? {
    let path = SQLiteFile.immutable("\(root.path)/\(path)")
    guard let file = try? SQLiteFile(inspecting: path, subject: "the copy of the index") else { return nil }
    defer { file.close() }
    return try? file.readNow(IndexKnowledge.init)
  }
}

extension SQLiteIndex {
  /// How far it knows what has happened.
  ///
  /// Blocks.
  package func knowledge() throws(DocumentError) -> IndexKnowledge {
    try refusing("the index could not be read") { try file.readNow(IndexKnowledge.init) }
  }

  /// Whether SQLite finds nothing wrong in the whole index of `root`, which no process has open.
  ///
  /// Throws `.storageFailed` when it is of a newer Sheaf, or cannot be opened for another reason than damage.
  package static func isSound(in root: SandboxRoot) async throws(DocumentError) -> Bool {
    do throws(DocumentError) {
      let file = try await root.run("the index could not be opened") {
        try SQLiteFile(opening: "\(root.path)/\(SandboxPath.index)", subject: "the index") { pool in
          try pool.read(IndexMigration(root: root, migrator: IndexSchema.migrator).refuseNewer)
        }
      }
      defer { file.close() }
      return try await file.integrity() == ["ok"]
    } catch  where error.meansDamage {
      return false
    }
  }

  /// Makes an index of the copy at `path` beneath `root`: nothing in it belongs to another workspace, and nothing is under
  /// way any more.
  ///
  /// False for a copy that is damaged, or none of Sheaf's. Blocks.
  package static func settle(copyAt path: String, in root: SandboxRoot) throws(DocumentError) -> Bool {
    do {
      try settle(DatabaseQueue(path: "\(root.path)/\(path)"))
      return true
    } catch let error as DatabaseError where error.meansDamage {
      return false
    } catch let error as DocumentError where error.code == .damaged {
      return false
    } catch {
      throw DocumentError(opening: path, "the copy of the index", error, in: root)
    }
  }

  private static func settle(_ copy: DatabaseQueue) throws {
    defer { try? copy.close() }
    let answer = try copy.read { try String.fetchOne($0, sql: "PRAGMA integrity_check(1)") }
    guard answer == "ok" else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: answer) }
    _ = try ForeignSchema.drop(from: copy, keeping: IndexSchema.migrator)
    try copy.write { database in
      // A content that waited to be removed may be a version of a document by now.
      if try database.tableExists("released") { try database.execute(sql: "DELETE FROM released") }
      if try database.tableExists("batch") {
        try database.execute(sql: "DELETE FROM batch WHERE state = 'running'")
      }
      if try database.tableExists("eventEpoch") { try beginEpoch(in: database) }
    }
  }
}
