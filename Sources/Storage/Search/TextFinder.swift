import DocumentModel
import FoundationEssentials
import GRDB
import Glibc

/// Finds the documents of a query in one reading of the index.
///
/// The unit of ranking is the document, by BM25F (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009).
/// Its name, title and tags count by weights, and so do the pages with a word, by their share of its length.
/// FTS5's own `bm25()` reads all rows of a word to count them, so that a frequent word would cost more with each page.
///
/// Work is bounded: of pages with a word the newest ``mostPages`` are looked at. The words of a query may stand on
/// different pages: each clause gives documents with a score, and those that all clauses give are found. A clause may have
/// more pages than that. Pages with the words of all clauses are looked at, too, so that a rare word leads to old ones.
///
/// To look a document up costs more than to read a row, so only contents that all clauses have are looked up. And the
/// rows that were read tell which pages of a document are shown.
struct TextFinder {
  /// Of a word that is being typed so many times fewer pages and names are looked at: each letter asks anew.
  private static let typingShare = 8
  /// The weights of pages: with the word, with a longer one, with the word in large letters, and of a mark.
  private static let weights = (page: 1.0, longer: 0.3, head: 2.0, mark: 4.0)
  /// A document of so many pages is neither long nor short.
  private static let usualPages = 10.0
  /// How far the length of a document counts, and how soon more of a word count less (`b` and `k1` of BM25).
  private static let (length, saturation) = (0.75, 4.0)
  /// A document with a page on which all words stand counts by this factor.
  private static let together = 1.5
  /// A document that was changed just now counts by this share more than an old one, and half of it after ``halfLife``.
  private static let freshness = 0.3
  private static let halfLife = 90.0 * 86_400
  /// The most that longer words count, as a share of the least that the typed word itself counts: less than freshness adds.
  private static let beginning = 0.7

  struct Candidate {
    var score: Double
    var pages: Int
    let modified: Int64
  }

  /// The rows of a content that match, by kinds.
  private struct Rows {
    var all = 0
    var close = 0
    var heads = 0
    var marks = 0
  }

  /// A document, the rows of its content, and how often it has what is asked for, by its length.
  private struct FoundRows {
    let number: Int64
    let modified: Int64
    let rows: Rows
    var frequency: Double
  }

  private struct Match {
    let match: TextMatch
    let isExcluded: Bool
  }

  /// All that a clause has: rows of pages by their contents, and weights of documents by names.
  private struct Hits {
    var pages = MatchedRows()
    /// Those with a word as it was typed; nil where that is the same.
    var closest: MatchedRows?
    var contents: [Int64: Rows] = [:]
    var names: [Int64: Double] = [:]
    /// How many documents it has, those left out among them.
    var count = 0
    var isCut = false
  }

  /// The findings of a query: documents with their scores, and the rows by which their pages are told.
  private struct Found {
    var documents: [Int64: Candidate] = [:]
    var isPartial = false
    var hits: [Hits] = []
    var together: MatchedRows?
  }

  private let mostPages: Int
  private let mostNames: Int
  private let search: TextSearch
  private let query: SearchQuery
  private let database: Database
  private let filters: TextFilters
  private let matches: [Match]
  /// The documents there are, or some more.
  private let documentCount: Double

  /// - Parameters:
  ///   - query: that of the search, with its terms found by further forms.
  ///   - mostPages: so many pages of a clause are looked at, the newest first.
  ///   - mostNames: so many documents whose names match are looked at.
  init(
    _ search: TextSearch, _ query: SearchQuery, _ mostPages: Int, mostNames: Int = 20_000,
    in database: Database
  ) throws {
    (self.mostPages, self.mostNames) = (mostPages, mostNames)
    self.search = search
    self.query = query
    self.database = database
    filters = TextFilters(query.filters)
    matches = try query.clauses.map { clause in
      Match(
        match: try TextMatch(clause) { try Self.endings(of: $0, in: database) },
        isExcluded: clause.isExcluded)
    }
    documentCount = Double(try Int64.fetchOne(database, sql: "SELECT MAX(number) FROM document") ?? 0)
  }

