import DocumentModel
import GRDB
import Testing

@testable import Storage

/// One shape of a list query.
struct PlannedQuery: Sendable, CustomTestStringConvertible {
  let query: DocumentQuery
  let continues: Bool

  var testDescription: String {
    "\(query.order)\(query.folder == nil ? "" : " in a folder")\(query.trashed ? " of the Trash" : "")"
      + "\(query.types == nil ? "" : " of a type")\(continues ? " from a cursor" : "")"
  }

  static let all = DocumentQuery.Order.allCases.flatMap { order in
    [nil, FolderPath.top].flatMap { folder in
      [nil, Set([TypeIdentifier.pdf])].flatMap { types in
        [false, true].flatMap { trashed in
          [false, true].map { continues in
            PlannedQuery(
              query: DocumentQuery(folder: folder, types: types, trashed: trashed, order: order),
              continues: continues)
          }
        }
      }
    }
  }

  /// The statement with a cursor or without.
  func statement(pattern: String? = nil, hasFewHits: Bool = false) throws -> ListStatement {
    let cursor = continues ? ListCursor(after: try Sample().document, of: query) : nil
    return try ListStatement(query, after: cursor, pattern: pattern, hasFewHits: hasFewHits)
  }
}

@Suite("The plans of the index's queries")
struct QueryPlanTests {
  let index: SQLiteMetadataStore
  let workspace = TemporaryWorkspace(inMemory: true)

  init() throws {
    index = try SQLiteMetadataStore(root: workspace.open())
  }

  private func plan(_ sql: String, _ arguments: StatementArguments) async throws -> String {
    try await index.file.read { database in
      try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + sql, arguments: arguments)
        .map { $0["detail"] as String }.joined(separator: "\n")
    }
  }

  @Test(
    "every list walks an index in its order: nothing is sorted, no table is scanned",
    arguments: PlannedQuery.all)
  func lists(_ planned: PlannedQuery) async throws {
    let statement = try planned.statement()
    let plan = try await plan(statement.sql, statement.arguments)
    #expect(!plan.contains("TEMP B-TREE"), "\(plan)")
    #expect(plan.contains("document USING INDEX document"), "\(plan)")
    if planned.continues || planned.query.folder != nil && !planned.query.trashed {
      #expect(plan.contains("SEARCH document USING INDEX"), "\(plan)")
    }
  }

  @Test("a search with many hits walks the list's order as well")
  func manyHits() async throws {
    let planned = PlannedQuery(query: DocumentQuery(text: "a"), continues: true)
    let statement = try planned.statement(pattern: "\"a\"*")
    let plan = try await plan(statement.sql, statement.arguments)
    #expect(!plan.contains("TEMP B-TREE FOR ORDER"), "\(plan)")
    #expect(plan.contains("SEARCH document USING INDEX documentBy_modified"), "\(plan)")
  }

  @Test("a search with few hits fetches just those")
  func fewHits() async throws {
    let planned = PlannedQuery(query: DocumentQuery(text: "a"), continues: false)
    let statement = try planned.statement(pattern: "\"a\"*", hasFewHits: true)
    let plan = try await plan(statement.sql, statement.arguments)
    #expect(plan.contains("SCAN documentSearch VIRTUAL TABLE"), "\(plan)")
    #expect(plan.contains("SEARCH document USING INTEGER PRIMARY KEY"), "\(plan)")
  }

  @Test(
    "every look-up goes through an index",
    arguments: [
      "SELECT * FROM document WHERE id = 'x'",
      "SELECT * FROM document INDEXED BY documentPlace WHERE folder = '' AND name = 'x' AND trashed IS NULL",
      "SELECT * FROM version WHERE document = 1 ORDER BY number DESC",
      "SELECT * FROM version WHERE document = 1 AND number < 9 ORDER BY number DESC LIMIT 5",
      "SELECT * FROM version WHERE document = 1 AND number = 5",
      "SELECT * FROM version WHERE sha256 = 'x'",
      "SELECT * FROM event WHERE sequence > 5 ORDER BY sequence LIMIT 10",
      "SELECT 1 FROM document WHERE sha256 = 'x'",
      "SELECT * FROM document WHERE key > 5 AND trashed IS NULL ORDER BY key LIMIT 1000",
    ])
  func lookUps(_ sql: String) async throws {
    let plan = try await plan(sql, [])
    #expect(plan.hasPrefix("SEARCH") && !plan.contains("TEMP B-TREE"), "\(plan)")
  }

  @Test("old versions, and contents that nobody has, are found without looking at all others")
  func retention() async throws {
    let expired = try await plan(SQLiteMetadataStore.expired, [100, 100, 5, 200])
    #expect(
      expired.contains("SEARCH document USING COVERING INDEX documentVersion (version>?)"), "\(expired)")
    #expect(expired.contains("SEARCH version USING PRIMARY KEY (document=? AND number<?)"), "\(expired)")
    #expect(!expired.contains("TEMP B-TREE"))
    let expiry = try await plan(SQLiteMetadataStore.expiry, [1, 2, 5, 100])
    #expect(expiry.contains("SEARCH version USING PRIMARY KEY (document=? AND number=?)"), "\(expiry)")
    let used = try await plan(SQLiteMetadataStore.isUsed, ["x", "x"])
    #expect(used.contains("INDEX versionContent (sha256=?)"), "\(used)")
    #expect(used.contains("INDEX documentContent (sha256=?)"), "\(used)")
    let held = try await plan(SQLiteMetadataStore.documentByContent, ["x"])
    #expect(held.contains("SEARCH document USING INDEX documentContent (sha256=?)"), "\(held)")
  }

  @Test("a document in the Trash is found by its content or its place without looking at all others")
  func trashed() async throws {
    let queries: [(String, StatementArguments)] = [
      (SQLiteMetadataStore.trashedByContent, ["x", "", "a", "a"]),
      (SQLiteMetadataStore.trashedByPlace, ["a", "", "a"]),
    ]
    for (sql, arguments) in queries {
      #expect(try await plan(sql, arguments).hasPrefix("SEARCH document USING INDEX"))
    }
  }
}
