public import DocumentModel
import FoundationEssentials
import GRDB

extension SQLiteTextIndex {
  /// See ``TextIndex/find(_:)``.
  public func find(_ search: TextSearch) async throws(DocumentError) -> TextFindings {
    try await file.read { database in
      let query = Self.withForms(search.query)
      let found = try TextFinder(search, query, mostPages, in: database).find()
      guard found.total == 0 else { return found }
      let corrections = try TextCorrections(of: search.query, in: database)
      guard !corrections.isEmpty else { return found }
      return try TextFinder(search, query.found { corrections[$0] }, mostPages, in: database).find(
        corrections)
    }
  }
}
