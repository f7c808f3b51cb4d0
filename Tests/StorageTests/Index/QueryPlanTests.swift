import DocumentModel
import GRDB
import Testing

@testable import Storage

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

  func statement(pattern: String? = nil, hasFewHits: Bool = false) throws -> ListStatement {
    let cursor = continues ? ListCursor(after: try Sample().document, of: query) : nil
    return try ListStatement(query, after: cursor, pattern: pattern, hasFewHits: hasFewHits)
  }
}

@Suite("The plans of the index's queries")
struct QueryPlanTests {
  let index: SQLiteIndex
  let workspace = TemporaryWorkspace(inMemory: true)

  init() throws {
    index = try SQLiteIndex(root: workspace.open())
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

  @Test("old versions, and contents without a document, are found without scanning all rows")
  func retention() async throws {
    let expired = try await plan(SQLiteIndex.expired, [100, 100, 5, 200])
    #expect(
      expired.contains("SEARCH document USING COVERING INDEX documentVersion (version>?)"), "\(expired)")
    #expect(expired.contains("SEARCH version USING PRIMARY KEY (document=? AND number<?)"), "\(expired)")
    #expect(!expired.contains("TEMP B-TREE"))
    let expiry = try await plan(SQLiteIndex.expiry, [1, 2, 5, 100])
    #expect(expiry.contains("SEARCH version USING PRIMARY KEY (document=? AND number=?)"), "\(expiry)")
    let used = try await plan(SQLiteIndex.isUsed, ["x", "x"])
    #expect(used.contains("INDEX versionContent (sha256=?)"), "\(used)")
    #expect(used.contains("INDEX documentContent (sha256=?)"), "\(used)")
    let version = try await plan(SQLiteIndex.versionExists, ["x"])
    #expect(version.contains("INDEX versionContent (sha256=?)"), "\(version)")
    let held = try await plan(SQLiteIndex.documentByContent, ["x"])
    #expect(held.contains("SEARCH document USING INDEX documentContent (sha256=?)"), "\(held)")
  }

  @Test(
    "favourites walk an index of their own, in any order", arguments: DocumentQuery.Order.allCases,
    [false, true])
  func favourites(_ order: DocumentQuery.Order, trashed: Bool) async throws {
    let query = DocumentQuery(folder: .top, favourite: true, trashed: trashed, order: order)
    let planned = PlannedQuery(query: query, continues: true)
    let statement = try planned.statement()
    let plan = try await plan(statement.sql, statement.arguments)
    #expect(plan.hasPrefix("SEARCH document USING INDEX documentFavouriteBy_"), "\(plan)")
    #expect(!plan.contains("TEMP B-TREE"), "\(plan)")
  }

  @Test("a list by tags with few hits fetches just those; with many it walks the list's order")
  func tags() async throws {
    let (one, other) = (try Tag("one"), try Tag("other"))
    let query = DocumentQuery(tags: [one, other])
    let few = try ListStatement(query, after: nil, pattern: nil, hasFewHits: false, startingAt: other)
    let plan = try await plan(few.sql, few.arguments)
    #expect(plan.contains("SEARCH documentTag USING PRIMARY KEY (folded=?)"), "\(plan)")
    #expect(plan.contains("SEARCH document USING INTEGER PRIMARY KEY"), "\(plan)")
    #expect(plan.contains("SEARCH other USING PRIMARY KEY (folded=? AND document=?)"), "\(plan)")
    let cursor = ListCursor(after: try Sample().document, of: query)
    let many = try ListStatement(query, after: cursor, pattern: nil, hasFewHits: false)
    let walk = try await self.plan(many.sql, many.arguments)
    #expect(walk.contains("SEARCH document USING INDEX documentBy_modified"), "\(walk)")
    #expect(walk.contains("SEARCH other USING PRIMARY KEY (folded=? AND document=?)"), "\(walk)")
    #expect(!walk.contains("TEMP B-TREE"), "\(walk)")
  }

  @Test("tags are counted without looking at documents")
  func countedTags() async throws {
    let all = try await plan(SQLiteIndex.countedTags, [])
    #expect(all == "SCAN tag")
    let one = try await plan(SQLiteIndex.tagUse, ["a"])
    #expect(one == "SEARCH tag USING PRIMARY KEY (folded=?)")
    let (sql, arguments) = ListStatement.countTagged([try Tag("a"), try Tag("b")], startingAt: try Tag("a"))
    let both = try await plan(sql, arguments)
    #expect(both.contains("SEARCH documentTag USING PRIMARY KEY (folded=?)"), "\(both)")
    #expect(both.contains("SEARCH other USING PRIMARY KEY (folded=? AND document=?)"), "\(both)")
  }

  @Test("batches are found by their state, the last ones first, without scanning all rows")
  func batches() async throws {
    let queries: [(String, StatementArguments)] = [
      (SQLiteIndex.lastBatches, [10]), (SQLiteIndex.openBatches, []),
    ]
    for (sql, arguments) in queries {
      let plan = try await plan(sql, arguments)
      #expect(plan == "SEARCH batch USING INDEX batchByState (state=?)")
    }
    let old = try await plan(SQLiteIndex.oldBatches, [100])
    #expect(old.contains("SEARCH batch USING COVERING INDEX batchByState (state=?)"), "\(old)")
    #expect(!old.contains("TEMP B-TREE"), "\(old)")
  }

