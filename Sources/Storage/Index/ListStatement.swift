import DocumentModel
import FoundationEssentials
import GRDB

/// The SELECT for a page of a list.
///
/// Each walks one index in the list's order from the cursor on and stops at the limit: no sorting, no scan of the
/// table, cost independent of the number of documents. `INDEXED BY` makes that a promise instead of a hope. Only
/// a text with few hits goes the other way: from the hits to their rows, which are then sorted.
struct ListStatement {
  /// Up to this many hits are fetched and sorted; with more, walking the list's order meets enough of them soon.
  static let fewHits = 1000

  private(set) var sql = ""
  private(set) var arguments: StatementArguments = []

  /// - Parameters:
  ///   - query: what to list; its types must not be empty.
  ///   - cursor: the query's cursor.
  ///   - pattern: the query's text as a pattern of the search index.
  ///   - hasFewHits: whether `pattern` has at most ``fewHits``.
  init(_ query: DocumentQuery, after cursor: ListCursor?, pattern: String?, hasFewHits: Bool) throws {
    let order = ListOrder(query.order)
    select(query, order, searching: pattern.flatMap { hasFewHits ? $0 : nil })
    sql += query.trashed ? "trashed IS NOT NULL" : "trashed IS NULL"
    if let folder = query.folder { add("folder = ?", folder.description) }
    if let types = query.types { add("type IN (SELECT value FROM json_each(?))", try Self.array(types)) }
    if let pattern, !hasFewHits {
      add("key IN (SELECT rowid FROM documentSearch WHERE documentSearch MATCH ?)", pattern)
    }
    if let cursor {
      add("(\(order.column), id) \(order.comparison) (?, ?)", cursor.key.databaseValue)
      arguments += [cursor.id.description]
    }
    sql += " ORDER BY \(order.column) \(order.direction), id \(order.direction) LIMIT ?"
    // One more than asked for tells whether there is a next page.
    arguments += [query.limit + 1]
  }

  /// Counts the hits of a pattern up to one more than few.
  static let countHits = """
    SELECT count(*) FROM (SELECT rowid FROM documentSearch WHERE documentSearch MATCH ? LIMIT \(fewHits + 1))
    """

  private mutating func select(_ query: DocumentQuery, _ order: ListOrder, searching pattern: String?) {
    sql = "SELECT \(DocumentRow.columns) FROM "
    guard let pattern else {
      let scope = query.trashed ? "InTrash" : query.folder == nil ? "" : "InFolder"
      sql += "document INDEXED BY document\(scope)By_\(order.column) WHERE "
      return
    }
    sql +=
      "documentSearch CROSS JOIN document ON key = documentSearch.rowid WHERE documentSearch MATCH ? AND "
    arguments += [pattern]
  }

  private mutating func add(_ condition: String, _ argument: some DatabaseValueConvertible) {
    sql += " AND \(condition)"
    arguments += [argument]
  }

  /// One argument for any number of types, so that the statement stays one in SQLite's cache.
  private static func array(_ types: Set<TypeIdentifier>) throws -> String {
    String(decoding: try JSONEncoder().encode(types.map(\.description).sorted()), as: UTF8.self)
  }
}

extension ListKey {
  fileprivate var databaseValue: DatabaseValue {
    switch self {
    case .text(let text): text.databaseValue
    case .number(let number): number.databaseValue
    }
  }
}
