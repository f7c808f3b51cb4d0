package import DocumentModel
package import FoundationEssentials
import GRDB

extension SQLiteIndex {
  package func integrity() async throws(DocumentError) -> [String] {
    try await file.integrity()
  }

  /// Contents of versions that no document has now, after `hash` in the order of hashes, a thousand at a time.
  package func replacedContents(after hash: String) async throws(DocumentError) -> [ReplacedContent] {
    try await file.read { database in
      let isRescued = try IndexSchema.isRescued("old.sha256", in: database)
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT old.sha256, min(coalesce(next.origin = 'disk', 0) AND NOT \(isRescued)) AS overwritten FROM version old
          LEFT JOIN version next ON next.document = old.document AND next.number = old.number + 1
          WHERE old.sha256 > ?
            AND NOT EXISTS (SELECT 1 FROM document WHERE document.sha256 = old.sha256)
          GROUP BY old.sha256 ORDER BY old.sha256 LIMIT 1000
          """, arguments: [hash])
      return try rows.compactMap { row in
        try ContentHash(row.read("sha256") as String).map {
          ReplacedContent(hash: $0, wasOverwritten: try row.read("overwritten"))
        }
      }
    }
  }

  package func isReleased(_ hash: ContentHash) async throws(DocumentError) -> Bool {
    try await file.read { database in
      // An index of an earlier form is looked at as it is.
      guard try database.tableExists("released") else { return false }
      return try Bool.fetchOne(
        database, sql: "SELECT EXISTS (SELECT 1 FROM released WHERE sha256 = ?)",
        arguments: [hash.description]) ?? false
    }
  }

  /// The sum of all contents as it is carried forward and as it should be; nil in an index of a form without one.
  package func usageSums() async throws(DocumentError) -> (kept: Int64, counted: Int64)? {
    try await file.read { database in
      guard try database.tableExists("usage"), try database.viewExists("keptVersion") else { return nil }
      return (
        try Int64.fetchOne(database, sql: "SELECT bytes FROM usage") ?? 0,
        try Int64.fetchOne(database, sql: IndexSchema.countedUsage) ?? 0
      )
    }
  }

  /// Which of the next thousand events after `sequence` cannot be read, and the last one's number; nil after the end.
  package func readableEvents(
    after sequence: Int64
  ) async throws(DocumentError) -> (unreadable: [Int64], last: Int64?) {
    try await file.read { database in
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT *, typeof(kind) = 'text' AND typeof(document) = 'text' AND typeof(date) = 'integer' AS isTyped
          FROM event WHERE sequence > ? ORDER BY sequence LIMIT 1000
          """, arguments: [sequence])
      let unreadable = rows.filter { !($0["isTyped"] as Bool) || (try? EventRow(row: $0)) == nil }
      return (unreadable.map { $0["sequence"] }, rows.last?["sequence"])
    }
  }

  package func noteLost(_ hash: ContentHash, at date: Date) async throws(DocumentError) {
    try await file.write { database in
      try database.execute(
        sql: "INSERT OR IGNORE INTO lostContent (sha256, noted) VALUES (?, ?)",
        arguments: [hash.description, date.microseconds])
    }
  }

  package func isLost(_ hash: ContentHash) async throws(DocumentError) -> Bool {
    try await file.read { database in
      guard try database.tableExists("lostContent") else { return false }
      return try Bool.fetchOne(
        database, sql: "SELECT EXISTS (SELECT 1 FROM lostContent WHERE sha256 = ?)",
        arguments: [hash.description]) ?? false
    }
  }

  package func countUsage() async throws(DocumentError) {
    try await file.write { try IndexSchema.countUsage(in: $0) }
  }

  package func removeEvent(_ sequence: Int64) async throws(DocumentError) {
    try await file.write { database in
      try database.execute(sql: "DELETE FROM event WHERE sequence = ?", arguments: [sequence])
    }
  }
}

/// A content that is no document's current one, as the index has it.
package struct ReplacedContent: Hashable, Sendable {
  package let hash: ContentHash
  /// Whether each version with it was followed by one that was found on the disk, and it is not known to be kept.
  package let wasOverwritten: Bool
}
