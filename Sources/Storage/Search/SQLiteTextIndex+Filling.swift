public import DocumentModel
import FoundationEssentials
import GRDB

// MARK: - Documents

extension SQLiteTextIndex {
  /// See ``TextIndex/note(_:removed:upTo:)``.
  public func note(
    _ documents: [Document], removed: [DocumentID], upTo position: EventID?
  ) async throws(DocumentError) {
    try await file.write { database in
      for document in documents { try Self.note(document, in: database) }
      for id in removed { try Self.remove(id, in: database) }
      if let position { try Self.set(position, in: database) }
    }
  }

  /// See ``TextIndex/beginReading()``.
  public func beginReading() async throws(DocumentError) {
    try await file.write { database in
      try database.execute(sql: "DELETE FROM fact WHERE name = 'position'; UPDATE document SET scan = 0")
    }
  }

  /// See ``TextIndex/endReading(upTo:)``.
  public func endReading(upTo position: EventID) async throws(DocumentError) {
    try await file.write { database in
      // Documents in the Trash are not read through; those that left it come with an event.
      let gone = "SELECT id FROM document WHERE scan = 0 AND trashed IS NULL"
      for id in try String.fetchAll(database, sql: gone).compactMap({ DocumentID($0) }) {
        try Self.remove(id, in: database)
      }
      try Self.set(position, in: database)
    }
  }

  private static func set(_ position: EventID, in database: Database) throws {
    try database.run(
      "INSERT INTO fact VALUES ('position', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      [position.description])
  }

  private static func note(_ document: Document, in database: Database) throws {
    try database.run("INSERT OR IGNORE INTO content (hash) VALUES (?)", [document.sha256.description])
    try database.run(
      """
      INSERT INTO document (id, content, place, type, size, modified, favourite, trashed)
      VALUES (?, (SELECT number FROM content WHERE hash = ?), ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET content = excluded.content, place = excluded.place, type = excluded.type,
        size = excluded.size, modified = excluded.modified, favourite = excluded.favourite,
        trashed = excluded.trashed, scan = 1
      """,
      [
        document.id.description, document.sha256.description, place(of: document.location.folder),
        document.type.description, document.size, document.modified.microseconds,
        document.metadata.favourite, document.trashed?.microseconds,
      ])
    guard let number = try number(of: document.id, in: database) else { return }
    try noteTags(document.metadata.tags, of: number, in: database)
    try noteNames(of: document, number, in: database)
  }

  /// A folder as a prefix of the places in it; the empty text for the top.
  static func place(of folder: FolderPath) -> String { folder.isTop ? "" : "\(folder)/" }

  private static func noteTags(_ tags: [Tag], of number: Int64, in database: Database) throws {
    try database.run("DELETE FROM tag WHERE document = ?", [number])
    for tag in tags {
      try database.run("INSERT OR IGNORE INTO tag VALUES (?, ?, ?)", [number, tag.folded, tag.description])
    }
  }

  private static func noteNames(of document: Document, _ number: Int64, in database: Database) throws {
    let parts = [
      document.location.name.description, document.location.folder.description,
      document.metadata.tags.map(\.description).joined(separator: " "), document.metadata.note,
    ].map { SearchWords.split($0) }
    // Of names in camel case the inner words are found, too.
    let inner = NameWords.indexed(document.location.name)
    let forms = parts.flatMap { $0.flatMap(\.forms) } + [inner]
    let columns = parts.map { $0.map(\.exact).joined(separator: " ") } + [forms.joined(separator: " ")]
    try database.run("DELETE FROM named WHERE rowid = ?", [number])
    try database.run(
      """
      INSERT INTO named (rowid, name, folder, tags, note, forms, title, author, about)
      SELECT ?, ?, ?, ?, ?, ?, title, author, about FROM content WHERE hash = ?
      """,
      [number, columns[0], columns[1], columns[2], columns[3], columns[4], document.sha256.description])
  }

  private static func remove(_ id: DocumentID, in database: Database) throws {
    guard let number = try number(of: id, in: database) else { return }
    try database.run("DELETE FROM named WHERE rowid = ?", [number])
    try database.run("DELETE FROM document WHERE number = ?", [number])
  }

  private static func number(of id: DocumentID, in database: Database) throws -> Int64? {
    try Int64.fetchOne(
      try database.cachedStatement(sql: "SELECT number FROM document WHERE id = ?"),
      arguments: [id.description])
  }
}

// MARK: - Contents

extension SQLiteTextIndex {
  /// See ``TextIndex/waiting(limit:)``.
  public func waiting(limit: Int) async throws(DocumentError) -> [WaitingContent] {
    try await file.read { database in
      let rows = try Row.fetchAll(
        database,
        sql: """
          SELECT hash, done, title, (
            SELECT id FROM document WHERE document.content = content.number AND trashed IS NULL LIMIT 1) AS id
          FROM content WHERE state = 0 AND \(TextSchema.isUsed) ORDER BY number DESC LIMIT ?
          """, arguments: [limit])
      return rows.compactMap { row in
        guard let hash = ContentHash(row["hash"] as String), let id = DocumentID(row["id"] as String) else {
          return nil
        }
        return WaitingContent(
          hash: hash, document: id, pagesDone: row["done"], isDescribed: row["title"] as String? != nil)
      }
    }
  }

