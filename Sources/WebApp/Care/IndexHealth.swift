import Logging
import Storage
import Synchronization

/// What is known of the index's own health, for `/healthz`.
///
/// ```
///   whole ──┬── damage is found while it is used ──────────────► damaged   until the next start makes it anew
///   rebuilt ┴── somebody removes or replaces the file in use ──► lost      until the next start makes it anew of a copy
/// ```
/// Threading: safe from any thread.
final class IndexHealth: Sendable {
  /// How the index is.
  enum State: String, Encodable, Sendable {
    /// As it was left, and nothing was found wrong.
    case whole
    /// It was damaged or lost, and was made anew at this start.
    case rebuilt
    /// Its structure is damaged.
    case damaged
    /// It was removed or replaced on the disk, and nothing more is written.
    case lost
  }

  private let current: Mutex<State>
  private let metadata: SQLiteMetadataStore
  private let mark: IndexDamageMark

  /// The health of an index that was just opened; `mark` tells the next start.
  init(_ metadata: SQLiteMetadataStore, _ mark: IndexDamageMark) {
    self.metadata = metadata
    self.mark = mark
    current = Mutex(Self.opened(metadata))
  }

  private static func opened(_ metadata: SQLiteMetadataStore) -> State {
    switch metadata.state {
    case .replaced, .lost: .rebuilt
    case .kept, .created: metadata.salvage == nil ? .whole : .rebuilt
    }
  }

  /// How it is now.
  var state: State { current.withLock(\.self) }

  /// Says how the index was opened, if there is anything to say.
  func tell(_ log: Logger) {
    guard state == .rebuilt else { return }
    var details: Logger.Metadata = ["outcome": "\(metadata.salvage?.sentence ?? SalvageReport.nothing)"]
    if case .replaced(let name) = metadata.state { details["damaged"] = "Library/\(name)" }
    log.error("the index was damaged or lost, and was made anew", metadata: details)
  }

  /// Whether the index has lost its name on the disk.
  ///
  /// Looks; says so once.
  func isLost(_ log: Logger) async -> Bool {
    guard state != .lost else { return true }
    guard await !metadata.isInPlace() else { return false }
    current.withLock { $0 = .lost }
    log.critical(
      "the index was removed or replaced on the disk while it was used: nothing more is taken. Start the server again, which makes it anew of the copy that is made now"
    )
    return true
  }

  /// Looks for damage that opening did not find; says so once.
  func check(_ log: Logger) async {
    do {
      if let damage = try await metadata.damage() { await note(damage, log) }
    } catch {
      log.warning("the index could not be checked", metadata: ["reason": "\(error)"])
    }
  }

  /// Takes a note of damage that somebody meets and that lasts, until the task is cancelled.
  func listen(_ log: Logger) async {
    for await damage in metadata.damages {
      if let damage = await metadata.lasting(damage) { await note(damage, log) }
    }
  }

  /// Takes a note of damage, also for the next start; says so once.
  func note(_ damage: String, _ log: Logger) async {
    let isNews = current.withLock { state in
      defer { state = .damaged }
      return state != .damaged
    }
    guard isNews else { return }
    log.critical(
      "the index is damaged: it is made anew when the server starts again, or by sheaf verify --repair",
      metadata: ["damage": "\(damage)"])
    do {
      try await mark.place()
    } catch {
      log.error("the next start could not be told of the damage", metadata: ["reason": "\(error)"])
    }
  }
}
