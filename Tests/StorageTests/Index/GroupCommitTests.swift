import GRDB
import Synchronization
import Testing

@testable import Storage

@Suite("Writes that share a sync")
struct GroupCommitTests {
  private struct Refusal: Error {}

  private let queue: DatabaseQueue
  private let commits: GroupCommit
  private let completions = Completions()

  private final class Completions: Sendable {
    private let results = Mutex<[(name: String, refusal: String?)]>([])

    var names: [String] { results.withLock { $0.map(\.name) } }
    var refused: [String] { results.withLock { $0.filter { $0.refusal != nil }.map(\.name) } }

    func note(_ name: String, _ result: Result<String, any Error>) {
      let refusal: String? = if case .failure(let error) = result { "\(error)" } else { nil }
      results.withLock { $0.append((name, refusal)) }
    }
  }

  init() throws {
    queue = try DatabaseQueue()
    try queue.write { try $0.execute(sql: "CREATE TABLE note (text TEXT UNIQUE)") }
    commits = GroupCommit(queue)
  }

  private func add(
    _ name: String, reachingOut reachesOut: Bool = false,
    then body: @escaping @Sendable (Database) throws -> Void = { _ in }
  ) {
    let completions = completions
    commits.add(
      ValuedWrite(reachingOut: reachesOut) { database in
        try database.execute(sql: "INSERT INTO note VALUES (?)", arguments: [name])
        try body(database)
        return name
      } completion: {
        completions.note(name, $0)
      })
  }

  /// Adds writes while the writer is busy, and waits until all are told.
  private func whileBusy(_ add: () -> Void) {
    // The queue's own thread is held: what is added now waits.
    queue.writeWithoutTransaction { _ in add() }
    // Those beyond the most come after this one; so twice.
    for _ in 1...3 { queue.writeWithoutTransaction { _ in } }
  }

  private var kept: [String] {
    get throws { try queue.read { try String.fetchAll($0, sql: "SELECT text FROM note ORDER BY rowid") } }
  }

  /// How often something was committed since `body` began.
  private func commitCount(_ body: () -> Void) -> Int {
    let observer = CommitCounter()
    queue.add(transactionObserver: observer)
    body()
    return observer.count.withLock(\.self)
  }

  @Test("become durable together, in the order in which they came")
  func together() throws {
    let commits = commitCount { whileBusy { for name in ["a", "b", "c"] { add(name) } } }
    #expect(commits == 1)
    #expect(
      try kept == ["a", "b", "c"] && completions.names == ["a", "b", "c"] && completions.refused.isEmpty)
  }

  @Test("are at most so many that no write waits for long")
  func most() throws {
    let names = (0..<(2 * GroupCommit.most + 1)).map { "\($0)" }
    let commits = commitCount { whileBusy { for name in names { add(name) } } }
    #expect(commits == 3)
    #expect(try kept == names && completions.names == names)
  }

  @Test("take back nothing but their own when they are refused")
  func refused() throws {
    whileBusy {
      add("a")
      add("b") { _ in throw Refusal() }
      add("a")
      add("c")
    }
    #expect(
      try kept == ["a", "c"] && completions.names == ["a", "b", "a", "c"]
        && completions.refused == ["b", "a"])
  }

  @Test("are each tried by themselves when the disk fails for one of them")
  func disk() throws {
    whileBusy {
      add("a")
      add("b") { _ in throw DatabaseError(resultCode: .SQLITE_FULL) }
      add("c")
    }
    #expect(try kept == ["a", "c"] && completions.names == ["a", "b", "c"] && completions.refused == ["b"])
  }

  @Test("are kept when the disk, asked again for one by itself, does what it refused for all")
  func once() throws {
    let tries = Mutex(0)
    whileBusy {
      add("a")
      add("b") { _ in
        let count = tries.withLock { tries in
          tries += 1
          return tries
        }
        if count == 1 { throw DatabaseError(resultCode: .SQLITE_FULL) }
      }
      add("c")
    }
    #expect(
      try kept == ["a", "b", "c"] && completions.names == ["a", "b", "c"] && completions.refused.isEmpty)
  }

  @Test(
    "are tried again when SQLite has taken back the transaction of all",
    arguments: [["b", "a", "c"], ["a", "b", "c"], ["a", "c", "b"]])
  func takenBack(names: [String]) throws {
    whileBusy {
      for name in names {
        add(name) { database in
          if name == "b" { try database.execute(sql: "INSERT OR ROLLBACK INTO note VALUES ('b')") }
        }
      }
    }
    #expect(try kept == ["a", "c"] && completions.names == names && completions.refused == ["b"])
  }

  @Test("share nothing with one that does something outside the database: what it relies on is durable")
  func reachingOut() throws {
    let counter = CommitCounter()
    queue.add(transactionObserver: counter)
    whileBusy {
      add("a")
      add("b")
      add("c", reachingOut: true) { _ in counter.note() }
      add("d") { _ in throw DatabaseError(resultCode: .SQLITE_FULL) }
      add("e")
    }
    #expect(counter.notes == [1])
    #expect(try kept == ["a", "b", "c", "e"] && completions.names == ["a", "b", "c", "d", "e"])
  }

  @Test("that were refused leave the writer to those who come later")
  func afterwards() throws {
    whileBusy { add("a") { _ in throw Refusal() } }
    whileBusy { add("b") }
    #expect(try kept == ["b"] && completions.refused == ["a"])
  }
}

private final class CommitCounter: TransactionObserver, Sendable {
  let count = Mutex(0)
  private let noted = Mutex<[Int]>([])

  /// The count of commits at each call of `note`.
  var notes: [Int] { noted.withLock(\.self) }

  func note() {
    let now = count.withLock(\.self)
    noted.withLock { $0.append(now) }
  }

  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
  func databaseDidChange(with event: DatabaseEvent) {}
  func databaseDidCommit(_ database: Database) { count.withLock { $0 += 1 } }
  func databaseDidRollback(_ database: Database) {}
}
