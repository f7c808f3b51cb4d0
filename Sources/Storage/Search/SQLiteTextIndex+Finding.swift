public import DocumentModel
import FoundationEssentials
import GRDB

extension SQLiteTextIndex {
  /// See ``TextIndex/find(_:)``.
  public func find(_ search: TextSearch) async throws(DocumentError) -> TextFindings {
    try await file.read { database in
      let query = search.query.found { TextLanguage.forms(of: $0.words.first?.exact ?? "") }
      let found = try TextFinder(search, query, mostPages, in: database).find()
      guard found.total == 0 else { return found }
      let corrections = try TextCorrections(of: search.query, in: database)
      guard !corrections.isEmpty else { return found }
      return try TextFinder(search, query.found { corrections[$0] }, mostPages, in: database).find(
        corrections)
    }
  }

  /// See ``TextIndex/documents(matching:)``.
  public func documents(matching query: SearchQuery) async throws(DocumentError) -> MatchedDocuments {
    try await file.read { database in
      guard !query.clauses.isEmpty else { return try Self.listed(query, in: database) }
      let query = query.found { TextLanguage.forms(of: $0.words.first?.exact ?? "") }
      // The moment and the limit say nothing of which documents match.
      let search = TextSearch(query, now: Date(timeIntervalSince1970: 0))
      let (found, isPartial) = try TextFinder(search, query, mostPages, in: database).candidates()
      return MatchedDocuments(try Self.ids(of: found.keys, in: database), isPartial: isPartial)
    }
  }
}
