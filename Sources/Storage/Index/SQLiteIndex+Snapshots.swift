package import DocumentModel
import FoundationEssentials
import GRDB

extension SQLiteIndex {
  package init(copyAt path: String) throws {
    self.init(try SQLiteFile(inspecting: SQLiteFile.immutable(path), subject: "the index's copy"))
  }

  package func copy(to path: String) async throws(DocumentError) {
    try await file.copy(to: path)
  }

  /// Copies the index page by page to `path`, where nothing may be.
  ///
  /// Returns what is wrong with the structure of the copy, in SQLite's words, nil when nothing is.
  ///
  /// Reads and writes go on meanwhile. The copy is whole without a log beside it, and not durable yet. Blocks.
  package func backUp(to path: String) throws(DocumentError) -> String? {
    do {
      return try file.backUp(to: path)
    } catch {
      throw DocumentError(database: error, of: "the copy of the index")
    }
  }

  package func takeInLog() async throws(DocumentError) {
    try await file.takeInLog()
  }

  /// How far it has come: when it is the same again, no version came or went, and nothing happened.
  ///
  /// - Parameter taken: versions that were taken out of a copy.
  package func progress(without taken: Int = 0) async throws(DocumentError) -> [Int64] {
    try await file.read { database in
      let versions = try Int64.fetchOne(database, sql: "SELECT count(*) FROM version") ?? 0
      let events = try Int64.fetchOne(database, sql: "SELECT max(sequence) FROM event") ?? 0
      return [versions + Int64(taken), events]
    }
  }

  /// Takes the documents that a user wants in no backup out of the copy of an index at `path`.
  ///
  /// Their versions and tags go with them, and no trace stays. No other connection has the copy open.
  package static func takeOutExcluded(
    fromCopyAt path: String, of root: SandboxRoot
  ) async throws(DocumentError) -> TakenDocuments {
    let file = try await root.run("the copy of the index could not be opened") {
      var configuration = Configuration()
      configuration.prepareDatabase { database in
        // Removed rows must not be found in pages that are free now.
        try database.execute(sql: "PRAGMA secure_delete = ON")
      }
      return SQLiteFile(
        try DatabaseQueue(path: path, configuration: configuration), subject: "the index's copy")
    }
    defer { file.close() }
    return try await file.write { try Self.takeOutExcluded(from: $0) }
  }

  private static func takeOutExcluded(from database: Database) throws -> TakenDocuments {
    // An index of an earlier form is backed up as it is.
    guard try database.columns(in: "document").contains(where: { $0.name == "marks" }) else {
      return TakenDocuments()
    }
    let documents = try Row.fetchAll(
      database, sql: "SELECT \(DocumentRow.columns) FROM document WHERE \(isExcluded)"
    ).compactMap { try? DocumentRow(row: $0).document }
    guard !documents.isEmpty else { return TakenDocuments() }
    let before = try versionCount(in: database)
    // Tags go first: a document's tags are counted by whether it is listed.
    try database.execute(
      sql: "DELETE FROM documentTag WHERE document IN (SELECT key FROM document WHERE \(isExcluded))")
    try database.execute(sql: "DELETE FROM document WHERE \(isExcluded)")
    return TakenDocuments(documents: documents, versions: try before - versionCount(in: database))
  }

  /// Damaged metadata exclude nothing: their document is kept.
  private static let isExcluded = """
    CASE WHEN typeof(marks) = 'text' AND json_valid(marks)
      THEN json_extract(marks, '$.excludedFromBackup') ELSE 0 END = 1
    """

  private static func versionCount(in database: Database) throws -> Int {
    try Int.fetchOne(database, sql: "SELECT count(*) FROM version") ?? 0
  }

  /// Contents of documents, or of versions that no document has now, after `hash` in the order of hashes, a thousand at
  /// a time.
  package func neededContents(
    of kind: NeededContent.Kind, after hash: String
  ) async throws(DocumentError) -> [NeededContent] {
    try await file.read { database in
      let rows = try Row.fetchAll(
        database, sql: kind == .current ? Self.currentContents : try Self.earlierContents(in: database),
        arguments: [hash])
      return try rows.compactMap { row in
        try ContentHash(row.read("sha256") as String).map {
          NeededContent(hash: $0, size: try row.read("size"), isRequired: try row.read("required"))
        }
      }
    }
  }

  private static let currentContents = """
    SELECT sha256, max(size) AS size, 1 AS required FROM document
    WHERE sha256 > ? GROUP BY sha256 ORDER BY sha256 LIMIT 1000
    """

