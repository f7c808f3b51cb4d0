import DocumentModel
import GRDB

/// All documents in `Documents`, fetched a thousand at a time while somebody asks for them.
actor EntryPages {
  private static let size = 1000

  private let file: SQLiteFile
  private var page: ArraySlice<IndexEntry> = []
  private var lastKey = Int64.min
  private var isComplete = false

  init(_ file: SQLiteFile) {
    self.file = file
  }

  /// The next document; nil after the last.
  func next() async throws(DocumentError) -> IndexEntry? {
    if page.isEmpty, !isComplete { try await fetch() }
    return page.popFirst()
  }

  private func fetch() async throws(DocumentError) {
    let rows = try await file.read { [lastKey] database in
      try DocumentRow.fetchAll(
        database,
        sql: """
          SELECT \(DocumentRow.columns) FROM document
          WHERE key > ? AND trashed IS NULL ORDER BY key LIMIT \(Self.size)
          """,
        arguments: [lastKey])
    }
    isComplete = rows.count < Self.size
    lastKey = rows.last?.key ?? lastKey
    page = rows.map { IndexEntry(document: $0.document, fingerprint: $0.fingerprint) }[...]
  }
}
