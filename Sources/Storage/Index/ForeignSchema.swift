import DocumentModel
import GRDB

package enum OwnDatabase: CaseIterable, Sendable {
  case index, accounts

  /// Where it lies, relative to the workspace's root.
  package var path: String {
    switch self {
    case .index: SandboxPath.index
    case .accounts: SandboxPath.accounts
    }
  }

  package var name: String { String(path.dropFirst(SandboxArea.library.path.count + 1)) }

  /// Takes out of the database all that no release of Sheaf put there (``ForeignSchema``); returns how much
  /// that was.
  ///
  /// No other connection may have the database open.
  ///
  /// Throws `.damaged` for a database that is none of Sheaf's, and what SQLite throws. Blocks.
  package func dropForeignSchema(in root: SandboxRoot) throws -> Int {
    let queue = try DatabaseQueue(path: "\(root.path)/\(path)")
    defer { try? queue.close() }
    switch self {
    case .index: return try ForeignSchema.drop(from: queue, keeping: IndexSchema.migrator)
    case .accounts: return try ForeignSchema.drop(from: queue, keeping: SQLiteAccountStore.migrator)
    }
  }
}

/// The part of a foreign database that no migration made: triggers and views that would act in the server's name,
/// unknown tables and indexes.
///
/// All calls block.
enum ForeignSchema {
  private struct Object: Hashable {
    let kind: String
    let name: String
    let sql: String?

    /// Whether it is made of a statement alone, and can be made again.
    var isDerived: Bool { sql != nil && kind != "table" }
    /// Tables are told by their names: foreign rows in them are checked as they are read.
    var identity: Object { kind == "table" ? Object(kind: kind, name: name, sql: nil) : self }
    /// SQLite makes these itself.
    var isInternal: Bool { name.hasPrefix("sqlite_") && sql == nil || name == "sqlite_sequence" }
  }

  /// Drops from the database of `queue` all that `migrator` did not make on the way to where it is.
  ///
  /// Makes anew of that what is missing or other. Returns how much was dropped.
  ///
  /// Throws `.damaged` for a database that `migrator` has never seen, and what SQLite throws.
  static func drop(from queue: DatabaseQueue, keeping migrator: DatabaseMigrator) throws -> Int {
    try queue.writeWithoutTransaction { database in
      // Dropping a table would delete its rows one by one, and ask for those that refer to them.
      try database.execute(sql: "PRAGMA foreign_keys = OFF")
      defer { try? database.execute(sql: "PRAGMA foreign_keys = ON") }
      // A newer release made it, and it is refused as that.
      guard try !migrator.hasBeenSuperseded(database) else { return 0 }
      let own = try objects(of: migrator, at: migrator.appliedIdentifiers(database))
      let known = Set(own.map(\.identity))
      let foreign = try objects(in: database).filter { !known.contains($0.identity) }
      let order = ["trigger", "view", "index", "table"]
      for kind in order {
        for object in foreign where object.kind == kind {
          let name = object.name.replacing("\"", with: "\"\"")
          try database.execute(sql: "DROP \(kind) IF EXISTS \"\(name)\"")
        }
      }
      let left = Set(try objects(in: database))
      for kind in order.reversed() {
        for object in own where object.kind == kind && object.isDerived && !left.contains(object) {
          try database.execute(sql: object.sql ?? "")
        }
      }
      return foreign.count
    }
  }

  /// The schema that the migrator makes, up to the last of its steps that were done.
  private static func objects(of migrator: DatabaseMigrator, at applied: Set<String>) throws -> [Object] {
    guard let last = migrator.migrations.last(where: applied.contains) else {
      throw DocumentError(.damaged, "the database is none of Sheaf's")
    }
    let reference = try DatabaseQueue()
    try migrator.migrate(reference, upTo: last)
    return try reference.read(objects)
  }

  private static func objects(in database: Database) throws -> [Object] {
    let rows = try Row.fetchAll(database, sql: "SELECT type, name, sql FROM sqlite_master")
    return try rows.map { row in
      Object(kind: try row.read("type"), name: try row.read("name"), sql: try row.readIfPresent("sql"))
    }.filter { !$0.isInternal }
  }
}
