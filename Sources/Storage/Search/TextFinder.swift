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
    let (all, isPartial) = try candidates()
    let ranked = all.sorted { ($0.value.score, $0.key) > ($1.value.score, $1.key) }
    let told = ranked.dropFirst(search.offset).prefix(search.limit)
    return TextFindings(
      try told.compactMap { try finding($0.key, $0.value) }, total: all.count, isPartial: isPartial,
      facets: search.countsFacets ? try TextFacets.count(all.keys, in: database) : nil,
      corrections: all.isEmpty ? [:] : corrections?.words ?? [:])
  }

  /// All documents in which the query is found, by their numbers, and whether there may be more.
  func candidates() throws -> (all: [Int64: Candidate], isPartial: Bool) {
    var isPartial = false
    var found: [Int64: Candidate]?
    for match in matches where !match.isExcluded {
      let (documents, isCut) = try documents(of: match.match)
      isPartial = isPartial || isCut
      found = found.map { Self.both($0, documents) } ?? documents
    }
    var all = try found ?? anyDocuments()
    if found != nil { try addTogether(to: &all) }
    isPartial = isPartial || all.count >= mostNames
    for match in matches where match.isExcluded {
      let (documents, isCut) = try documents(of: match.match)
      isPartial = isPartial || isCut
      for number in documents.keys { all[number] = nil }
    }
    return (all, isPartial)
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

  /// Raises, or adds, the documents of pages on which the words of all clauses stand.
  private func addTogether(to found: inout [Int64: Candidate]) throws {
    let clauses = matches.filter { !$0.isExcluded }.map(\.match.words)
    let words = clauses.compactMap { $0 }.map { "(\($0))" }
    guard words.count > 1, words.count == clauses.count else { return }
    let rows = try rows(words.joined(separator: " AND "), most: mostPages).contents
    for document in try documents(of: rows) {
      let least = Candidate(
        score: fresh(Self.saturated(1), document.modified), pages: document.rows.all,
        modified: document.modified)
      found[document.number, default: least].score *= Self.together
    }
  }

  /// The documents in which a clause is found, and whether there may be more.
  private func documents(of match: TextMatch) throws -> ([Int64: Candidate], isCut: Bool) {
    let share = match.closest == nil ? 1 : Self.typingShare
    var found: [Int64: Candidate] = [:]
    var isCut = false
    if let words = match.words {
      let (rows, isCutInWords) = try rows(words, closest: match.closest, most: max(1, mostPages / share))
      isCut = isCutInWords
      for document in Self.ranked(try documents(of: rows), hasLonger: match.closest != nil) {
        found[document.number] = Candidate(
          score: document.frequency, pages: document.rows.all, modified: document.modified)
      }
    }
    isCut = try addNames(match, most: mostNames / share, to: &found) || isCut
    let count = Double(found.count)
    let rarity = log(1 + max(0, documentCount - count + 0.5) / (count + 0.5))
    for (number, candidate) in found {
      found[number]?.score = fresh(rarity * Self.saturated(candidate.score), candidate.modified)
    }
    return (found, isCut)
  }

  private static func saturated(_ frequency: Double) -> Double { frequency / (frequency + saturation) }

  private func fresh(_ score: Double, _ modified: Int64) -> Double {
    let age = max(0, Double(search.now.microseconds - modified) / 1_000_000)
    return score * (1 + Self.freshness * Self.halfLife / (Self.halfLife + age))
  }
}

// MARK: - Documents

extension TextFinder {
  /// The rows of each content that match, and whether there are more.
  ///
  /// - Parameters:
  ///   - words: matches rows.
  ///   - closest: matches those that have a word as it was typed.
  ///   - most: so many rows are looked at, the newest first.
  private func rows(
    _ words: String, closest: String? = nil, most: Int
  ) throws -> (contents: [Int64: Rows], isCut: Bool) {
    var contents: [Int64: Rows] = [:]
    var (count, lowest): (Int, Int64) = (0, 0)
    try forEachRow(words, from: 0, most: most + 1) { number in
      count += 1
      guard count <= most else { return }
      lowest = number
      contents[number >> 16, default: Rows()].all += 1
      if TextSchema.isMark(number) { contents[number >> 16]?.marks += 1 }
    }
    if let closest {
      try forEachRow(closest, from: lowest, most: most) { contents[$0 >> 16]?.close += 1 }
    } else {
      contents = contents.mapValues { rows in
        var rows = rows
        rows.close = rows.all
        return rows
      }
    }
    if count > 0 {
      try forEachRow("{heads} : (\(closest ?? words))", from: lowest, most: most) {
        contents[$0 >> 16]?.heads += 1
      }
    }
    return (contents, count > most)
  }

