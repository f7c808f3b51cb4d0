public import DocumentModel
import FoundationEssentials
import GRDB

extension SQLiteTextIndex {
  /// See ``TextIndex/find(_:)``.
  public func find(_ search: TextSearch) async throws(DocumentError) -> TextFindings {
    try await file.read { database in
      let query = search.query.found { TextLanguage.forms(of: $0.words.first?.exact ?? "") }
      let found = try TextFinder(search, query, mostPages, in: database).find()
      guard found.total == 0 else { return found }
      let corrections = try TextCorrections(of: search.query, in: database)
      guard !corrections.isEmpty else { return found }
      return try TextFinder(search, query.found { corrections[$0] }, mostPages, in: database).find(
        corrections)
    }
  }
}

/// Finds the documents of a query in one reading of the index.
///
/// Work is bounded: of pages with a word the newest ``mostPages`` are looked at. The words of a query may stand on
/// different pages: each clause gives documents with a score, and those that all clauses give are found. A clause may have
/// more pages than that. Then pages with the words of all clauses are looked at, too, so that a rare word leads to old ones.
private struct TextFinder {
  /// So many pages of a clause are looked at, the newest first.
  private let mostPages: Int
  /// So many documents whose names match are looked at.
  static let mostNames = 20_000
  /// The weights of a page's words and their forms, and of names, folders, tags, notes and other spellings.
  private static let weights = (pages: "1.0, 0.5", names: "8.0, 1.5, 4.0, 2.0, 1.0")
  /// A document that was changed just now counts by this share more than an old one, and half of it after ``halfLife``.
  private static let freshness = 0.3
  private static let halfLife = 90.0 * 86_400
  /// The most that a longer word counts, as a share of the least that the typed word itself counts.
  private static let beginning = 0.9

  struct Candidate {
    var score: Double
    var pages: Int
    let modified: Int64
  }

  let search: TextSearch
  let query: SearchQuery
  let database: Database
  private let filters: TextFilters
  private let matches: [(match: TextMatch, isExcluded: Bool)]

  /// - Parameter query: that of the search, with its terms found by further forms.
  init(_ search: TextSearch, _ query: SearchQuery, _ mostPages: Int, in database: Database) throws {
    self.mostPages = mostPages
    self.search = search
    self.query = query
    self.database = database
    filters = TextFilters(query.filters)
    matches = try query.clauses.map { clause in
      (try TextMatch(clause) { try Self.endings(of: $0, in: database) }, clause.isExcluded)
    }
  }

  /// The words that begin with one; those on most pages first.
  private static func endings(of word: String, in database: Database) throws -> [String] {
    try String.fetchAll(
      try database.cachedStatement(
        sql: "SELECT word FROM term WHERE word >= ? AND word < ? AND pages > 0 ORDER BY pages DESC LIMIT ?"),
      arguments: [word, word + "\u{10FFFF}", TextMatch.mostEndings])
  }

