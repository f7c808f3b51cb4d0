import DocumentModel
import GRDB

/// The conditions of a query on the table `document`.
struct TextFilters {
  /// Begins with `AND`; empty where there is none.
  let condition: String
  let arguments: StatementArguments

  init(_ conditions: [SearchQuery.Condition]) {
    var (texts, arguments): ([String], StatementArguments) = ([], [])
    for condition in conditions {
      let (text, values) = Self.condition(condition.filter)
      texts.append(condition.isExcluded ? "AND NOT (\(text))" : "AND (\(text))")
      arguments += values
    }
    condition = texts.joined(separator: " ")
    self.arguments = arguments
  }

  private static func condition(_ filter: SearchQuery.Filter) -> (String, StatementArguments) {
    switch filter {
    case .types(let types):
      let marks = types.map { _ in "?" }.joined(separator: ", ")
      return ("document.type IN (\(marks))", StatementArguments(types.map(\.description).sorted()))
    case .folder(let folder):
      let place = SQLiteTextIndex.place(of: folder)
      return ("document.place >= ? AND document.place < ?", [place, place + "\u{10FFFF}"])
    case .tag(let tag):
      return (
        "EXISTS (SELECT 1 FROM tag WHERE tag.document = document.number AND folded = ?)", [tag.folded]
      )
    case .before(let date): return ("document.modified < ?", [date.microseconds])
    case .after(let date): return ("document.modified >= ?", [date.microseconds])
    case .bytes(let range): return ("document.size BETWEEN ? AND ?", [range.lowerBound, range.upperBound])
    case .pages(let range):
      return (
        "(SELECT pages FROM content WHERE content.number = document.content) BETWEEN ? AND ?",
        [range.lowerBound, range.upperBound]
      )
    case .favourite: return ("document.favourite", [])
    }
  }
}

/// Counts what is found by type, folder, tag and year.
enum TextFacets {
  /// So many values of a facet are told.
  private static let most = 12

  static func count(_ numbers: some Sequence<Int64>, in database: Database) throws -> TextFindings.Facets {
    let list = "[\(numbers.map(String.init).joined(separator: ","))]"
    func counted(_ value: String, by group: String, from table: String = "document") throws -> [TextFindings
      .Facet]
    {
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT \(value) AS facet, COUNT(*) AS documents FROM \(table)
          WHERE number IN (SELECT value FROM json_each(?)) GROUP BY \(group)
          ORDER BY documents DESC, facet LIMIT \(most)
          """, arguments: [list])
      return rows.map { TextFindings.Facet($0["facet"] ?? "", count: $0["documents"]) }
    }
    var facets = TextFindings.Facets()
    facets.types = try counted("type", by: "type")
    facets.folders = try counted("rtrim(place, '/')", by: "place")
    facets.years = try counted("strftime('%Y', modified / 1000000, 'unixepoch')", by: "facet")
    facets.tags = try counted(
      "MIN(spelled)", by: "folded", from: "tag JOIN document ON number = tag.document")
    return facets
  }
}
