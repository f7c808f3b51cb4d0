package import DocumentModel
import GRDB

/// All documents in `Documents`, fetched a thousand at a time on demand.
package actor EntryPages {
  private static let size = 1000

  private let index: SQLiteIndex
  private var page: ArraySlice<IndexEntry> = []
  private var lastKey = Int64.min
  private var isComplete = false

  package init(_ index: SQLiteIndex) {
    self.index = index
  }

  package func next() async throws(DocumentError) -> IndexEntry? {
    while page.isEmpty, !isComplete { try await fetch() }
    return page.popFirst()
  }

  private func fetch() async throws(DocumentError) {
    let (documents, count, last) = try await index.file.read { [index, lastKey] database in
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT \(DocumentRow.columns) FROM document
          WHERE key > ? AND trashed IS NULL ORDER BY key LIMIT \(Self.size)
          """,
        arguments: [lastKey])
      return (index.readable(rows), rows.count, try rows.last?.read("key") as Int64?)
    }
    isComplete = count < Self.size
    lastKey = last ?? lastKey
    page = documents.map(\.entry)[...]
  }
}
