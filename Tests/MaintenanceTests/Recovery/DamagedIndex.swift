import Foundation
import GRDB
import Testing

@testable import Maintenance
@testable import Storage

/// Damages chosen pages of an index that is closed, as a disk does.
struct DamagedIndex {
  private let path: String
  private var bytes: [UInt8]
  private let pageBytes: Int
  private let roots: [String: Int]

  init(_ workspace: TemporaryWorkspace) throws {
    path = "\(workspace.path)/\(SandboxPath.index)"
    try settleLog(of: path)
    let queue = try DatabaseQueue(path: path)
    (pageBytes, roots) = try queue.read { database in
      let rows = try Row.fetchAll(
        database, sql: "SELECT name, rootpage FROM sqlite_master WHERE rootpage > 0")
      let roots = Dictionary(
        rows.map { ($0["name"] as String, $0["rootpage"] as Int) }, uniquingKeysWith: { $1 })
      return (try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0, roots)
    }
    try queue.close()
    bytes = Array(try #require(FileManager.default.contents(atPath: path)))
  }

  /// Fills the first page of a table or an index with nonsense: nothing of it can be read by way of it.
  mutating func ruinRoot(of name: String) throws {
    ruin(try #require(roots[name]))
  }

  /// Fills the page below the root of a table with nonsense that comes `number` pages after the first.
  ///
  /// Works for a table that has pages below its root.
  mutating func ruinLeaf(of name: String, _ number: Int = 1) throws {
    let root = try #require(roots[name])
    let start = (root - 1) * pageBytes
    // The form of such a page: sqlite.org/fileformat2.html, section 1.6.
    try #require(bytes[start] == 5 || bytes[start] == 2, "the table has no pages below its root")
    let cell = start + word(start + 12 + 2 * number)
    ruin(word(cell) << 16 | word(cell + 2))
  }

  private func word(_ place: Int) -> Int { Int(bytes[place]) << 8 | Int(bytes[place + 1]) }

  private mutating func ruin(_ page: Int) {
    for place in (page - 1) * pageBytes..<page * pageBytes { bytes[place] = 0xA5 }
  }

  /// Writes what was done, and removes what lies beside.
  func write() throws {
    try Data(bytes).write(to: URL(filePath: path))
    for ending in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + ending) }
  }
}
