public import DocumentModel
import FoundationEssentials
import GRDB
import Glibc

/// The words of all documents in SQLite's FTS5: `Library/search.sqlite`.
///
/// A file that is damaged, or of another form, is removed and begun anew: it is filled from the store again. For the
/// deep reasons of its form see ``TextSchema``.
///
/// ```swift
/// let index = try SQLiteTextIndex(root: root)
/// let found = try await index.find(TextSearch(query, now: Date()))
/// ```
public struct SQLiteTextIndex: TextIndex {
  let file: SQLiteFile
  /// So many pages with a word are looked at, the newest first.
  let mostPages: Int
  private let path: String
  private let identity = Identity()
  /// The columns by which 100,000 documents are ranked take 5 MiB, and the words of a query some more.
  private static let cache = 16 << 10

  /// Tells one opening of the file from another.
  private final class Identity: Sendable {}

  /// Opens the index of the workspace at `root`, or makes it.
  ///
  /// Blocks for some milliseconds. Throws `.storageFailed` when it can neither be opened nor made anew.
  public init(root: SandboxRoot) throws(DocumentError) { try self.init(root: root, mostPages: 16_000) }

  init(root: SandboxRoot, mostPages: Int) throws(DocumentError) {
    self.mostPages = mostPages
    path = "\(root.path)/\(SandboxPath.search)"
    do {
      _ = try SQLiteSidecars.exists(SandboxPath.search, in: root)
      do {
        file = try Self.open(path, in: root)
      } catch let error as DatabaseError where error.meansDamage || error.resultCode == .SQLITE_SCHEMA {
        // Nothing is lost that the store does not have.
        Self.remove(path)
        file = try Self.open(path, in: root)
      }
    } catch {
      throw DocumentError(opening: SandboxPath.search, "the index of words", error, in: root)
    }
  }

  private static func open(_ path: String, in root: SandboxRoot) throws -> SQLiteFile {
    let file = try SQLiteFile(
      opening: path, subject: "the index of words", cache: cache,
      locate: { try DatabasePlace(of: SandboxPath.search, in: root.directory) },
      migrate: { try $0.write(TextSchema.make) })
    try file.readNow(TextSchema.requireWhole)
    return file
  }

  /// Closes the file.
  ///
  /// Later calls fail with `.storageFailed`.
  public func close() { file.close() }

  /// Whether another value is of the same opening of the file.
  func isSame(as other: SQLiteTextIndex) -> Bool { identity === other.identity }

  /// Whether the file still lies where it was opened.
  func isInPlace() async -> Bool { await file.isInPlace() }

  /// Removes the file, which must be closed.
  func remove() { Self.remove(path) }

  private static func remove(_ path: String) {
    for suffix in ["", SQLiteSidecars.log, "-shm"] { _ = unlink(path + suffix) }
  }
}

// MARK: - Progress

extension SQLiteTextIndex {
  /// See ``TextIndex/position()``.
  public func position() async throws(DocumentError) -> EventID? {
    try await file.read { database in
      try String.fetchOne(database, sql: "SELECT value FROM fact WHERE name = 'position'").flatMap {
        EventID($0)
      }
    }
  }

  /// See ``TextIndex/progress()``.
  public func progress() async throws(DocumentError) -> TextIndexProgress {
    try await file.read { database in
      func count(_ state: ContentState) throws -> Int {
        try Int.fetchOne(
          database, sql: "SELECT COUNT(*) FROM content WHERE state = ? AND \(TextSchema.isUsed)",
          arguments: [state.rawValue]) ?? 0
      }
      func pages(_ condition: String) throws -> Int {
        try Int.fetchOne(
          database, sql: "SELECT COUNT(*) FROM page WHERE recognized > 0 AND recognized \(condition)") ?? 0
      }
      return TextIndexProgress(
        read: try count(.read), waiting: try count(.waiting), refused: try count(.refused),
        scans: try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM scan") ?? 0,
        scansRead: try pages("< \(Recognition.refused.rawValue)"),
        scansRefused: try pages("= \(Recognition.refused.rawValue)"))
    }
  }

  /// See ``TextIndex/progress(of:)``.
  public func progress(of id: DocumentID) async throws(DocumentError) -> ContentProgress? {
    try await file.read { database in
      try Row.fetchOne(
        database,
        sql: """
          SELECT state, done, pages, reason,
            (SELECT COUNT(*) FROM page WHERE recognized > 0 AND recognized = \(Recognition.words.rawValue)
              AND page.number BETWEEN content.number << 16 AND content.number << 16 | 65535) AS recognized,
            (SELECT COUNT(*) FROM scan WHERE scan.number BETWEEN content.number << 16 AND content.number << 16 | 65535)
              AS scans
          FROM document JOIN content ON content.number = document.content WHERE id = ?
          """, arguments: [id.description]
      ).map(Self.progress)
    }
  }

  /// Progress from a row, which need not tell of scans.
  static func progress(_ row: Row) -> ContentProgress {
    let (done, pages): (Int, Int?) = (row["done"], row["pages"])
    switch ContentState(rawValue: row["state"]) {
    case .read:
      return
        .read(pages: done, recognized: row["recognized"] as Int? ?? 0, scans: row["scans"] as Int? ?? 0)
    case .refused: return .refused(DocumentError.Code(rawValue: row["reason"] ?? "") ?? .notShowable)
    case .waiting, nil: return .waiting(pages: done, of: pages)
    }
  }
}

/// How far the words of a content are.
enum ContentState: Int {
  case waiting
  case read
  case refused
}
