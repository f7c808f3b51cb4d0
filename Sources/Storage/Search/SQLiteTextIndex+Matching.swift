public import DocumentModel
import FoundationEssentials
import GRDB

extension SQLiteTextIndex {
  /// See ``TextIndex/matches(_:among:)``.
  public func matches(
    _ query: SearchQuery, among documents: [DocumentID]
  ) async throws(DocumentError) -> Set<DocumentID> {
    guard !query.isEmpty, !documents.isEmpty else { return [] }
    return try await file.read { database in
      let match = try DocumentMatch(Self.withForms(query), in: database)
      return Set(try documents.filter { try match.holds(for: $0) })
    }
  }

  /// See ``TextIndex/matches(_:isWhole:)``.
  public func matches(_ query: SearchQuery, isWhole: Bool) async throws(DocumentError) -> TextMatches {
    try await file.read { database in
      guard !query.clauses.isEmpty else { return try Self.listed(query, in: database) }
      let search = TextSearch(query, now: Date())
      let finder =
        isWhole
        ? try TextFinder(search, Self.withForms(query), Self.allRows, mostNames: Self.allRows, in: database)
        : try TextFinder(search, Self.withForms(query), mostPages, in: database)
      let (all, isPartial) = try finder.candidates()
      let newest = all.sorted { ($0.value.modified, $0.key) > ($1.value.modified, $1.key) }
      let statement = try database.cachedStatement(sql: "SELECT id FROM document WHERE number = ?")
      let ids = try newest.compactMap { try String.fetchOne(statement, arguments: [$0.key]) }
      return TextMatches(ids.compactMap { DocumentID($0) }, isPartial: isPartial)
    }
  }

  /// The documents that the conditions of a query leave.
  private static func listed(_ query: SearchQuery, in database: Database) throws -> TextMatches {
    let filters = TextFilters(query.filters)
    let ids = try String.fetchAll(
      database,
      sql:
        "SELECT id FROM document WHERE trashed IS NULL \(filters.condition) ORDER BY modified DESC, number DESC",
      arguments: filters.arguments)
    return TextMatches(ids.compactMap { DocumentID($0) })
  }

  /// See ``TextIndex/readiness(of:)``.
  public func readiness(
    of documents: [DocumentID]
  ) async throws(DocumentError) -> [DocumentID: TextReadiness] {
    guard !documents.isEmpty else { return [:] }
    let list = "[\(documents.map { "\"\($0)\"" }.joined(separator: ","))]"
    return try await file.read { database in
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT id, hash, state, (
            SELECT COUNT(*) FROM scan
            WHERE scan.number BETWEEN content.number << 16 AND content.number << 16 | 0xFFFF) AS scans
          FROM document JOIN content ON content.number = document.content
          WHERE id IN (SELECT value FROM json_each(?))
          """, arguments: [list])
      return rows.reduce(into: [:]) { known, row in
        guard let id = DocumentID(row["id"] as String), let hash = ContentHash(row["hash"] as String) else {
          return
        }
        known[id] = TextReadiness(
          hash: hash, isSettled: ContentState(rawValue: row["state"]) != .waiting, scans: row["scans"])
      }
    }
  }

  /// More rows than a table has.
  private static let allRows = 1 << 48

  /// A query that also looks for the stems of its words.
  static func withForms(_ query: SearchQuery) -> SearchQuery {
    query.found { TextLanguage.forms(of: $0.words.first?.exact ?? "") }
  }
}

/// A query that single documents match or not, without a score.
///
/// The pages of a content are one range of numbers, so that a word on a million pages costs no more than a rare one.
private struct DocumentMatch {
  private let database: Database
  private let filters: TextFilters
  private let clauses: [(match: TextMatch, isExcluded: Bool)]

  init(_ query: SearchQuery, in database: Database) throws {
    self.database = database
    filters = TextFilters(query.filters)
    clauses = try query.clauses.map { clause in
      (try TextMatch(clause) { try TextFinder.endings(of: $0, in: database) }, clause.isExcluded)
    }
  }

  func holds(for id: DocumentID) throws -> Bool {
    let row = try Row.fetchOne(
      database,
      sql: """
        SELECT number, content FROM document WHERE id = ? AND trashed IS NULL \(filters.condition)
        """, arguments: [id.description] + filters.arguments)
    guard let row else { return false }
    return try clauses.allSatisfy { clause in
      try holds(clause.match, for: row["number"], with: row["content"]) != clause.isExcluded
    }
  }

  private func holds(_ match: TextMatch, for document: Int64, with content: Int64) throws -> Bool {
    let named = try Int.fetchOne(
      database.cachedStatement(sql: "SELECT 1 FROM named WHERE named MATCH ? AND rowid = ?"),
      arguments: [match.named(in: match.columns), document])
    if named != nil { return true }
    guard let words = match.words else { return false }
    return try Int.fetchOne(
      database.cachedStatement(
        sql: "SELECT 1 FROM words WHERE words MATCH ? AND rowid BETWEEN ? AND ? LIMIT 1"),
      arguments: [words, content << 16, content << 16 | 0xFFFF]) != nil
  }
}