  /// The words that begin with one; those on most pages first.
  static func endings(of word: String, in database: Database) throws -> [String] {
    try String.fetchAll(
      try database.cachedStatement(
        sql: "SELECT word FROM term WHERE word >= ? AND word < ? AND pages > 0 ORDER BY pages DESC LIMIT ?"),
      arguments: [word, word + "\u{10FFFF}", TextMatch.mostEndings])
  }

  /// - Parameter corrections: words that the query looks for instead of some that stand nowhere.
  func find(_ corrections: TextCorrections? = nil) throws -> TextFindings {
    let found = try found()
    let all = found.documents
    let ranked = all.sorted { ($0.value.score, $0.key) > ($1.value.score, $1.key) }
    let told = ranked.dropFirst(search.offset).prefix(search.limit)
    return TextFindings(
      try told.compactMap { try finding($0.key, $0.value, found) }, total: all.count,
      isPartial: found.isPartial,
      facets: search.countsFacets ? try TextFacets.count(all.keys, in: database) : nil,
      corrections: all.isEmpty ? [:] : corrections?.words ?? [:])
  }

  /// All documents in which the query is found, by their numbers, and whether there may be more.
  func candidates() throws -> (all: [Int64: Candidate], isPartial: Bool) {
    let found = try found()
    return (found.documents, found.isPartial)
  }

  private func found() throws -> Found {
    var found = Found()
    found.hits = try matches.filter { !$0.isExcluded }.map { try hits(of: $0.match) }
    if found.hits.isEmpty {
      found.documents = try anyDocuments()
    } else {
      let clauses = try common(found.hits).map(documents)
      found.documents = clauses.dropFirst().reduce(clauses[0], Self.both)
      found.together = try addTogether(to: &found.documents)
    }
    found.isPartial = found.hits.contains(where: \.isCut) || found.documents.count >= mostNames
    for match in matches where match.isExcluded {
      let hits = try hits(of: match.match)
      found.isPartial = found.isPartial || hits.isCut
      for number in try documents(of: hits).keys { found.documents[number] = nil }
    }
    return found
  }

  /// The hits of all clauses, without contents that one of them has not.
  private func common(_ hits: [Hits]) throws -> [Hits] {
    guard hits.count > 1 else { return hits }
    var left: Set<Int64>?
    var contents: [Int64: Int64] = [:]
    for clause in hits {
      contents.merge(try self.contents(of: clause.names.keys)) { first, _ in first }
      let all = Set(clause.contents.keys).union(clause.names.keys.compactMap { contents[$0] })
      left = left.map { $0.intersection(all) } ?? all
    }
    return hits.map { clause in
      var clause = clause
      clause.contents = clause.contents.filter { left?.contains($0.key) == true }
      clause.names = clause.names.filter { name in
        contents[name.key].map { left?.contains($0) == true } ?? false
      }
      return clause
    }
  }

  /// The contents of documents.
  private func contents(of documents: some Sequence<Int64>) throws -> [Int64: Int64] {
    let rows = try Row.fetchAll(
      try database.cachedStatement(
        sql: "SELECT number, content FROM document WHERE number IN (SELECT value FROM json_each(?))"),
      arguments: [Self.list(documents)])
    return Dictionary(rows.map { ($0[0], $0[1]) }) { first, _ in first }
  }

  private static func both(_ one: [Int64: Candidate], _ other: [Int64: Candidate]) -> [Int64: Candidate] {
    var both: [Int64: Candidate] = [:]
    for (number, candidate) in one {
      guard let second = other[number] else { continue }
      both[number] = Candidate(
        score: candidate.score + second.score, pages: max(candidate.pages, second.pages),
        modified: candidate.modified)
    }
    return both
  }

