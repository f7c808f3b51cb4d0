public import DocumentModel
import FoundationEssentials
import GRDB

extension SQLiteTextIndex {
  /// So many bytes of words are read at once, and at most so many pages; one page at least.
  private static let (mostBytes, mostRows) = (256 << 10, 256)

  /// See ``TextIndex/pages(of:after:)``.
  public func pages(of id: DocumentID, after page: Int) async throws(DocumentError) -> IndexedPages? {
    let page = min(max(page, 0), TextSchema.mostPages)
    let rows = try await file.read { database in try PageRows(of: id, after: page, in: database) }
    // Boxes are read off the database's queue.
    return rows?.pages
  }

  /// The rows of some pages.
  private struct PageRows: Sendable {
    private struct Stored: Sendable {
      let number: Int
      let page: StoredPage
      let isRecognized: Bool
    }

    private let hash: ContentHash
    private let progress: ContentProgress
    private let scans: Int
    private var stored: [Stored] = []
    private var isLast = true

    init?(of id: DocumentID, after page: Int, in database: Database) throws {
      guard
        let row = try Row.fetchOne(
          try database.cachedStatement(
            sql: """
              SELECT content, hash, state, done, pages, reason,
                (SELECT COUNT(*) FROM scan WHERE number BETWEEN content << 16 AND content << 16 | 65535) AS scans
              FROM document JOIN content ON content.number = document.content WHERE id = ?
              """), arguments: [id.description]),
        let hash = ContentHash(row["hash"] as String)
      else { return nil }
      (self.hash, progress, scans) = (hash, SQLiteTextIndex.progress(row), row["scans"])
      try read(row["content"], after: page, in: database)
    }

    private mutating func read(_ content: Int64, after page: Int, in database: Database) throws {
      let rows = try Row.fetchCursor(
        try database.cachedStatement(
          sql: """
            SELECT number, text, boxes, language, recognized FROM page
            WHERE number > ? AND number <= ? ORDER BY number LIMIT ?
            """),
        arguments: [content << 16 | Int64(page), content << 16 | Int64(TextSchema.mostPages), mostRows + 1])
      var bytes = 0
      while let row = try rows.next() {
        guard bytes < mostBytes, stored.count < mostRows else {
          isLast = false
          break
        }
        let (number, page): (Int64, StoredPage) = (row["number"], StoredPage(row))
        bytes += page.text.utf8.count
        stored.append(
          Stored(number: Int(number & 0xFFFF), page: page, isRecognized: Recognition(row) == .words))
      }
    }

    var pages: IndexedPages {
      IndexedPages(
        stored.map { row in
          IndexedPages.Page(
            number: row.number,
            PageText(words: row.page.ownWords, links: [], isRecognized: row.isRecognized),
            language: row.page.language?.rawValue)
        }, of: hash, progress: progress, scans: scans, isLast: isLast)
    }
  }
}

extension StoredPage {
  /// The words that stand on the page itself, without the beginning of the next one that completes a broken word.
  fileprivate var ownWords: [PageWord] {
    var words = words
    let isContinued = words.count > 1 && words[words.count - 2].isHyphenated
    if isContinued, let last = words.last, last.box.width == 0, last.box.height == 0 { words.removeLast() }
    return words
  }
}
