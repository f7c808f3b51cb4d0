import DocumentModel
import GRDB
import Synchronization

@testable import Storage

/// Lets a index fail at a step that is told by its number.
final class CountedFault: Sendable {
  private struct State {
    var left = 0
    var reason = IndexFailure.Reason.full
    var wasMet = false
  }

  private let state = Mutex(State())

  var wasMet: Bool { state.withLock(\.wasMet) }

  /// The step of this number is to fail from now on, once.
  func arm(_ step: Int, _ reason: IndexFailure.Reason) {
    state.withLock { $0 = State(left: step, reason: reason) }
  }

  func disarm() {
    state.withLock { $0.left = 0 }
  }

  private func reach() -> IndexFailure.Reason? {
    state.withLock { state in
      guard state.left > 0 else { return nil }
      state.left -= 1
      guard state.left == 0 else { return nil }
      state.wasMet = true
      return state.reason
    }
  }

  /// A store in memory is about to change.
  func change() throws(DocumentError) {
    if let reason = reach() { throw DocumentError(reason.code, "it could not be changed") }
  }

  fileprivate func step() throws {
    switch reach() {
    case .full: throw DatabaseError(resultCode: .SQLITE_FULL)
    case .broken: throw DatabaseError(resultCode: .SQLITE_IOERR_WRITE)
    case nil: break
    }
  }

  /// From now on each row that is written in `file` is a step, and so is each commit.
  func watch(_ file: SQLiteFile) async throws {
    let step = DatabaseFunction("step", argumentCount: 0) { [self] _ in
      try self.step()
      return nil
    }
    let commits = CommitStep(self)
    try await file.write { database in
      database.add(function: step)
      database.add(transactionObserver: commits, extent: .databaseLifetime)
      for table in try String.fetchAll(database, sql: Self.tables) {
        for kind in ["INSERT", "UPDATE", "DELETE"] {
          try database.execute(
            sql: """
              CREATE TEMP TRIGGER "\(kind) \(table)" BEFORE \(kind) ON main."\(table)" BEGIN SELECT step(); END
              """)
        }
      }
    }
  }

  private static let tables = """
    SELECT name FROM pragma_table_list
    WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
    """
}

private final class CommitStep: TransactionObserver, Sendable {
  private let fault: CountedFault

  init(_ fault: CountedFault) {
    self.fault = fault
  }

  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
  func databaseDidChange(with event: DatabaseEvent) {}
  func databaseWillCommit() throws { try fault.step() }
  func databaseDidCommit(_ database: Database) {}
  func databaseDidRollback(_ database: Database) {}
}
