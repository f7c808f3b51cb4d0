import DocumentModel
import FoundationEssentials
import GRDB
import LinuxSystem

/// A file that is or was an index, read as far as that goes and never written to.
///
/// SQLite is told to take the tables that it can read of where the tables are, and to go without the rest.
///
/// All calls block.
struct SalvageSource {
  /// The file's path beneath the workspace's root.
  let path: String
  private let queue: DatabaseQueue

  /// Opens the file at `path` beneath `root`; nil when it is no database any more, or one without documents.
  init?(_ path: String, in root: SandboxRoot) {
    self.path = path
    let whole = "\(root.path)/\(path)"
    // What is in its log counts, unless that is what cannot be read.
    let log = try? root.directory.statusIfPresent(path + "-wal")
    let ways = (log?.size ?? 0) > 0 ? [whole, SQLiteFile.immutable(whole)] : [SQLiteFile.immutable(whole)]
    for way in ways {
      guard let queue = try? DatabaseQueue(path: way, configuration: Self.configuration) else { continue }
      let hasDocuments = try? queue.inDatabase { database in
        _ = try database.makeStatement(sql: "SELECT key, id FROM document")
        return true
      }
      guard hasDocuments == true else { continue }
      self.queue = queue
      return
    }
    return nil
  }

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.prepareDatabase { database in
      // Lets SQLite go on where the list of tables cannot be read to its end, or the file is shorter than it says.
      try database.execute(sql: "PRAGMA writable_schema = ON")
    }
    return configuration
  }

  func close() {
    try? queue.close()
  }

  /// Calls `body` with the file's own connection.
  func read<Value>(_ body: (Database) throws -> Value) rethrows -> Value {
    try queue.inDatabase(body)
  }

  /// The versions of the document with this key.
  ///
  /// Read from both ends where something is in the way.
  static func history(of key: Int64, in database: Database) -> SalvagedHistory {
    let (upwards, isWhole) = versions(of: key, "ASC", in: database)
    let first = upwards.first?.number ?? 0
    guard !isWhole else { return SalvagedHistory(versions: upwards, first: first, isWhole: !upwards.isEmpty) }
    let last = upwards.last?.number ?? 0
    let downwards = versions(of: key, "DESC", in: database).found.filter { $0.number > last }
    return SalvagedHistory(versions: upwards + downwards.reversed(), first: first, isWhole: false)
  }

  private static func versions(
    of key: Int64, _ order: String, in database: Database
  ) -> (found: [Version], isWhole: Bool) {
    var found: [Version] = []
    do {
      let statement = try database.cachedStatement(
        sql: "SELECT * FROM version WHERE document = ? ORDER BY number \(order)")
      let cursor = try Row.fetchCursor(statement, arguments: [key])
      while let row = try cursor.next() {
        guard let version = SalvagedRow.version(row),
          found.last.map({ order == "ASC" ? $0.number < version.number : $0.number > version.number }) ?? true
        else { return (found, false) }
        found.append(version)
      }
      return (found, true)
    } catch {
      return (found, false)
    }
  }

  /// The rows of a small table; nil when not all of them can be read.
  static func all(_ table: String, in database: Database) -> [Row]? {
    try? Row.fetchAll(database, sql: "SELECT * FROM \(table)")
  }

  /// The document with this id; nil when there is none that can be read.
  static func document(_ id: DocumentID, in database: Database) -> SalvagedDocument? {
    let row = try? Row.fetchOne(
      database, sql: "SELECT * FROM document WHERE id = ?", arguments: [id.description])
    return row.flatMap { SalvagedRow.document($0) }
  }
}