  /// Raises, or adds, the documents of pages on which the words of all clauses stand; returns these pages.
  private func addTogether(to found: inout [Int64: Candidate]) throws -> MatchedRows? {
    let clauses = matches.filter { !$0.isExcluded }.map(\.match.words)
    let words = clauses.compactMap { $0 }.map { "(\($0))" }
    guard words.count > 1, words.count == clauses.count else { return nil }
    let rows = try rows(words.joined(separator: " AND "), most: mostPages)
    for document in try documents(of: Self.byContent(rows)) {
      let least = Candidate(
        score: fresh(Self.saturated(1), document.modified), pages: document.rows.all,
        modified: document.modified)
      found[document.number, default: least].score *= Self.together
    }
    return rows
  }

  private func hits(of match: TextMatch) throws -> Hits {
    let share = match.closest == nil ? 1 : Self.typingShare
    var hits = Hits()
    if let words = match.words {
      try addRows(words, match.closest, most: max(1, mostPages / share), to: &hits)
    }
    try addNames(match, most: mostNames / share, to: &hits)
    hits.count = hits.contents.count + hits.names.count
    return hits
  }

  /// The documents in which a clause is found.
  private func documents(of hits: Hits) throws -> [Int64: Candidate] {
    var found: [Int64: Candidate] = [:]
    for document in Self.ranked(try documents(of: hits.contents), hasLonger: hits.closest != nil) {
      found[document.number] = Candidate(
        score: document.frequency, pages: document.rows.all, modified: document.modified)
    }
    try add(hits.names, to: &found)
    let count = Double(hits.count)
    let rarity = log(1 + max(0, documentCount - count + 0.5) / (count + 0.5))
    for (number, candidate) in found {
      found[number]?.score = fresh(rarity * Self.saturated(candidate.score), candidate.modified)
    }
    return found
  }

  private static func saturated(_ frequency: Double) -> Double { frequency / (frequency + saturation) }

  private func fresh(_ score: Double, _ modified: Int64) -> Double {
    let age = max(0, Double(search.now.microseconds - modified) / 1_000_000)
    return score * (1 + Self.freshness * Self.halfLife / (Self.halfLife + age))
  }
}

// MARK: - Documents

extension TextFinder {
  /// Adds the rows that match, by their contents.
  ///
  /// - Parameters:
  ///   - words: matches rows.
  ///   - closest: matches those that have a word as it was typed.
  ///   - most: so many rows are looked at, the newest first.
  private func addRows(_ words: String, _ closest: String?, most: Int, to hits: inout Hits) throws {
    let pages = try rows(words, most: most)
    (hits.pages, hits.isCut) = (pages, pages.isCut)
    hits.contents = Self.byContent(pages)
    guard let lowest = pages.numbers.last else { return }
    if let closest {
      let rows = try rows(closest, from: lowest, most: most)
      hits.closest = rows
      for content in hits.contents.keys { hits.contents[content]?.close = 0 }
      for number in rows.numbers { hits.contents[number >> 16]?.close += 1 }
    }
    for number in try rows("{heads} : (\(closest ?? words))", from: lowest, most: most).numbers {
      hits.contents[number >> 16]?.heads += 1
    }
  }

  /// The newest rows that match.
  private func rows(_ words: String, from lowest: Int64 = 0, most: Int) throws -> MatchedRows {
    MatchedRows(
      try Int64.fetchAll(
        try database.cachedStatement(
          sql: "SELECT rowid FROM words WHERE words MATCH ? AND rowid >= ? ORDER BY rowid DESC LIMIT ?"),
        arguments: [words, lowest, most + 1]), most: most)
  }

  private static func byContent(_ rows: MatchedRows) -> [Int64: Rows] {
    var (contents, content, counts): ([Int64: Rows], Int64?, Rows) = ([:], nil, Rows())
    // Rows of one content follow one another.
    for number in rows.numbers {
      if let content, content != number >> 16 {
        contents[content] = counts
        counts = Rows()
      }
      content = number >> 16
      counts.all += 1
      counts.close += 1
      if TextSchema.isMark(number) { counts.marks += 1 }
    }
    if let content { contents[content] = counts }
    return contents
  }