  private static func earlierContents(in database: Database) throws -> String {
    let hasLost = try database.tableExists("lostContent")
    let isLost = hasLost ? "old.sha256 IN (SELECT sha256 FROM lostContent)" : "0"
    let isRescued = try IndexSchema.isRescued("old.sha256", in: database)
    return """
      SELECT old.sha256, max(old.size) AS size,
        max((coalesce(next.origin, '') <> 'disk' OR \(isRescued)) AND NOT \(isLost)) AS required
      FROM version old
      LEFT JOIN version next ON next.document = old.document AND next.number = old.number + 1
      WHERE old.sha256 > ? AND NOT EXISTS (SELECT 1 FROM document WHERE document.sha256 = old.sha256)
      GROUP BY old.sha256 ORDER BY old.sha256 LIMIT 1000
      """
  }

  package func owners(of hash: ContentHash) async throws(DocumentError) -> [Document] {
    try await file.read { database in
      readable(
        try Row.fetchAll(
          database,
          sql:
            "SELECT \(DocumentRow.columns) FROM document WHERE sha256 = ? ORDER BY trashed IS NOT NULL LIMIT 100",
          arguments: [hash.description])
      ).map(\.document)
    }
  }

  package func firstOrigin(of id: DocumentID) async throws(DocumentError) -> Origin? {
    try await file.read { database in
      try String.fetchOne(
        database,
        sql: """
          SELECT origin FROM version JOIN document ON document.key = version.document
          WHERE document.id = ? ORDER BY number LIMIT 1
          """, arguments: [id.description]
      ).flatMap(Origin.init)
    }
  }

  package func trashedCount() async throws(DocumentError) -> Int {
    try await file.read {
      try Int.fetchOne($0, sql: "SELECT count(*) FROM document WHERE trashed IS NOT NULL") ?? 0
    }
  }

  /// Documents, in the Trash too, after `key`, a thousand at a time, and how many entries are none.
  ///
  /// The index may be of any origin: entries that cannot be read are passed over.
  package func restoredEntries(
    after key: Int64
  ) async throws(DocumentError) -> (entries: [IndexEntry], unreadable: Int, last: Int64?) {
    try await file.read { database in
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT \(DocumentRow.columns), \(Self.isReadable) AS isReadable FROM document
          WHERE key > ? ORDER BY key LIMIT 1000
          """, arguments: [key])
      let entries = rows.filter { $0["isReadable"] }.compactMap { try? DocumentRow(row: $0) }
        .map(\.entry)
      return (entries, rows.count - entries.count, rows.last?["key"])
    }
  }

  private static let isReadable =
    ["id", "folder", "name", "type", "sha256", "fingerprint"].map { "typeof(\($0)) = 'text'" }
    .joined(separator: " AND ")
    + ["size", "version", "created", "modified"].map { " AND typeof(\($0)) = 'integer'" }.joined()
    + " AND typeof(trashed) IN ('integer', 'null')"

  /// Contents of versions that are no longer their document's, after `hash`, a thousand at a time.
  package func earlierContents(
    after hash: String
  ) async throws(DocumentError) -> [(hash: ContentHash, size: Int64)] {
    try await file.read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT version.sha256 AS sha256, max(version.size) AS size FROM version JOIN document ON document.key = version.document
          WHERE version.sha256 > ? AND version.number < document.version AND typeof(version.sha256) = 'text'
          GROUP BY version.sha256 ORDER BY version.sha256 LIMIT 1000
          """, arguments: [hash]
      ).compactMap { row in
        guard let hash = ContentHash(try row.read("sha256") as String),
          let size: Int64 = try? row.read("size")
        else { return nil }
        return (hash, size)
      }
    }
  }

  package func setFingerprints(_ looks: [(DocumentID, Fingerprint)]) async throws(DocumentError) {
    try await file.write { database in
      for (id, fingerprint) in looks {
        try database.execute(
          sql: "UPDATE document SET fingerprint = ? WHERE id = ?",
          arguments: [fingerprint.description, id.description])
      }
    }
  }
}

/// A content that a snapshot should hold.
package struct NeededContent: Hashable, Sendable {
  package enum Kind: CaseIterable, Sendable {
    case current, earlier
  }

  package let hash: ContentHash
  package let size: Int64
  /// False for a content that was gone before it could be kept.
  package let isRequired: Bool

  package init(hash: ContentHash, size: Int64, isRequired: Bool) {
    (self.hash, self.size, self.isRequired) = (hash, size, isRequired)
  }
}

/// Documents that were taken out of a copy of an index.
package struct TakenDocuments: Sendable {
  package var documents: [Document] = []
  package var versions = 0
}
