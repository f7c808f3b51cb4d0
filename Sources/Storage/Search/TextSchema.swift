import DocumentModel
import GRDB

/// The tables of the index of words.
///
/// ```
/// document ──content──▶ content ◀──rowid >> 16── page: text and boxes of each page, and of each mark
///    │ rowid                                       │ rowid
///  named: words of name, folder, tags, note,     words: words of the page
///         and of the file's title and author
/// ```
///
/// - `words` keeps no text: a page is told from its own row. A row of it is removed by its words once more
///   (sqlite.org/fts5.html, "The 'delete' command"), which ``StoredPage`` splits again. So another way of splitting
///   words is another ``form``.
/// - A page's row number is `content << 16 | page`. So all pages of a content are one range of numbers, and newer
///   contents have larger ones. The newest pages are found first when not all can be looked at.
/// - The notes of a content's annotations have the numbers behind ``mostPages``, and the page on which they lie in `mark`.
/// - `heads` has a page's words in large letters once more, which count more.
/// - A frequent word is found in thousands of documents. `documentFound` and `contentLength` have what these are ranked by, so
///   that few pages of the file are read for them, which stay in memory.
/// - `term` counts the pages of each word. It tells how a word that is being typed may go on, and where a typing error
///   may lie. FTS5's own prefix indexes would hold all words once more for each length.
/// - `sketch` has the ``TextSketch`` of each content, and `band` the contents by its bands.
/// - The tokenizer splits at spaces alone, as far as words are those of ``SearchWords``.
enum TextSchema {
  /// Grows when tables, or words of a text, are others.
  static let form = 4

  /// More pages of a content are not looked at.
  static let mostPages = 50_000

  /// More annotations of a content are not looked at.
  static let mostMarks = 0xFFFF - mostPages

  /// Whether a row of `page` is the note of an annotation.
  static func isMark(_ number: Int64) -> Bool { number & 0xFFFF > mostPages }

  /// That a document in `Documents` has a content; the condition of a row of `content`.
  static let isUsed = """
    EXISTS (SELECT 1 FROM document WHERE document.content = content.number AND document.trashed IS NULL)
    """

  static func make(_ database: Database) throws {
    let form = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    guard form != self.form else { return }
    let tables = try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM sqlite_master") ?? 0
    guard form == 0, tables == 0 else {
      throw DatabaseError(resultCode: .SQLITE_SCHEMA, message: "the index of words is of another form")
    }
    try database.execute(sql: tablesOfForm)
    try database.execute(sql: "PRAGMA user_version = \(self.form)")
  }

  /// Throws when what opening does not read is damaged.
  static func requireWhole(_ database: Database) throws {
    _ = try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM fact")
    _ = try Int.fetchOne(database, sql: "SELECT number FROM content ORDER BY number DESC LIMIT 1")
    _ = try Int.fetchOne(database, sql: "SELECT rowid FROM words LIMIT 1")
    _ = try Int.fetchOne(database, sql: "SELECT rowid FROM named LIMIT 1")
  }

  // `title`, `author` and `about` are words as they are in `named`, and NULL until the file was asked. `marks` is the moment
  // up to which annotations are there. Times are microseconds since 1970. `place` is the folder with a slash behind it, so
  // that a folder's documents and those of its folders are one range of it. `scan` is 1 for documents that were met since the store is read through.
  private static let tablesOfForm = """
    CREATE TABLE fact (name TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) WITHOUT ROWID;

    CREATE TABLE content (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      hash TEXT NOT NULL UNIQUE,
      state INTEGER NOT NULL DEFAULT 0,
      done INTEGER NOT NULL DEFAULT 0,
      pages INTEGER,
      reason TEXT,
      title TEXT,
      author TEXT,
      about TEXT,
      marks TEXT
    );
    CREATE INDEX contentWaiting ON content (number) WHERE state = 0;
    CREATE INDEX contentUnmarked ON content (number) WHERE marks IS NULL;
    CREATE INDEX contentLength ON content (number, pages);

    CREATE TABLE document (
      number INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      content INTEGER NOT NULL REFERENCES content (number),
      place TEXT NOT NULL,
      type TEXT NOT NULL,
      size INTEGER NOT NULL,
      modified INTEGER NOT NULL,
      favourite INTEGER NOT NULL,
      trashed INTEGER,
      scan INTEGER NOT NULL DEFAULT 1
    );
    CREATE INDEX documentFound ON document (content, trashed, modified);
    CREATE INDEX documentModified ON document (modified);

    CREATE TABLE tag (
      document INTEGER NOT NULL REFERENCES document (number) ON DELETE CASCADE,
      folded TEXT NOT NULL,
      spelled TEXT NOT NULL,
      PRIMARY KEY (document, folded)
    ) WITHOUT ROWID;
    CREATE INDEX tagDocument ON tag (folded, document);

    CREATE TABLE page (
      number INTEGER PRIMARY KEY,
      width REAL NOT NULL,
      height REAL NOT NULL,
      text TEXT NOT NULL,
      boxes BLOB NOT NULL,
      language TEXT,
      recognized INTEGER NOT NULL DEFAULT 0,
      mark INTEGER
    );
    CREATE INDEX pageRecognized ON page (recognized) WHERE recognized > 0;
    CREATE TABLE scan (number INTEGER PRIMARY KEY);
    CREATE VIRTUAL TABLE words USING fts5(
      exact, forms, heads, content = '', tokenize = "ascii tokenchars '+#'");
    CREATE VIRTUAL TABLE named USING fts5(
      name, folder, tags, note, title, author, about, forms, tokenize = "ascii tokenchars '+#'");

    CREATE TABLE sketch (content INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
    CREATE TABLE band (
      key INTEGER NOT NULL,
      content INTEGER NOT NULL,
      PRIMARY KEY (key, content)
    ) WITHOUT ROWID;

    CREATE TABLE term (word TEXT PRIMARY KEY NOT NULL, pages INTEGER NOT NULL) WITHOUT ROWID;
    """
}