  private func forEachRow(
    _ words: String, from lowest: Int64, most: Int, _ body: (Int64) -> Void
  ) throws {
    let rows = try Int64.fetchCursor(
      try database.cachedStatement(
        sql: "SELECT rowid FROM words WHERE words MATCH ? AND rowid >= ? ORDER BY rowid DESC LIMIT ?"),
      arguments: [words, lowest, most])
    while let number = try rows.next() { body(number) }
  }

  private func documents(of contents: [Int64: Rows]) throws -> [FoundRows] {
    var found: [FoundRows] = []
    let rows = try Row.fetchCursor(
      try database.cachedStatement(
        sql: """
          SELECT document.number, modified, content, pages FROM document JOIN content ON content.number = content
          WHERE content IN (SELECT value FROM json_each(?)) AND trashed IS NULL \(filters.condition)
          """), arguments: [Self.list(contents.keys)] + filters.arguments)
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

  /// Adds the weights of the columns of `named` that match; returns whether there may be more such documents.
  private func addNames(
    _ match: TextMatch, most: Int, to found: inout [Int64: Candidate]
  ) throws -> Bool {
    var weights: [Int64: Double] = [:]
    var lowest: Int64 = 0
    let all = try named(match.named(in: match.columns), from: 0, most: most)
    guard let last = all.last else { return false }
    lowest = last
    for column in match.columns {
      for number in try named(match.named(in: [column]), from: lowest, most: most) {
        weights[number, default: 0] += column.weight
      }
    }
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
    return all.count >= most
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
  private func finding(_ number: Int64, _ candidate: Candidate) throws -> TextFindings.Finding? {
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
      pages: candidate.pages > 0 ? try pages(of: row["content"]) : [])
  }

  /// The first pages of a content with all words as they were typed, with all words, or else with one of them.
  private func pages(of content: Int64) throws -> [TextFindings.Page] {
    let wanted = matches.filter { !$0.isExcluded }.map(\.match)
    let all = wanted.compactMap(\.words).map { "(\($0))" }
    let closest = wanted.compactMap { $0.closest ?? $0.words }.map { "(\($0))" }
    guard !all.isEmpty else { return [] }
    var steps = [all.joined(separator: " AND ")]
    if closest != all { steps.insert(closest.joined(separator: " AND "), at: 0) }
    if all.count > 1 { steps.append(all.joined(separator: " OR ")) }
    for step in steps {
      let pages = try pages(of: content, with: step)
      if !pages.isEmpty { return pages }
    }
    return []
  }

  /// The pages by themselves, and the marks: those of a document come first where both match.
  private func pages(of content: Int64, with words: String) throws -> [TextFindings.Page] {
    let first = content << 16
    let marks = try rows(words, in: first + Int64(TextSchema.mostPages) + 1...first + 0xFFFF)
    let pages = try rows(words, in: first...first + Int64(TextSchema.mostPages))
    return (marks + pages).prefix(TextSearch.pagesPerDocument).map(page)
  }

  private func rows(_ words: String, in range: ClosedRange<Int64>) throws -> [Row] {
    try Row.fetchAll(
      try database.cachedStatement(
        sql: """
          SELECT page.number, mark, width, height, text, boxes, language, recognized FROM (
            SELECT rowid AS number FROM words WHERE words MATCH ? AND rowid BETWEEN ? AND ? ORDER BY rowid LIMIT ?
          ) AS hit JOIN page ON page.number = hit.number ORDER BY page.number
          """),
      arguments: [words, range.lowerBound, range.upperBound, TextSearch.pagesPerDocument])
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
