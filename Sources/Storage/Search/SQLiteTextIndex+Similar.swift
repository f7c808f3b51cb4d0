public import DocumentModel
import FoundationEssentials
import GRDB

extension SQLiteTextIndex {
  /// See ``TextIndex/similar(to:limit:)``.
  public func similar(to id: DocumentID, limit: Int) async throws(DocumentError) -> SimilarTexts? {
    let limit = min(max(limit, 1), SimilarTexts.maximumLimit)
    return try await file.read { database in try SimilarFinder(id, in: database)?.find(limit: limit) }
  }

  // MARK: - Keeping sketches

  /// Adds the words of pages to the sketch of a content, and the content to the bands that it has now.
  static func add(_ sketch: TextSketch, to content: Int64, in database: Database) throws {
    guard !sketch.isEmpty else { return }
    let before = try self.sketch(of: content, in: database)
    var after = before ?? TextSketch()
    after.formUnion(sketch)
    guard after != before else { return }
    try database.run(
      "INSERT INTO sketch VALUES (?, ?) ON CONFLICT (content) DO UPDATE SET bytes = excluded.bytes",
      [content, Data(after.bytes)])
    let (old, new) = (Set(before?.bandKeys ?? []), Set(after.bandKeys))
    try remove(old.subtracting(new), of: content, in: database)
    // Neighbours in the table follow one another.
    for key in new.subtracting(old).sorted() {
      try database.run("INSERT OR IGNORE INTO band VALUES (?, ?)", [key, content])
    }
  }

  static func removeSketch(of content: Int64, in database: Database) throws {
    guard let sketch = try sketch(of: content, in: database) else { return }
    try remove(Set(sketch.bandKeys), of: content, in: database)
    try database.run("DELETE FROM sketch WHERE content = ?", [content])
  }

  private static func remove(_ keys: Set<UInt32>, of content: Int64, in database: Database) throws {
    for key in keys { try database.run("DELETE FROM band WHERE key = ? AND content = ?", [key, content]) }
  }

  static func sketch(of content: Int64, in database: Database) throws -> TextSketch? {
    try Data.fetchOne(
      try database.cachedStatement(sql: "SELECT bytes FROM sketch WHERE content = ?"), arguments: [content]
    ).flatMap { TextSketch(bytes: $0) }
  }
}

/// Finds documents like a given one in one reading of the index.
///
/// Work is bounded: of each band the newest contents are looked at, and of all these the ones with most bands in common.
private struct SimilarFinder {
  /// So many contents of a band are looked at: letters of one form share those of their heads.
  private static let mostOfBand = 200
  /// So many contents are compared.
  private static let mostCompared = 400
  /// Documents whose times are closer came together, and the shorter one counts as the earlier one: an hour, in microseconds.
  private static let together: Int64 = 3_600_000_000

  private let database: Database
  private let id: DocumentID
  private let content: Int64
  private let hash: ContentHash
  private let modified: Int64
  private let progress: ContentProgress
  private let scans: Int

  init?(_ id: DocumentID, in database: Database) throws {
    guard
      let row = try Row.fetchOne(
        database,
        sql: """
          SELECT content, hash, modified, state, done, pages, reason
          FROM document JOIN content ON content.number = document.content WHERE id = ?
          """, arguments: [id.description]),
      let hash = ContentHash(row["hash"] as String)
    else { return nil }
    (self.database, self.id, self.hash) = (database, id, hash)
    (content, modified, progress) = (row["content"], row["modified"], SQLiteTextIndex.progress(row))
    scans = try Self.scans(of: content, in: database)
  }

  private static func scans(of content: Int64, in database: Database) throws -> Int {
    try Int.fetchOne(
      try database.cachedStatement(sql: "SELECT COUNT(*) FROM scan WHERE number BETWEEN ? AND ?"),
      arguments: [content << 16, content << 16 | 0xFFFF]) ?? 0
  }

  func find(limit: Int) throws -> SimilarTexts {
    let sketch = try SQLiteTextIndex.sketch(of: content, in: database) ?? TextSketch()
    // Without a password nothing is told of a document that is locked.
    var texts = progress == .refused(.passwordRequired) ? [] : try copies(limit: limit)
    if case .read = progress, sketch.isTelling, texts.count < limit {
      texts += try others(like: sketch).prefix(limit - texts.count)
    }
    return SimilarTexts(texts, to: hash, progress: progress, scans: scans, isTelling: sketch.isTelling)
  }

  private func copies(limit: Int) throws -> [SimilarTexts.Text] {
    try documents(of: content, limit: limit + 1).filter { $0.id != id }.prefix(limit).map {
      SimilarTexts.Text($0.id, hash, .same)
    }
  }

  private func documents(
    of content: Int64, limit: Int
  ) throws -> [(id: DocumentID, modified: Int64)] {
    try Row.fetchAll(
      try database.cachedStatement(
        sql: """
          SELECT id, modified FROM document WHERE content = ? AND trashed IS NULL
          ORDER BY modified DESC, number LIMIT ?
          """), arguments: [content, limit]
    ).compactMap { row in DocumentID(row["id"] as String).map { ($0, row["modified"]) } }
  }

  /// Documents with other contents, the most alike first.
  private func others(like sketch: TextSketch) throws -> [SimilarTexts.Text] {
    var found: [SimilarTexts.Text] = []
    for candidate in try candidates(sketch.bandKeys) {
      guard let other = try SQLiteTextIndex.sketch(of: candidate.content, in: database) else { continue }
      let isWhole = try scans == 0 && Self.scans(of: candidate.content, in: database) == 0
      for document in try documents(of: candidate.content, limit: SimilarTexts.maximumLimit) {
        let likeness = TextLikeness(of: other, to: sketch, age: age(document.modified), isWhole: isWhole)
        if let likeness { found.append(SimilarTexts.Text(document.id, candidate.hash, likeness)) }
      }
    }
    let order = found.indices.sorted {
      (found[$1].likeness.share, $0) < (found[$0].likeness.share, $1)
    }
    return order.map { found[$0] }
  }

  /// Contents whose words are all there, by the number of bands in common.
  private func candidates(_ keys: [UInt32]) throws -> [(content: Int64, hash: ContentHash)] {
    let statement = try database.cachedStatement(
      sql: "SELECT content FROM band WHERE key = ? ORDER BY content DESC LIMIT \(Self.mostOfBand)")
    var bands: [Int64: Int] = [:]
    for key in keys {
      for other in try Int64.fetchAll(statement, arguments: [key]) { bands[other, default: 0] += 1 }
    }
    bands[content] = nil
    let best = bands.sorted { ($0.value, $0.key) > ($1.value, $1.key) }.prefix(Self.mostCompared)
    return try best.compactMap { other, _ in
      let hash = try String.fetchOne(
        try database.cachedStatement(sql: "SELECT hash FROM content WHERE number = ? AND state = 1"),
        arguments: [other])
      return hash.flatMap { ContentHash($0) }.map { (other, $0) }
    }
  }

  private func age(_ other: Int64) -> TextLikeness.Age {
    let (difference, isOverflow) = other.subtractingReportingOverflow(modified)
    if isOverflow { return other < modified ? .older : .newer }
    return difference < -Self.together ? .older : difference > Self.together ? .newer : .same
  }
}
