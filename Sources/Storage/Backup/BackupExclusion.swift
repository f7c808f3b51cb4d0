import DocumentModel
import GRDB
import LinuxSystem

/// Documents that somebody wants in no backup (spec documents SB-9): what a snapshot leaves out because of them.
///
/// A snapshot's copy of the index says which contents there are to keep, to list and to restore. So these documents are
/// taken out of the copy, with their versions and tags, before anything else looks at it: nothing of the snapshot then
/// names what it does not hold, and what is restored of it is whole. A content that another document has, too, is kept
/// for that one.
///
/// Beside the index there are their files in `Documents`, which would be taken for files that the index does not know
/// yet, and what clients handed over of them and is not saved.
struct BackupExclusion: Sendable {
  /// The documents, also those in the Trash.
  private(set) var documents: Set<DocumentID> = []
  /// Rows of versions that were taken out of the copy.
  private(set) var versions = 0
  /// Where those in `Documents` lie, by the content that they have.
  private var places: [ContentHash: [Location]] = [:]

  /// Takes the documents out of the copy of the index at `path`, which nobody else has open.
  static func take(fromCopyAt path: String, of root: SandboxRoot) async throws(DocumentError)
    -> BackupExclusion
  {
    let file = try await root.run("the copy of the index could not be opened") {
      var configuration = Configuration()
      configuration.prepareDatabase { database in
        // What was taken out is not to be found in pages that are free now.
        try database.execute(sql: "PRAGMA secure_delete = ON")
      }
      return SQLiteFile(
        try DatabaseQueue(path: path, configuration: configuration), subject: "the index's copy")
    }
    defer { file.close() }
    return try await file.write { database in try Self.take(from: database) }
  }

  private static func take(from database: Database) throws -> BackupExclusion {
    var exclusion = BackupExclusion()
    // An index of an earlier form is backed up as it is.
    guard try database.columns(in: "document").contains(where: { $0.name == "marks" }) else {
      return exclusion
    }
    let rows = try Row.fetchAll(
      database, sql: "SELECT \(DocumentRow.columns) FROM document WHERE \(isExcluded)"
    ).compactMap { try? DocumentRow(row: $0) }
    guard !rows.isEmpty else { return exclusion }
    for document in rows.map(\.document) {
      exclusion.documents.insert(document.id)
      if document.trashed == nil { exclusion.places[document.sha256, default: []].append(document.location) }
    }
    let before = try versionCount(in: database)
    // Tags go first: a document's tags are counted by whether it is listed.
    try database.execute(
      sql: "DELETE FROM documentTag WHERE document IN (SELECT key FROM document WHERE \(isExcluded))")
    try database.execute(sql: "DELETE FROM document WHERE \(isExcluded)")
    exclusion.versions = try before - versionCount(in: database)
    return exclusion
  }

  /// Marks that are damaged say nothing, and what they are of is kept.
  private static let isExcluded = """
    CASE WHEN typeof(marks) = 'text' AND json_valid(marks)
      THEN json_extract(marks, '$.excludedFromBackup') ELSE 0 END = 1
    """

  private static func versionCount(in database: Database) throws -> Int {
    try Int.fetchOne(database, sql: "SELECT count(*) FROM version") ?? 0
  }

  /// Whether a file with this content, which no index has at its place, is such a document that somebody moved.
  ///
  /// Blocks.
  func hasMoved(_ content: ContentHash, in root: Directory) throws -> Bool {
    try places[content, default: []].contains { try !TreeNames(root: root).isFile($0) }
  }

  /// Whether a file of the `Library` belongs to such a document: to a draft of it, or to a draft of nobody any more.
  ///
  /// Blocks.
  func covers(_ path: String, in root: Directory) -> Bool {
    guard !documents.isEmpty, path.hasPrefix("\(SandboxPath.drafts)/"), let slash = path.lastIndex(of: "/")
    else { return false }
    guard let draft = DraftFolder.described(in: String(path[..<slash]), of: root) else { return true }
    return documents.contains(draft.document)
  }
}
