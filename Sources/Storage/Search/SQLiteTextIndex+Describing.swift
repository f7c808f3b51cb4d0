public import DocumentModel
import FoundationEssentials
import GRDB

// MARK: - Title and author

extension SQLiteTextIndex {
  /// See ``TextIndex/describe(_:as:)``.
  public func describe(
    _ hash: ContentHash, as description: ContentWords
  ) async throws(DocumentError) {
    let columns = [description.title, description.author, description.about].map(Self.column)
    try await file.write { database in
      try database.run(
        "UPDATE content SET title = ?, author = ?, about = ? WHERE hash = ?",
        [columns[0], columns[1], columns[2], hash.description])
      try database.run(
        """
        UPDATE named SET title = ?, author = ?, about = ? WHERE rowid IN (
          SELECT document.number FROM document JOIN content ON content.number = document.content WHERE hash = ?)
        """, [columns[0], columns[1], columns[2], hash.description])
    }
  }

  /// The words of a text, followed by their other forms.
  private static func column(_ text: String) -> String {
    let words = SearchWords.split(text)
    return (words.map(\.exact) + words.flatMap(\.forms)).joined(separator: " ")
  }
}

// MARK: - Annotations

extension SQLiteTextIndex {
  /// See ``TextIndex/unmarked(limit:)``.
  public func unmarked(limit: Int) async throws(DocumentError) -> [WaitingContent] {
    try await file.read { database in
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT hash, done, (
            SELECT id FROM document WHERE document.content = content.number AND trashed IS NULL LIMIT 1) AS id
          FROM content WHERE marks IS NULL AND state <> 0 AND \(TextSchema.isUsed) ORDER BY number DESC LIMIT ?
          """, arguments: [limit])
      return rows.compactMap { row in
        guard let hash = ContentHash(row["hash"] as String), let id = DocumentID(row["id"] as String) else {
          return nil
        }
        return WaitingContent(hash: hash, document: id, pagesDone: row["done"], isDescribed: true)
      }
    }
  }

  /// See ``TextIndex/mark(_:with:upTo:)``.
  public func mark(
    _ hash: ContentHash, with marks: [NotedMark], upTo moment: String
  ) async throws(DocumentError) {
    let stored = marks.prefix(TextSchema.mostMarks).map { mark in
      let words = mark.note.split(whereSeparator: \.isWhitespace).map {
        PageWord(text: String($0), box: mark.box)
      }
      return (page: mark.page, text: StoredPage(PageText(words: words, links: [])))
    }
    let indexed = stored.map(\.text.indexed)
    try await file.write { database in
      let content = try Int64.fetchOne(
        database, sql: "SELECT number FROM content WHERE hash = ?", arguments: [hash.description])
      guard let content else { return }
      try Self.removeMarks(of: content, in: database)
      for (place, mark) in stored.enumerated() {
        try Self.add(mark.text, indexed[place], of: content, page: mark.page, place, in: database)
      }
      try database.run("UPDATE content SET marks = ? WHERE number = ?", [moment, content])
    }
  }

  /// See ``TextIndex/forgetMarks(of:)``.
  public func forgetMarks(of hashes: [ContentHash]) async throws(DocumentError) {
    try await file.write { database in
      for hash in hashes {
        try database.run("UPDATE content SET marks = NULL WHERE hash = ?", [hash.description])
      }
    }
  }

  private static func removeMarks(of content: Int64, in database: Database) throws {
    let first = content << 16
    let rows = try Row.fetchAll(
      database, sql: "SELECT number, text, boxes, language FROM page WHERE number BETWEEN ? AND ?",
      arguments: [first + Int64(TextSchema.mostPages) + 1, first + 0xFFFF])
    for row in rows { try removePage(row, in: database) }
  }

  /// Adds the note of a mark on a page that is there.
  private static func add(
    _ note: StoredPage, _ indexed: IndexedWords, of content: Int64, page: Int, _ place: Int,
    in database: Database
  ) throws {
    guard (1...TextSchema.mostPages).contains(page) else { return }
    let number = content << 16 + Int64(TextSchema.mostPages) + 1 + Int64(place)
    try database.run(
      """
      INSERT INTO page (number, width, height, text, boxes, language, mark)
      SELECT ?, width, height, ?, ?, ?, ? FROM page WHERE number = ?
      """,
      [number, note.text, Data(note.boxes), note.language?.rawValue, page, content << 16 | Int64(page)])
    if database.changesCount > 0 { try addWords(indexed, at: number, in: database) }
  }
}
