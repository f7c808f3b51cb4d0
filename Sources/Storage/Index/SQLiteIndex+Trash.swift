public import DocumentModel
public import FoundationEssentials
import GRDB

extension SQLiteIndex {
  /// Removes the row of a document in the Trash; its versions and tags go with it.
  public func remove(
    _ id: DocumentID, trashedAt moment: Date, at date: Date
  ) async throws(DocumentError) -> DocumentEvent {
    try await file.write { [retention] database in
      let row = try DocumentRow.require(id, trashed: true, in: database)
      guard row.document.trashed?.microseconds == moment.microseconds else {
        throw DocumentError(.versionConflict, "the document was taken out of the Trash in the meantime")
      }
      try database.execute(
        sql: "INSERT OR REPLACE INTO removedDocument (id, sha256) VALUES (?, ?)",
        arguments: [id.description, row.document.sha256.description])
      try database.execute(sql: "DELETE FROM document WHERE key = ?", arguments: [row.key])
      return try EventRow.insert(.removed, row.document, at: date, retention: retention, in: database)
    }
  }

  /// Documents that went to the Trash at `date` or before, by an index of that.
  public func trashed(until date: Date, limit: Int) async throws(DocumentError) -> [Document] {
    try await file.read { database in
      readable(
        try Row.fetchAll(
          database, sql: Self.trashedUntil, arguments: [date.microseconds, max(0, limit)])
      ).map(\.document)
    }
  }

  static let trashedUntil = """
    SELECT \(DocumentRow.columns) FROM document INDEXED BY documentTrashedAt
    WHERE trashed <= ? AND trashed IS NOT NULL ORDER BY trashed, id LIMIT ?
    """

  /// Removes files of documents that are gone; the notes go after them, in the transaction that knew that they may.
  public func releaseRemoved(
    limit: Int, removing remove: @escaping @Sendable (DocumentID, ContentHash?) throws -> Void
  ) async throws(DocumentError) -> Released<DocumentID> {
    try await file.write(reachingOut: true) { database in
      let waiting = try Row.fetchAll(
        database, sql: "SELECT id, sha256 FROM removedDocument ORDER BY id LIMIT ?",
        arguments: [max(0, limit)])
      var (removed, failures): ([DocumentID], Int) = ([], 0)
      for row in waiting {
        let text: String = try row.read("id")
        if let id = DocumentID(text), try DocumentRow.fetch(id, in: database) == nil {
          let needed = try Self.neededVersion(row.read("sha256"), in: database)
          guard (try? remove(id, needed)) != nil else {
            failures += 1
            continue
          }
          removed.append(id)
        }
        try database.execute(sql: "DELETE FROM removedDocument WHERE id = ?", arguments: [text])
      }
      return Released(
        removed: removed, failures: failures, isMore: waiting.count == limit && failures == 0)
    }
  }

  /// The content `text` if a version has it and no document does: then no other file is certain to keep its bytes.
  private static func neededVersion(_ text: String, in database: Database) throws -> ContentHash? {
    let isNeeded = try Bool.fetchOne(database, sql: isNeeded, arguments: [text, text]) ?? false
    return isNeeded ? ContentHash(text) : nil
  }

  static let isNeeded = """
    SELECT EXISTS (SELECT 1 FROM version WHERE sha256 = ?) AND NOT EXISTS (SELECT 1 FROM document WHERE sha256 = ?)
    """

  package func isRemoved(_ id: DocumentID) async throws(DocumentError) -> Bool {
    try await file.read { database in
      // An index of an earlier form is looked at as it is.
      guard try database.tableExists("removedDocument") else { return false }
      return try Bool.fetchOne(
        database, sql: "SELECT EXISTS (SELECT 1 FROM removedDocument WHERE id = ?)",
        arguments: [id.description]) ?? false
    }
  }
}
