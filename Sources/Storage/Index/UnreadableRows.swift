public import DocumentModel
import GRDB
import Synchronization

/// Rows of the table `document` that can be no document, as far as they were met.
///
/// Another program wrote the file, or it came from such a backup.
///
/// Safe from any thread.
final class UnreadableRows: Sendable {
  private let keys = Mutex<Set<Int64>>([])

  var count: Int { keys.withLock(\.count) }

  func note(_ key: Int64) { keys.withLock { _ = $0.insert(key) } }

  /// Forgets one that was put aside.
  func forget(_ key: Int64) { keys.withLock { _ = $0.remove(key) } }
}

extension SQLiteIndex {
  /// The number of entries left out of lists because they can be no documents, as far as they were met.
  public var unreadableCount: Int { unreadable.count }

  /// Looks at every entry for such, on threads of its own; returns how many there are.
  ///
  /// Throws `.busy` when the task is cancelled.
  public func findUnreadable() async throws(DocumentError) -> Int {
    var last = Int64.min
    while let page = try await page(after: last) { last = page.last }
    return unreadable.count
  }

  /// The rows that are documents; one that is none is left out.
  func readable(_ rows: [Row]) -> [DocumentRow] {
    rows.compactMap { row in
      do {
        return try DocumentRow(row: row)
      } catch {
        // A value of another kind is what a damaged file has, too.
        file.report(error)
        if let key: Int64 = try? row.read("key") { unreadable.note(key) }
        return nil
      }
    }
  }

  /// Of the next thousand rows after `key` those that can be no documents, with the reason, and the last one's key; nil after
  /// the end.
  package func page(
    after key: Int64
  ) async throws(DocumentError) -> (unreadable: [(key: Int64, reason: String)], last: Int64)? {
    guard !Task.isCancelled else { throw DocumentError(.busy, "the check was given up") }
    return try await file.read { database in
      let rows = try Row.fetchAll(
        database, sql: "SELECT \(DocumentRow.columns) FROM document WHERE key > ? ORDER BY key LIMIT 1000",
        arguments: [key])
      guard let last: Int64 = try rows.last?.read("key") else { return nil }
      let unreadable = try rows.compactMap { row -> (key: Int64, reason: String)? in
        do {
          _ = try DocumentRow(row: row)
          return nil
        } catch {
          let key: Int64 = try row.read("key")
          self.unreadable.note(key)
          return (key, (error as? DocumentError)?.detail ?? "a column \(Row.damageEnding)")
        }
      }
      return (unreadable, last)
    }
  }

  /// Whether there is a row for this place in `Documents`, whatever else it says.
  package func hasEntry(at location: Location) async throws(DocumentError) -> Bool {
    try await file.read { database in
      try database.isTrue(
        "SELECT EXISTS (SELECT 1 FROM document WHERE folder = ? AND name = ? AND trashed IS NULL)",
        [location.folder.description, location.name.description])
    }
  }

  /// Takes a row out of the index, with its versions and tags, and returns what it held, for people; nil when it is gone.
  ///
  /// The contents of its versions stay where they are, for people to look through.
  package func takeOut(_ key: Int64) async throws(DocumentError) -> String? {
    let text: String? = try await file.write { database in
      let versions = try Row.fetchAll(
        database, sql: "SELECT * FROM version WHERE document = ? ORDER BY number", arguments: [key])
      guard
        let row = try Row.fetchOne(database, sql: "SELECT * FROM document WHERE key = ?", arguments: [key])
      else { return nil }
      try database.execute(sql: "DELETE FROM documentTag WHERE document = ?", arguments: [key])
      try database.execute(sql: "DELETE FROM document WHERE key = ?", arguments: [key])
      for version in versions {
        let content: DatabaseValue? = version["sha256"]
        try database.execute(sql: "DELETE FROM released WHERE sha256 = ?", arguments: [content])
      }
      try IndexSchema.countUsage(in: database)
      return ([row] + versions).map(\.description).joined(separator: "\n")
    }
    unreadable.forget(key)
    return text
  }
}