  private func documents(of contents: [Int64: Rows]) throws -> [FoundRows] {
    var found: [FoundRows] = []
    found.reserveCapacity(contents.count)
    let rows = try Row.fetchCursor(
      try database.cachedStatement(
        sql: """
          SELECT document.number, modified, content, pages
          FROM (SELECT value AS found FROM json_each(?))
          CROSS JOIN document INDEXED BY documentFound ON content = found AND trashed IS NULL
          CROSS JOIN content INDEXED BY contentLength ON content.number = found
          WHERE TRUE \(filters.condition)
          """), arguments: [Self.list(contents.keys.sorted())] + filters.arguments)
    while let row = try rows.next() {
      guard let counts = contents[row[2]] else { continue }
      let pages: Int? = row[3]
      let longer = Double(counts.all - min(counts.close, counts.all))
      let weighted =
        Self.weights.page * Double(counts.close) + Self.weights.longer * longer
        + Self.weights.head * Double(counts.heads) + Self.weights.mark * Double(counts.marks)
      let share = 1 - Self.length + Self.length * Double(pages ?? counts.all) / Self.usualPages
      found.append(
        FoundRows(number: row[0], modified: row[1], rows: counts, frequency: weighted / share))
    }
    return found
  }

  /// A word that is as it was typed says more than a rare one that begins with it.
  private static func ranked(_ documents: [FoundRows], hasLonger: Bool) -> [FoundRows] {
    guard hasLonger, let least = documents.lazy.filter({ $0.rows.close > 0 }).map(\.frequency).min() else {
      return documents
    }
    return documents.map { document in
      var document = document
      if document.rows.close == 0 { document.frequency = min(document.frequency, beginning * least) }
      return document
    }
  }

  /// Adds the weights of the columns of `named` that match.
  private func addNames(_ match: TextMatch, most: Int, to hits: inout Hits) throws {
    let all = try named(match.named(in: match.columns), from: 0, most: most)
    guard let lowest = all.last else { return }
    hits.isCut = hits.isCut || all.count >= most
    for column in match.columns {
      for number in try named(match.named(in: [column]), from: lowest, most: most) {
        hits.names[number, default: 0] += column.weight
      }
    }
  }

  /// Adds documents by the weights of their names.
  private func add(_ weights: [Int64: Double], to found: inout [Int64: Candidate]) throws {
    guard !weights.isEmpty else { return }
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT number, modified FROM document
        WHERE number IN (SELECT value FROM json_each(?)) AND trashed IS NULL \(filters.condition)
        """, arguments: [Self.list(weights.keys)] + filters.arguments)
    while let row = try rows.next() {
      let number: Int64 = row[0]
      found[number, default: Candidate(score: 0, pages: 0, modified: row[1])].score += weights[number] ?? 0
    }
  }

  private func named(_ words: String, from lowest: Int64, most: Int) throws -> [Int64] {
    try Int64.fetchAll(
      try database.cachedStatement(
        sql: "SELECT rowid FROM named WHERE named MATCH ? AND rowid >= ? ORDER BY rowid DESC LIMIT ?"),
      arguments: [words, lowest, most])
  }

  private static func list(_ numbers: some Sequence<Int64>) -> String {
    "[\(numbers.map(String.init).joined(separator: ","))]"
  }

  /// The documents that the filters leave, where nothing else is asked for; the one that was changed last is the best.
  private func anyDocuments() throws -> [Int64: Candidate] {
    guard !query.isEmpty else { return [:] }
    var found: [Int64: Candidate] = [:]
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT number, modified FROM document WHERE trashed IS NULL \(filters.condition)
        ORDER BY modified DESC LIMIT ?
        """, arguments: filters.arguments + [mostNames])
    while let row = try rows.next() {
      let modified: Int64 = row[1]
      found[row[0]] = Candidate(score: fresh(1, modified), pages: 0, modified: modified)
    }
    return found
  }
}

