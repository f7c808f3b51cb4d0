public import DocumentModel
import FoundationEssentials
import GRDB

extension SQLiteTextIndex {
  /// See ``TextIndex/scans(limit:)``.
  public func scans(limit: Int) async throws(DocumentError) -> [WaitingScan] {
    try await file.read { database in
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT scan.number AS number, hash, (
            SELECT id FROM document WHERE document.content = content.number AND trashed IS NULL LIMIT 1) AS id
          FROM scan JOIN content ON content.number = scan.number >> 16
          WHERE \(TextSchema.isUsed) ORDER BY scan.number DESC LIMIT ?
          """, arguments: [limit])
      return rows.compactMap { row in
        guard let hash = ContentHash(row["hash"] as String), let id = DocumentID(row["id"] as String) else {
          return nil
        }
        let number: Int64 = row["number"]
        return WaitingScan(hash: hash, document: id, page: Int(number & 0xFFFF))
      }
    }
  }

  /// See ``TextIndex/scans(of:)``.
  public func scans(of hash: ContentHash) async throws(DocumentError) -> ContentScans {
    try await file.read { database in
      let content = try Row.fetchOne(
        database, sql: "SELECT number, state, done, pages, reason FROM content WHERE hash = ?",
        arguments: [hash.description])
      guard let content else { return ContentScans(progress: nil) }
      let first = (content["number"] as Int64) << 16
      let range: StatementArguments = [first, first | 0xFFFF]
      let waiting = try Int64.fetchAll(
        database, sql: "SELECT number FROM scan WHERE number BETWEEN ? AND ? ORDER BY number",
        arguments: range)
      let pages = try Row.fetchAll(
        database,
        sql: """
          SELECT number, width, height, text, boxes, language FROM page
          WHERE number BETWEEN ? AND ? AND recognized = 1
          """, arguments: range)
      return ContentScans(
        progress: Self.progress(content), waiting: waiting.map { Int($0 & 0xFFFF) },
        pages: Dictionary(uniqueKeysWithValues: pages.map(Self.recognized)))
    }
  }

  private static func recognized(_ row: Row) -> (Int, ReadPage) {
    let text = PageText(words: StoredPage(row).words, links: [], isRecognized: true)
    let page = ReadPage(text, size: PageSize(width: row["width"], height: row["height"]))
    return (Int((row["number"] as Int64) & 0xFFFF), page)
  }

  /// See ``TextIndex/addRecognized(_:ofPage:of:)``.
  public func addRecognized(
    _ text: PageText?, ofPage page: Int, of hash: ContentHash
  ) async throws(DocumentError) {
    let stored = text.map { StoredPage($0) }
    let indexed = stored?.indexed
    let sketch = TextSketch(pages: [indexed?.exact ?? []])
    try await file.write { database in
      guard let number = try Self.waitingScan(page, of: hash, in: database) else { return }
      try database.run("DELETE FROM scan WHERE number = ?", [number])
      guard let stored, let indexed, !indexed.exact.isEmpty else {
        let recognition: Recognition = text == nil ? .refused : .empty
        try database.run("UPDATE page SET recognized = ? WHERE number = ?", [recognition.rawValue, number])
        return
      }
      // The page is there without words.
      try database.run(
        "INSERT INTO words (words, rowid, exact, forms, heads) VALUES ('delete', ?, '', '', '')", [number])
      try Self.addWords(indexed, at: number, in: database)
      try Self.add(sketch, to: number >> 16, in: database)
      try database.run(
        "UPDATE page SET text = ?, boxes = ?, language = ?, recognized = ? WHERE number = ?",
        [
          stored.text, Data(stored.boxes), stored.language?.rawValue, Recognition.words.rawValue, number,
        ])
    }
  }

  private static func waitingScan(
    _ page: Int, of hash: ContentHash, in database: Database
  ) throws -> Int64? {
    try Int64.fetchOne(
      database,
      sql: """
        SELECT scan.number FROM content JOIN scan ON scan.number = content.number << 16 | ? WHERE hash = ?
        """, arguments: [page, hash.description])
  }

  /// See ``TextIndex/recognizedText(ofPage:of:)``.
  public func recognizedText(
    ofPage page: Int, of hash: ContentHash
  ) async throws(DocumentError) -> PageText? {
    guard (1...TextSchema.mostPages).contains(page) else { return nil }
    return try await file.read { database in
      let row = try Row.fetchOne(
        database,
        sql: """
          SELECT text, boxes, language FROM content
          JOIN page ON page.number = content.number << 16 | ? WHERE hash = ? AND recognized = 1
          """, arguments: [page, hash.description])
      return row.map { PageText(words: StoredPage($0).words, links: [], isRecognized: true) }
    }
  }
}

/// The state of a page's picture in the column `recognized`.
enum Recognition: Int {
  /// Words were found in it.
  case words = 1
  /// It was read, and has none.
  case empty
  /// It could not be read.
  case refused

  /// That of a row of the table `page`; nil for a page that was not read in its picture.
  init?(_ row: Row) { self.init(rawValue: row["recognized"]) }
}