  @Test("arrivals are found by their state, the last ones first, without sorting them")
  func arrivals() async throws {
    let plan = try await plan(SQLiteIndex.lastArrivals, [false, Int64.max, 10])
    #expect(plan == "SEARCH arrival USING INDEX arrivalByNumber (judged=? AND sequence<?)", "\(plan)")
  }

  @Test("events are read from where they are asked for, and the first one that is kept is found at once")
  func events() async throws {
    let page = try await plan(SQLiteIndex.eventsAfter, [7, 10])
    #expect(page == "SEARCH event USING INTEGER PRIMARY KEY (rowid>?)")
    let first = try await plan(SQLiteIndex.eventsForgotten, [])
    #expect(first.contains("SEARCH event") && !first.contains("SCAN event"), "\(first)")
  }

  @Test("a document in the Trash is found by its content or its place without scanning all rows")
  func trashed() async throws {
    let queries: [(String, StatementArguments)] = [
      (SQLiteIndex.trashedByContent, ["x", "", "a", "a"]),
      (SQLiteIndex.trashedByPlace, ["a", "", "a"]), (SQLiteIndex.trashedUntil, [5, 10]),
    ]
    for (sql, arguments) in queries {
      #expect(try await plan(sql, arguments).hasPrefix("SEARCH document USING INDEX"))
    }
    let oldest = try await plan(SQLiteIndex.trashedUntil, [5, 10])
    #expect(!oldest.contains("TEMP B-TREE"), "\(oldest)")
    let needed = try await plan(SQLiteIndex.isNeeded, ["x", "x"])
    #expect(needed.contains("INDEX versionContent (sha256=?)"), "\(needed)")
    #expect(needed.contains("INDEX documentContent (sha256=?)"), "\(needed)")
  }

  private func deep(_ order: DocumentQuery.Order, trashed: Bool = false) throws -> PlannedQuery {
    var query = DocumentQuery(folder: try FolderPath(parsing: "F/G"), trashed: trashed, order: order)
    query.isDeep = true
    return PlannedQuery(query: query, continues: true)
  }

  @Test("a deep list of many documents walks the list's order", arguments: DocumentQuery.Order.allCases)
  func deepList(_ order: DocumentQuery.Order) async throws {
    for isTrash in [false, true] {
      let statement = try deep(order, trashed: isTrash).statement()
      let plan = try await plan(statement.sql, statement.arguments)
      #expect(plan.contains("SEARCH document USING INDEX document\(isTrash ? "InTrash" : "")By_"), "\(plan)")
      #expect(!plan.contains("TEMP B-TREE"), "\(plan)")
    }
  }

  @Test("a deep list of few documents fetches just those")
  func smallTree() async throws {
    let statement = try ListStatement(
      deep(.name).query, after: nil, pattern: nil, hasFewHits: false, isSmallTree: true)
    let plan = try await plan(statement.sql, statement.arguments)
    #expect(plan.contains("SEARCH document USING INDEX documentPlace (folder=?)"), "\(plan)")
    #expect(plan.contains("documentPlace (folder>? AND folder<?)"), "\(plan)")
    #expect(plan.contains("SEARCH document USING INTEGER PRIMARY KEY"), "\(plan)")
    #expect(!plan.contains("SCAN document\n") && !plan.contains("SCAN document USING"), "\(plan)")
  }

  @Test("the sums of whole folders are found without scanning all documents")
  func folders() async throws {
    let range = FolderRange(try FolderPath(parsing: "F/G"))
    let queries: [(String, StatementArguments)] = [
      (FolderRange.count, range.arguments), (FolderRange.exists, range.arguments),
      (SQLiteIndex.within, range.arguments), (SQLiteIndex.deepest, range.arguments),
      (SQLiteIndex.folderMove, ["X", "F/G", 5] + range.arguments),
      (SQLiteIndex.folderToTrash, [5] + range.arguments),
      (SQLiteIndex.thrownAway, [5, ""] + range.arguments + [10]),
      (SQLiteIndex.entriesAtPlaces, ["[]"]), (SQLiteIndex.talliesOfFolders, ["[]"]),
    ]
    for (sql, arguments) in queries {
      let plan = try await plan(sql, arguments)
      #expect(plan.contains("SEARCH document USING"), "\(sql)\n\(plan)")
      #expect(!plan.contains("SCAN document"), "\(sql)\n\(plan)")
    }
    let thrownAway = try await plan(SQLiteIndex.thrownAway, [5, ""] + range.arguments + [10])
    #expect(thrownAway.contains("documentThrownAway (trashed=? AND id>?)"), "\(thrownAway)")
    #expect(!thrownAway.contains("TEMP B-TREE"), "\(thrownAway)")
  }
}
