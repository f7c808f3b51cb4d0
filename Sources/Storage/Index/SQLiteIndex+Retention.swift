public import DocumentModel
public import FoundationEssentials
import GRDB

extension SQLiteIndex {
  /// Removes rows of versions that `rule` does not keep.
  ///
  /// Numbers are given out without gaps, and rows go only from below the newest `count`. So the number alone tells
  /// which are the newest: no clock has a say in that. Looked for while other tasks may write; each document with
  /// enough versions costs one look-up.
  public func expireVersions(
    _ rule: VersionRetention, at date: Date, limit: Int
  ) async throws(DocumentError) -> Int {
    let horizon = rule.horizon(at: date).microseconds
    let found = try await file.read { database in
      try Row.fetchAll(
        database, sql: Self.expired, arguments: [rule.count, rule.count, horizon, max(0, limit)]
      ).map { try (document: $0.read("document") as Int64, number: $0.read("number") as Int64) }
    }
    guard !found.isEmpty else { return 0 }
    return try await file.write { database in
      try found.reduce(0) { count, row in
        // Asked again: the document may have been removed meanwhile, and its key given to another.
        try database.execute(
          sql: Self.expiry, arguments: [row.document, row.number, horizon, rule.count])
        return count + database.changesCount
      }
    }
  }

  static let expired = """
    SELECT version.document, version.number FROM document INDEXED BY documentVersion
    CROSS JOIN version ON version.document = document.key AND version.number <= document.version - ?
    WHERE document.version > ? AND version.created < ? LIMIT ?
    """
  static let expiry = """
    DELETE FROM version WHERE document = ? AND number = ? AND created < ?
      AND number <= (SELECT version FROM document WHERE key = version.document) - ?
    """

  /// Notes that a content that was replaced on the disk is kept; the note goes with the last version that has it.
  public func noteKept(_ hash: ContentHash) async throws(DocumentError) {
    try await file.write { database in
      try database.execute(
        sql: """
          INSERT OR IGNORE INTO rescuedContent (sha256)
          SELECT :hash WHERE EXISTS (SELECT 1 FROM version WHERE sha256 = :hash)
          """, arguments: ["hash": hash.description])
    }
  }

  /// Removes contents that nothing has any more.
  ///
  /// The files go inside the transaction that knows that no document and no version has them. No other change
  /// of the index can come between the look and the removal. A content becomes a version only after the index
  /// had it as a document's current one. When the process ends before the end of the transaction, the note is
  /// still there and the file is not.
  public func releaseContents(
    limit: Int, removing remove: @escaping @Sendable (ContentHash) throws -> Void
  ) async throws(DocumentError) -> Released<ContentHash> {
    try await file.write(reachingOut: true) { database in
      let waiting = try String.fetchAll(
        database, sql: "SELECT sha256 FROM released ORDER BY sha256 LIMIT ?", arguments: [max(0, limit)])
      var (removed, failures): ([ContentHash], Int) = ([], 0)
      for text in waiting {
        if let hash = ContentHash(text), try !Self.isUsed(hash, in: database) {
          guard (try? remove(hash)) != nil else {
            failures += 1
            continue
          }
          removed.append(hash)
        }
        try database.execute(sql: "DELETE FROM released WHERE sha256 = ?", arguments: [text])
      }
      return Released(
        removed: removed, failures: failures, isMore: waiting.count == limit && failures == 0)
    }
  }

  /// Which of these contents a document or a version has; two look-ups in indexes for each.
  public func contentsInUse(
    among hashes: [ContentHash]
  ) async throws(DocumentError) -> Set<ContentHash> {
    try await file.read { database in
      Set(try hashes.filter { hash in try Self.isUsed(hash, in: database) })
    }
  }

  private static func isUsed(_ hash: ContentHash, in database: Database) throws -> Bool {
    try Bool.fetchOne(
      database, sql: isUsed, arguments: [hash.description, hash.description]) ?? false
  }

  static let isUsed = """
    SELECT EXISTS (SELECT 1 FROM version WHERE sha256 = ?) OR EXISTS (SELECT 1 FROM document WHERE sha256 = ?)
    """
}