  /// See ``TextIndex/add(_:from:of:pageCount:isLast:)``.
  public func add(
    _ pages: [ReadPage], from first: Int, of hash: ContentHash, pageCount count: Int, isLast: Bool
  ) async throws(DocumentError) {
    let stored = pages.indices.map {
      StoredPage(pages[$0].text, continued: pages.dropFirst($0 + 1).first?.text.words.first)
    }
    let indexed = stored.map(\.indexed)
    let sketch = TextSketch(pages: indexed.map(\.exact))
    try await file.write { database in
      guard
        let row = try Row.fetchOne(
          database, sql: "SELECT number, done FROM content WHERE hash = ? AND state = 0",
          arguments: [hash.description])
      else { return }
      let (content, done): (Int64, Int) = (row["number"], row["done"])
      let last = min(count, TextSchema.mostPages)
      for (offset, page) in stored.enumerated() where first + offset > done && first + offset <= last {
        let number = content << 16 | Int64(first + offset)
        try Self.add(page, indexed[offset], pages[offset].size, at: number, in: database)
        guard pages[offset].mayBeScan, pages[offset].text.words.isEmpty else { continue }
        try database.run("INSERT OR IGNORE INTO scan VALUES (?)", [number])
      }
      try Self.add(sketch, to: content, in: database)
      let read = max(done, min(first + pages.count - 1, last))
      let state = isLast || read >= last ? ContentState.read : .waiting
      try database.run(
        "UPDATE content SET done = ?, pages = ?, state = ? WHERE number = ?",
        [read, count, state.rawValue, content])
    }
  }

  private static func add(
    _ page: StoredPage, _ indexed: IndexedWords, _ size: PageSize, at number: Int64, in database: Database
  ) throws {
    try database.run(
      "INSERT INTO page (number, width, height, text, boxes, language) VALUES (?, ?, ?, ?, ?, ?)",
      [number, size.width, size.height, page.text, Data(page.boxes), page.language?.rawValue])
    try addWords(indexed, at: number, in: database)
  }

  static func addWords(_ indexed: IndexedWords, at number: Int64, in database: Database) throws {
    let columns = indexed.columns
    try database.run(
      "INSERT INTO words (rowid, exact, forms, heads) VALUES (?, ?, ?, ?)",
      [number, columns[0], columns[1], columns[2]])
    for word in Set(indexed.exact) {
      try database.run(
        "INSERT INTO term VALUES (?, 1) ON CONFLICT (word) DO UPDATE SET pages = pages + 1", [word])
    }
  }

  /// See ``TextIndex/refuse(_:because:)``.
  public func refuse(_ hash: ContentHash, because code: DocumentError.Code) async throws(DocumentError) {
    try await file.write { database in
      try database.run(
        "UPDATE content SET state = ?, reason = ? WHERE hash = ? AND state = 0",
        [ContentState.refused.rawValue, code.rawValue, hash.description])
    }
  }

  /// See ``TextIndex/reconsider(refusedBecause:)``.
  public func reconsider(refusedBecause code: DocumentError.Code) async throws(DocumentError) {
    try await file.write { database in
      try database.run(
        "UPDATE content SET state = ?, reason = NULL WHERE state = ? AND reason = ?",
        [ContentState.waiting.rawValue, ContentState.refused.rawValue, code.rawValue])
    }
  }

  /// See ``TextIndex/forgetUnused(limit:)``.
  public func forgetUnused(limit: Int) async throws(DocumentError) -> Bool {
    try await file.write { database in
      let unused = "SELECT number FROM content WHERE number NOT IN (SELECT content FROM document) LIMIT 1"
      guard let content = try Int64.fetchOne(database, sql: unused) else { return false }
      let rows = try Row.fetchAll(
        database, sql: "SELECT number, text, boxes, language FROM page WHERE number BETWEEN ? AND ? LIMIT ?",
        arguments: [content << 16, content << 16 | 0xFFFF, limit])
      for row in rows { try Self.removePage(row, in: database) }
      guard rows.count < limit else { return true }
      try Self.removeSketch(of: content, in: database)
      try database.run("DELETE FROM content WHERE number = ?", [content])
      return true
    }
  }

  /// Removes a row of `page` with its words.
  static func removePage(_ row: Row, in database: Database) throws {
    let number: Int64 = row["number"]
    let indexed = StoredPage(row).indexed
    let columns = indexed.columns
    try database.run(
      "INSERT INTO words (words, rowid, exact, forms, heads) VALUES ('delete', ?, ?, ?, ?)",
      [number, columns[0], columns[1], columns[2]])
    for word in Set(indexed.exact) {
      try database.run("UPDATE term SET pages = pages - 1 WHERE word = ?", [word])
    }
    try database.run("DELETE FROM page WHERE number = ?", [number])
    try database.run("DELETE FROM scan WHERE number = ?", [number])
  }
}

extension StoredPage {
  /// A row of the table `page`.
  init(_ row: Row) {
    let boxes: Data = row["boxes"]
    let language = (row["language"] as String?).flatMap(TextLanguage.init(rawValue:))
    self.init(text: row["text"], boxes: [UInt8](boxes), language: language)
  }
}