// MARK: - Pages

extension TextFinder {
  private func finding(_ number: Int64, _ candidate: Candidate, _ found: Found) throws -> TextFindings
    .Finding?
  {
    guard
      let row = try Row.fetchOne(
        try database.cachedStatement(
          sql: """
            SELECT id, content, hash FROM document JOIN content ON content.number = document.content
            WHERE document.number = ?
            """), arguments: [number]),
      let id = DocumentID(row["id"] as String), let hash = ContentHash(row["hash"] as String)
    else { return nil }
    return TextFindings.Finding(
      document: id, hash: hash, score: candidate.score, pageCount: candidate.pages,
      pages: candidate.pages > 0 ? try pages(of: row["content"], found) : [])
  }

  /// The first pages of a content with all words as they were typed, with all words, or else with one of them.
  ///
  /// Notes of annotations come first where both match.
  private func pages(of content: Int64, _ found: Found) throws -> [TextFindings.Page] {
    let clauses = zip(found.hits, matches.filter { !$0.isExcluded }).filter { $1.match.words != nil }
    let all = clauses.map { hits, _ in hits.pages.numbers(of: content) }
    let closest = clauses.map { hits, _ in
      hits.closest.map { $0.numbers(of: content) } ?? hits.pages.numbers(of: content)
    }
    // A content older than the rows of a frequent word was found by rows with all words.
    let together = Set(found.together?.numbers(of: content) ?? [])
    let steps = [
      Self.common(closest), Self.common(all).union(together), all.reduce(into: []) { $0.formUnion($1) },
    ]
    let numbers = (steps.first { !$0.isEmpty } ?? []).sorted { one, other in
      (TextSchema.isMark(one) ? 0 : 1, one) < (TextSchema.isMark(other) ? 0 : 1, other)
    }
    return try numbers.prefix(TextSearch.pagesPerDocument).compactMap { number in
      try Row.fetchOne(
        try database.cachedStatement(
          sql:
            "SELECT number, mark, width, height, text, boxes, language, recognized FROM page WHERE number = ?"
        ),
        arguments: [number]
      ).map(page)
    }
  }

  private static func common(_ rows: [ArraySlice<Int64>]) -> Set<Int64> {
    guard let first = rows.first else { return [] }
    return rows.dropFirst().reduce(into: Set(first)) { $0.formIntersection($1) }
  }

  private func page(_ row: Row) -> TextFindings.Page {
    let (number, mark): (Int64, Int?) = (row["number"], row["mark"])
    let stored = StoredPage(row)
    let words = stored.words
    let hits = stored.hits(of: query.shownTerms, among: words, limit: TextSearch.hitsPerPage)
    return TextFindings.Page(
      number: mark ?? Int(number & 0xFFFF),
      ReadPage(
        PageText(words: words, links: [], isRecognized: Recognition(row) == .words),
        size: PageSize(width: row["width"], height: row["height"])), hits: hits.map(\.places),
      isMark: mark != nil)
  }
}

/// The newest rows that match, in falling order.
private struct MatchedRows {
  let numbers: [Int64]
  /// Whether older ones match, too.
  let isCut: Bool

  init(_ numbers: [Int64] = [], most: Int = 0) {
    isCut = numbers.count > most
    self.numbers = isCut ? Array(numbers.prefix(most)) : numbers
  }

  /// Those of one content.
  func numbers(of content: Int64) -> ArraySlice<Int64> {
    numbers[place(below: (content + 1) << 16)..<place(below: content << 16)]
  }

  /// The place of the first that is less than a number.
  private func place(below number: Int64) -> Int {
    var (low, high) = (0, numbers.count)
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] >= number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
