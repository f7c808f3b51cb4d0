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
  static func count(_ numbers: some Sequence<Int64>, in database: Database) throws -> TextFindings.Facets {
    let list = "[\(numbers.map(String.init).joined(separator: ","))]"
    var (types, folders, years): ([String: Int], [String: Int], [String: Int]) = ([:], [:], [:])
    let groups = try Row.fetchCursor(
      database,
      sql: """
        SELECT type, place, strftime('%Y', modified / 1000000, 'unixepoch') AS year, COUNT(*)
        FROM document WHERE number IN (SELECT value FROM json_each(?)) GROUP BY 1, 2, 3
        """, arguments: [list])
    while let row = try groups.next() {
      let (place, count): (String, Int) = (row[1], row[3])
      types[row[0], default: 0] += count
      years[row[2] ?? "", default: 0] += count
      for folder in Self.folders(around: place) { folders[folder, default: 0] += count }
    }
    let tags = try Row.fetchAll(
      database,
      sql: """
        SELECT MIN(spelled), COUNT(*) FROM tag WHERE document IN (SELECT value FROM json_each(?)) GROUP BY folded
        """, arguments: [list])
    var facets = TextFindings.Facets()
    facets.types = types.map { TextFindings.Facet($0.key, count: $0.value) }
    facets.folders = folders.map { TextFindings.Facet($0.key, count: $0.value) }
    facets.years = years.map { TextFindings.Facet($0.key, count: $0.value) }
    facets.tags = tags.map { TextFindings.Facet($0[0], count: $0[1]) }
    return facets
  }

  /// The folder of a place and all folders above it; none for the top, in which all documents lie.
  private static func folders(around place: String) -> [String] {
    place.indices.filter { place[$0] == "/" }.map { String(place[..<$0]) }
  }
}
