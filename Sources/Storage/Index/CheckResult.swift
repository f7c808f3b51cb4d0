import GRDB

/// SQLite's answer to the question whether a database is whole.
struct CheckResult {
  private let text: String

  init(_ text: String?) {
    self.text = text ?? "no answer"
  }

  static func quick(_ database: Database, table: String? = nil) throws -> CheckResult {
    CheckResult(
      try String.fetchOne(database, sql: "PRAGMA quick_check(\(table.map { "'\($0)'" } ?? "1"))"))
  }

  /// The damage, in SQLite's words; nil when there is none.
  ///
  /// Throws an error of the disk when that, or memory, failed to give a page. SQLite lists unreadable pages as damage,
  /// with the code of the error (`checkTreePage` in btree.c), though they may be read the next time.
  func damage() throws -> String? {
    guard text != "ok" else { return nil }
    for code in codes where Self.passes(code) {
      throw DatabaseError(resultCode: ResultCode(rawValue: code), message: text)
    }
    // The first line says which database is meant.
    return text.split(separator: "\n").first { !$0.hasPrefix("***") }.map(String.init) ?? text
  }

  /// The codes that stand behind "error code", in either form in which SQLite writes it.
  private var codes: [CInt] {
    var (codes, words): ([CInt], [Substring]) = ([], text.split { " =\n".contains($0) })
    while let index = words.firstIndex(of: "code") {
      words.removeSubrange(...index)
      if let code = words.first.flatMap({ CInt($0) }) { codes.append(code) }
    }
    return codes
  }

  /// Whether an error may be gone the next time: all but that of a file which is too short, and those that tell of damage.
  private static func passes(_ code: CInt) -> Bool {
    let code = ResultCode(rawValue: code)
    guard code != .SQLITE_IOERR_SHORT_READ else { return false }
    return [.SQLITE_IOERR, .SQLITE_NOMEM, .SQLITE_BUSY, .SQLITE_CANTOPEN].contains(code.primaryResultCode)
  }
}
