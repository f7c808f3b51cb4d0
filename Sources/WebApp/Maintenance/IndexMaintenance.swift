import DocumentModel
import FoundationEssentials
import Logging
import Maintenance
import ServiceLifecycle
import Storage
import Workspace

/// Looks after the index: checks a large one after the start, hears of damage that a read or write meets, and
/// copies it.
///
/// It makes a copy every ten minutes and at the end of the server. When another program takes the index away,
/// it makes one within seconds.
///
/// ```
///   start ── a minute ──► check ──► every minute: a copy when the last one is too old, and something happened
///                                        │ the server is asked to end
///                                        ▼
///                                   a copy of what is not too large, when something happened; then its log is taken in
/// ```
/// All of it runs on threads that may block, while other tasks read and write.
struct IndexMaintenance: Service {
  /// The wait from the start to the check, because a new server is used first.
  static let rest = Duration.seconds(60)
  /// From one look at the age of the newest copy to the next.
  static let interval = Duration.seconds(60)
  /// The interval of the checks whether the index still has its name.
  static let glance = Duration.seconds(1)

  private let health: IndexHealth
  private let copies: IndexCopies
  private let room: StorageRoom
  private let log: Logger
  private let task: PeriodicTask
  private let glances: PeriodicTask

  init(
    _ health: IndexHealth, _ copies: IndexCopies, _ room: StorageRoom, log: Logger,
    task: PeriodicTask = PeriodicTask(resting: IndexMaintenance.rest),
    glances: PeriodicTask = PeriodicTask()
  ) {
    self.health = health
    self.copies = copies
    self.room = room
    self.log = log
    self.task = task
    self.glances = glances
  }

  func run() async throws {
    // Ends with this function.
    async let _: Void = health.listen(log)
    async let _: Void = glances.run { _ in
      await health.look(copies, log)
      return Self.glance
    }
    await task.run { number in
      if number == 1 { await health.check(log) }
      if !Task.isCancelled, (try? await copies.isDue(at: Date())) == true { await copy() }
      return Self.interval
    }
    await health.look(copies, log)
    if let size = try? await copies.size(), size <= IndexCopies.quickBytes { await copy() }
    do {
      try await copies.takeInLog()
    } catch {
      log.warning("the index keeps its log beside it", metadata: ["reason": "\(error)"])
    }
  }

  /// Copies the index if there is room; a damaged index is not copied, because it is rebuilt from an earlier copy.
  private func copy() async {
    guard ![.damaged, .lost].contains(health.state), await !room.look().isLow else { return }
    do {
      switch try await copies.keep() {
      case .unchanged: break
      case .kept(let name): log.info("the index was copied", metadata: ["copy": "\(name)"])
      case .damaged(let damage): await health.note(damage, log)
      }
    } catch {
      log.warning("the index could not be copied; it is tried again", metadata: ["reason": "\(error)"])
    }
  }
}

/// Closes the account store at the end of the server, so that its file is complete without its log.
struct AccountMaintenance: Service {
  let accounts: SQLiteAccountStore
  let log: Logger

  func run() async throws {
    try? await gracefulShutdown()
    do {
      try await accounts.takeInLog()
    } catch {
      log.warning("the list of accounts keeps its log beside it", metadata: ["reason": "\(error)"])
    }
  }
}
