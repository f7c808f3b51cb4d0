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

  /// See ``TextIndex/addRecognized(_:ofPage:of:)``.
  public func addRecognized(
    _ text: PageText, ofPage page: Int, of hash: ContentHash
  ) async throws(DocumentError) {
    let stored = StoredPage(text)
    let indexed = stored.indexed
    let sketch = TextSketch(pages: [indexed.exact])
    try await file.write { database in
      guard let number = try Self.waitingScan(page, of: hash, in: database) else { return }
      try database.run("DELETE FROM scan WHERE number = ?", [number])
      guard !indexed.exact.isEmpty else { return }
      // The page is there without words.
      try database.run(
        "INSERT INTO words (words, rowid, exact, forms, heads) VALUES ('delete', ?, '', '', '')", [number])
      try Self.addWords(indexed, at: number, in: database)
      try Self.add(sketch, to: number >> 16, in: database)
      try database.run(
        "UPDATE page SET text = ?, boxes = ?, language = ?, recognized = 1 WHERE number = ?",
        [stored.text, Data(stored.boxes), stored.language?.rawValue, number])
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
          JOIN page ON page.number = content.number << 16 | ? WHERE hash = ? AND recognized
          """, arguments: [page, hash.description])
      return row.map { PageText(words: StoredPage($0).words, links: [], isRecognized: true) }
    }
  }
}
