import DocumentModel
import GRDB

/// The words that a query may have meant, of those that stand on no page.
struct TextCorrections {
  /// So many words take the place of one.
  private static let most = 3
  /// So many words of the index are compared with one.
  private static let mostCompared = 100_000

  /// The words of the query, as they are compared, with those that may have been meant; the likeliest first.
  private(set) var words: [String: [String]] = [:]

  var isEmpty: Bool { words.isEmpty }

  subscript(term: SearchTerm) -> [String] { words[term.words.first?.exact ?? ""] ?? [] }

  /// Compares the words that stand nowhere with those of the index.
  init(of query: SearchQuery, in database: Database) throws {
    for term in query.shownTerms where term.words.count == 1 && !term.isLiteral {
      guard let word = term.words.first?.exact, words[word] == nil,
        try !Self.isKnown(word, asPrefix: term.isPrefix, in: database)
      else { continue }
      let near = try Self.near(word, in: database)
      if !near.isEmpty { words[word] = near }
    }
  }

  private static func isKnown(_ word: String, asPrefix: Bool, in database: Database) throws -> Bool {
    try Bool.fetchOne(
      database, sql: "SELECT EXISTS (SELECT 1 FROM term WHERE word >= ? AND word < ? AND pages > 0)",
      arguments: [word, asPrefix ? word + "\u{10FFFF}" : word + "\u{1}"]) ?? false
  }

  /// Words with its first letter, or with its second one, which may have changed places.
  private static func near(_ word: String, in database: Database) throws -> [String] {
    let letters = Array(word.unicodeScalars)
    let limit = NearWords.most(for: letters.count)
    // Another number is another thing.
    guard limit > 0, letters.allSatisfy({ $0.properties.isAlphabetic }) else { return [] }
    var found: [(word: String, distance: Int, pages: Int)] = []
    for first in Set(letters.prefix(2)) {
      let rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT word, pages FROM term
          WHERE word >= ? AND word < ? AND pages > 0 AND length(word) BETWEEN ? AND ? LIMIT ?
          """,
        arguments: [
          String(first), String(first) + "\u{10FFFF}", letters.count - limit, letters.count + limit,
          mostCompared,
        ])
      while let row = try rows.next() {
        let other: String = row[0]
        guard let distance = NearWords.distance(letters, Array(other.unicodeScalars), limit: limit) else {
          continue
        }
        found.append((other, distance, row[1]))
      }
    }
    return found.sorted { ($0.distance, $1.pages, $0.word) < ($1.distance, $0.pages, $1.word) }
      .prefix(most).map(\.word)
  }
}
