import DocumentModel
import FoundationEssentials
import GRDB

/// The SELECT for a page of a list.
///
/// Each walks one index in the list's order from the cursor on and stops at the limit. So there is no sorting and
/// no scan of the table, and the cost is independent of the number of documents. `INDEXED BY` makes that a promise
/// instead of a hope. Only a text or tags with few hits, or a folder with few documents at any depth, go the other
/// way. They lead from those to their rows, which are then sorted.
struct ListStatement {
  /// Up to this many are fetched and sorted; with more, walking the list's order meets enough of them soon.
  static let fewHits = 1000

  private(set) var sql = ""
  private(set) var arguments: StatementArguments = []

  /// - Parameters:
  ///   - query: what to list; its types must not be empty.
  ///   - cursor: the query's cursor.
  ///   - pattern: the query's text as a pattern of the search index.
  ///   - hasFewHits: whether `pattern` has at most ``fewHits``.
  ///   - tag: one of the query's tags where at most ``fewHits`` have all of them; nil otherwise.
  ///   - isSmallTree: whether at most ``fewHits`` documents are within the query's folder.
  ///   - spare: how many rows may be none of the list's, beside those that are asked for.
  init(
    _ query: DocumentQuery, after cursor: ListCursor?, pattern: String?, hasFewHits: Bool,
    startingAt tag: Tag? = nil, isSmallTree: Bool = false, spare: Int = 0
  ) throws {
    let order = ListOrder(query.order)
    let tree = query.tree
    // Few documents have one content, so that these lead the way.
    let tag = query.content == nil ? tag : nil
    let hasFewHits = hasFewHits && tag == nil && query.content == nil
    if let content = query.content {
      sql = "SELECT \(DocumentRow.columns) FROM document INDEXED BY documentContent WHERE sha256 = ? AND "
      arguments += [content.description]
    } else if let tree, isSmallTree, !hasFewHits, tag == nil {
      select(within: tree)
    } else {
      select(query, order, searching: pattern.flatMap { hasFewHits ? $0 : nil }, startingAt: tag)
    }
    sql += query.trashed ? "trashed IS NOT NULL" : "trashed IS NULL"
    if let tree {
      sql += " AND \(FolderRange.condition)"
      arguments += tree.arguments
    } else if let folder = query.folder, !query.isDeep {
      add("folder = ?", folder.description)
    }
    if let types = query.types { add("type IN (SELECT value FROM json_each(?))", try Self.array(types)) }
    if query.favourite { sql += " AND favourite = 1" }
    for other in query.tags where other.folded != tag?.folded {
      add(Self.hasTag("document.key"), other.folded)
    }
    if let pattern, !hasFewHits {
      add("key IN (SELECT rowid FROM documentSearch WHERE documentSearch MATCH ?)", pattern)
    }
    if let cursor {
      add("(\(order.column), id) \(order.comparison) (?, ?)", cursor.key.databaseValue)
      arguments += [cursor.id.description]
    }
    sql += " ORDER BY \(order.column) \(order.direction), id \(order.direction) LIMIT ?"
    // One more than asked for tells whether there is a next page.
    arguments += [query.limit + 1 + spare]
  }

  static let countHits = """
    SELECT count(*) FROM (SELECT rowid FROM documentSearch WHERE documentSearch MATCH ? LIMIT \(fewHits + 1))
    """

  /// Counts the documents that have all of `tags`, up to one more than few, from those that have `tag` on.
  static func countTagged(_ tags: [Tag], startingAt tag: Tag) -> (sql: String, arguments: StatementArguments)
  {
    var (conditions, arguments) = ("", [tag.folded] as StatementArguments)
    for other in tags where other.folded != tag.folded {
      conditions += " AND \(hasTag("documentTag.document"))"
      arguments += [other.folded]
    }
    let hits = "SELECT 1 FROM documentTag WHERE folded = ?\(conditions) LIMIT \(fewHits + 1)"
    return ("SELECT count(*) FROM (\(hits))", arguments)
  }

  private static func hasTag(_ key: String) -> String {
    "EXISTS (SELECT 1 FROM documentTag AS other WHERE other.folded = ? AND other.document = \(key))"
  }

  private mutating func select(within tree: FolderRange) {
    sql =
      "SELECT \(DocumentRow.columns) FROM (\(FolderRange.keys)) AS within "
      + "CROSS JOIN document ON document.key = within.place WHERE "
    arguments += tree.arguments
  }

  private mutating func select(
    _ query: DocumentQuery, _ order: ListOrder, searching pattern: String?, startingAt tag: Tag?
  ) {
    sql = "SELECT \(DocumentRow.columns) FROM "
    if let tag {
      sql += "documentTag CROSS JOIN document ON key = documentTag.document WHERE documentTag.folded = ? AND "
      arguments += [tag.folded]
      return
    }
    guard let pattern else {
      let isFlat = query.folder != nil && !query.isDeep
      let place = query.trashed ? "InTrash" : isFlat ? "InFolder" : ""
      let scope = query.favourite ? "Favourite" : place
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