  /// - Parameter corrections: words that the query looks for instead of some that stand nowhere.
  func find(_ corrections: TextCorrections? = nil) throws -> TextFindings {
    var isPartial = false
    var found: [Int64: Candidate]?
    for (match, isExcluded) in matches where !isExcluded {
      let (documents, isCut) = try documents(of: match)
      isPartial = isPartial || isCut
      found = found.map { Self.both($0, documents) } ?? documents
    }
    var all = try found ?? anyDocuments()
    if isPartial, found != nil { try addTogether(to: &all) }
    isPartial = isPartial || all.count >= Self.mostNames
    for (match, isExcluded) in matches where isExcluded {
      let (documents, isCut) = try documents(of: match)
      isPartial = isPartial || isCut
      for number in documents.keys { all[number] = nil }
    }
    let ranked = all.sorted { ($0.value.score, $0.key) > ($1.value.score, $1.key) }
    let told = ranked.dropFirst(search.offset).prefix(search.limit)
    return TextFindings(
      try told.compactMap { try finding($0.key, $0.value) }, total: all.count, isPartial: isPartial,
      facets: search.countsFacets ? try TextFacets.count(all.keys, in: database) : nil,
      corrections: all.isEmpty ? [:] : corrections?.words ?? [:])
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

  /// Adds the documents of pages on which the words of all clauses stand.
  private func addTogether(to found: inout [Int64: Candidate]) throws {
    let clauses = matches.filter { !$0.isExcluded }.map(\.match.words)
    let words = clauses.compactMap { $0 }.map { "(\($0))" }
    guard words.count > 1, words.count == clauses.count else { return }
    try add(words.joined(separator: " AND "), to: &found)
  }

  /// The documents in which a clause is found, and whether there are more.
  private func documents(of match: TextMatch) throws -> ([Int64: Candidate], isCut: Bool) {
    var found: [Int64: Candidate] = [:]
    var isCut = false
    if let words = match.words {
      if let closest = match.closest { try add(closest, to: &found) }
      // A word that is as it was typed says more than a rare one that begins with it.
      try add(words, to: &found, most: found.values.map(\.score).min().map { $0 * Self.beginning })
      isCut = try has(more: mostPages, of: "words", matching: words)
    }
    try addNames(match.named, to: &found)
    return (found, try isCut || has(more: Self.mostNames, of: "named", matching: match.named))
  }

  /// Adds the documents with pages that match, with at most this score; one that is there already keeps the better one.
  private func add(_ words: String, to found: inout [Int64: Candidate], most: Double? = nil) throws {
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT document.number, modified, MAX(score), COUNT(*) FROM (
          SELECT rowid >> 16 AS content, -bm25(words, \(Self.weights.pages)) AS score FROM words
          WHERE words MATCH ? ORDER BY rowid DESC LIMIT ?
        ) AS hit JOIN document ON document.content = hit.content
        WHERE trashed IS NULL \(filters.condition) GROUP BY document.number
        """, arguments: [words, mostPages] + filters.arguments)
    while let row = try rows.next() {
      let (number, modified, pages): (Int64, Int64, Int) = (row[0], row[1], row[3])
      let score = min(fresh(row[2], modified), most ?? .infinity)
      let known = found[number]
      found[number] = Candidate(
        score: max(score, known?.score ?? 0), pages: max(pages, known?.pages ?? 0), modified: modified)
    }
  }

  private func addNames(_ words: String, to found: inout [Int64: Candidate]) throws {
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT document.number, modified, score FROM (
          SELECT rowid AS number, -bm25(named, \(Self.weights.names)) AS score FROM named
          WHERE named MATCH ? ORDER BY rowid DESC LIMIT ?
        ) AS hit JOIN document ON document.number = hit.number
        WHERE trashed IS NULL \(filters.condition)
        """, arguments: [words, Self.mostNames] + filters.arguments)
    while let row = try rows.next() {
      let modified: Int64 = row[1]
      let score = fresh(row[2], modified)
      found[row[0], default: Candidate(score: 0, pages: 0, modified: modified)].score += score
    }
  }

  /// Whether more rows of a table match than are looked at.
  private func has(more most: Int, of table: String, matching words: String) throws -> Bool {
    try Int.fetchOne(
      database, sql: "SELECT 1 FROM \(table) WHERE \(table) MATCH ? LIMIT 1 OFFSET ?",
      arguments: [words, most])
      != nil
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
        """, arguments: filters.arguments + [Self.mostNames])
    while let row = try rows.next() {
      let modified: Int64 = row[1]
      found[row[0]] = Candidate(score: fresh(1, modified), pages: 0, modified: modified)
    }
    return found
  }

  private func fresh(_ score: Double, _ modified: Int64) -> Double {
    let age = max(0, Double(search.now.microseconds - modified) / 1_000_000)
    return score * (1 + Self.freshness * Self.halfLife / (Self.halfLife + age))
  }

  // MARK: Pages

  private func finding(_ number: Int64, _ candidate: Candidate) throws -> TextFindings.Finding? {
    guard
      let row = try Row.fetchOne(
        database,
        sql: """
          SELECT id, content, hash FROM document JOIN content ON content.number = document.content
          WHERE document.number = ?
          """, arguments: [number]),
      let id = DocumentID(row["id"] as String), let hash = ContentHash(row["hash"] as String)
    else { return nil }
    return TextFindings.Finding(
      document: id, hash: hash, score: candidate.score, pageCount: candidate.pages,
      pages: candidate.pages > 0 ? try pages(of: row["content"]) : [])
  }

  /// The best pages of a content: those with all words as they were typed, with all words, or else with one of them.
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

  private func pages(of content: Int64, with words: String) throws -> [TextFindings.Page] {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT page.number, width, height, text, boxes, language, recognized FROM (
          SELECT rowid AS number, bm25(words, \(Self.weights.pages)) AS score FROM words
          WHERE words MATCH ? AND rowid BETWEEN ? AND ? ORDER BY score, number LIMIT ?
        ) AS hit JOIN page ON page.number = hit.number ORDER BY score, page.number
        """,
      arguments: [words, content << 16, content << 16 | 0xFFFF, TextSearch.pagesPerDocument])
    return rows.map { row in
      let number: Int64 = row["number"]
      let stored = StoredPage(row)
      let hits = stored.searched.hits(of: query.shownTerms, limit: TextSearch.hitsPerPage)
      return TextFindings.Page(
        number: Int(number & 0xFFFF),
        ReadPage(
          PageText(
            words: stored.words, links: [], isRecognized: row["recognized"] == Recognition.words.rawValue),
          size: PageSize(width: row["width"], height: row["height"])), hits: hits.map(\.places))
    }
  }
}
