import DocumentModel
import GRDB

/// Reads a table of a damaged database in the order of its whole-numbered keys, around what cannot be read.
///
/// ```
///   keys      1 … 40 │ 41 … 60 on a damaged page │ 61 … 90
///   reading   ──────►│ fails: tries 42, 43, …    │►─────────►
/// ```
/// A failure costs one look-up for each key of the gap, up to ``patience`` of them; in a wider one the steps double, and the
/// end of the gap is found by halving. Rows that come in another order than that of their keys are damage, too, so that
/// reading always ends.
///
/// All calls block.
struct DamagedScan {
  /// So many keys are tried one after the other.
  static let patience: Int64 = 8192
  private static let pageRows = 500

  private let database: Database
  private let statement: String
  private let key: String
  private var last: Int64 = 0
  private var isDone = false
  /// How many stretches of keys could not be read.
  private(set) var gaps = 0

  /// The rows of `table`, whose primary key is the column `key`.
  init(_ table: String, by key: String, in database: Database) {
    self.database = database
    self.key = key
    // Without an index, which may be damaged while the table is whole.
    statement = "SELECT * FROM \(table) NOT INDEXED WHERE \(key) > ? ORDER BY \(key) LIMIT ?"
    // A table that is not even known would fail for each key.
    if (try? database.cachedStatement(sql: statement)) == nil { (isDone, gaps) = (true, 1) }
  }

  /// The next rows that can be read; none at the end.
  mutating func next() -> [Row] {
    while !isDone {
      let (rows, isBroken) = read(after: last, Self.pageRows)
      if let row = rows.last { last = row[key] }
      if isBroken {
        // What is found broken twice without a row between is one gap.
        if gaps == 0 || !rows.isEmpty { gaps += 1 }
        skip()
      } else if rows.count < Self.pageRows {
        isDone = true
      }
      if !rows.isEmpty { return rows }
    }
    return []
  }

  /// Up to `limit` rows after a key, and whether something was in the way.
  private func read(after start: Int64, _ limit: Int) -> (rows: [Row], isBroken: Bool) {
    var (rows, previous): ([Row], Int64) = ([], start)
    do {
      let prepared = try database.cachedStatement(sql: statement)
      let cursor = try Row.fetchCursor(prepared, arguments: [start, limit])
      while let row = try cursor.next() {
        guard let number = SalvagedRow.integer(row, key) else { return (rows, true) }
        // Of two in the wrong order the first may be the one whose key is nonsense.
        guard number > previous else { return (rows.dropLast(), true) }
        previous = number
        rows.append(row.copy())
      }
      return (rows, false)
    } catch {
      return (rows, true)
    }
  }

  /// Goes on behind what cannot be read; at the end of the table when there is nothing.
  private mutating func skip() {
    guard last < Int64.max - Self.patience else { return isDone = true }
    for step in 1...Self.patience where isReadable(after: last + step) {
      last += step
      return
    }
    var (low, high, step) = (last + Self.patience, last + Self.patience, Self.patience)
    repeat {
      low = high
      let (sum, overflows) = last.addingReportingOverflow(
        step.multipliedReportingOverflow(by: 2).partialValue)
      guard !overflows, sum > low else {
        isDone = true
        return
      }
      (high, step) = (sum, step * 2)
    } while !isReadable(after: high)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if isReadable(after: middle) { high = middle } else { low = middle }
    }
    last = high
  }

  private func isReadable(after key: Int64) -> Bool {
    !read(after: key, 1).isBroken
  }
}
