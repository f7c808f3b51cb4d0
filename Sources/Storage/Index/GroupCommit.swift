import GRDB
import Synchronization

/// Lets writes that come while another one is made durable become durable together, so that they cost one sync and not one each.
///
/// ```
///            write                the writer is free
///   (none) ────────► waiting ──────────────────────────► one transaction, a savepoint for each ──► all are told
///                     ▲   │ more come: up to ``most``         │
///                     └───┘                                   │ the disk or the file fails
///                                                             ▼
///                                         each again, by itself, and is told what became of that
/// ```
/// A write that is refused takes back its own savepoint, and nothing of the other writes. Writes happen in
/// the order in which they came. A write that does something outside the database, as removing an unneeded
/// file, shares its transaction with no other write. All that it relies on is durable before it begins. The
/// field calls this group commit (Gray and Reuter, Transaction Processing, 1993, 9.4).
///
/// Safe from any thread.
final class GroupCommit: Sendable {
  /// So many share a sync at most: who came first does not wait for all who came later.
  static let most = 64

  private let writer: any DatabaseWriter
  private let require: @Sendable () throws -> Void
  private let waiting = Mutex<[any PendingWrite]>([])

  /// Writes by `writer`; `require` throws when nothing may be written now, and is asked before each transaction.
  init(_ writer: any DatabaseWriter, requiring require: @escaping @Sendable () throws -> Void = {}) {
    self.writer = writer
    self.require = require
  }

  func add(_ write: any PendingWrite) {
    let isFirst = waiting.withLock { waiting in
      waiting.append(write)
      return waiting.count == 1
    }
    if isFirst { begin() }
  }

  private func begin() {
    writer.asyncWriteWithoutTransaction { [self] database in
      let (group, isLast) = waiting.withLock { waiting in
        let shared = waiting.prefix(Self.most).prefix { !$0.reachesOut }
        let group = Array(shared.isEmpty ? waiting.prefix(1) : shared)
        waiting.removeFirst(group.count)
        return (group, waiting.isEmpty)
      }
      // Before those of this group are told: theirs may be the next.
      if !isLast { begin() }
      write(group, database)
    }
  }

  private func write(_ group: [any PendingWrite], _ database: Database) {
    do {
      try require()
    } catch {
      return group.forEach { $0.settle(refusal: error) }
    }
    guard group.count > 1, let refusals = try? Self.writeTogether(group, database) else {
      return group.forEach { Self.writeAlone($0, database) }
    }
    for (write, refusal) in zip(group, refusals) { write.settle(refusal: refusal) }
  }

  private static func writeAlone(_ write: any PendingWrite, _ database: Database) {
    do {
      try database.inTransaction {
        try write.attempt(database)
        return .commit
      }
      write.settle(refusal: nil)
    } catch {
      write.settle(refusal: error)
    }
  }

  /// The error of each refused write, when the rest are durable.
  ///
  /// Throws SQLite's error when nothing of them is.
  private static func writeTogether(_ group: [any PendingWrite], _ database: Database) throws -> [(
    any Error
  )?] {
    var refusals: [(any Error)?] = []
    try database.inTransaction {
      for write in group { refusals.append(try refusal(of: write, database)) }
      return .commit
    }
    return refusals
  }

  private static func refusal(of write: any PendingWrite, _ database: Database) throws -> (any Error)? {
    do {
      try database.inSavepoint {
        try write.attempt(database)
        return .commit
      }
      return nil
    } catch let error as DatabaseError where error.resultCode != .SQLITE_CONSTRAINT {
      // Whether the transaction outlives that differs from code to code.
      throw error
    } catch {
      // Where SQLite took back all of the transaction with it, GRDB refuses whatever comes next, the commit, too.
      return error
    }
  }
}
