import Logging
import Maintenance
import Storage
import Synchronization

/// What is known of the index's own health, for `/healthz`.
///
/// ```
///   whole ──┬── damage is found while it is used ──────────────► damaged   until the next start makes it anew
///   rebuilt ┴── somebody removes or replaces the file in use ──► lost      until it is back, or the next start makes it anew
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
  private let isAway = Mutex(false)
  private let metadata: SQLiteMetadataStore
  private let mark: IndexDamageMark

  /// The health of an index that was just opened; `mark` tells the next start, and `rebuilt` how it was made anew.
  init(_ metadata: SQLiteMetadataStore, _ mark: IndexDamageMark, rebuilt: String?, _ log: Logger) {
    self.metadata = metadata
    self.mark = mark
    current = Mutex(rebuilt == nil ? .whole : .rebuilt)
    guard let rebuilt else { return }
    log.error("the index was damaged or lost, and was made anew", metadata: ["outcome": "\(rebuilt)"])
  }

  /// How it is now.
  var state: State { isAway.withLock(\.self) ? .lost : current.withLock(\.self) }

  /// How many entries can be no documents, and are left out of every list.
  var unreadable: Int { metadata.unreadableCount }

  /// Looks whether the index is where it was, and sees to it that the next start knows; says so once.
  ///
  /// Of one that is away `copies` keeps what only this process can still read, whatever room there is.
  func look(_ copies: IndexCopies, _ log: Logger) async {
    let isInPlace = await metadata.isInPlace()
    let wasAway = isAway.withLock { isAway in
      defer { isAway = !isInPlace }
      return isAway
    }
    do {
      if !isInPlace {
        if !wasAway { log.critical("\(Self.loss)") }
        if case .damaged(let damage) = try await copies.keep() { await note(damage, log) }
        try await mark.place()
      } else if wasAway {
        if state != .damaged { try await mark.remove() }
        log.notice("the index is where it was, and changes are taken again")
      }
    } catch {
      log.error("the next start could not be told of the index's loss", metadata: ["reason": "\(error)"])
    }
  }

  private static let loss = """
    the index was removed or replaced on the disk while it was used: nothing more is taken until it is back. Start the server \
    again, which makes it anew of the copy that is made now
    """

  /// Looks for damage that opening did not find; says so once.
  func check(_ log: Logger) async {
    do {
      if let damage = try await metadata.damage() { await note(damage, log) }
      let unreadable = try await metadata.findUnreadable()
      guard unreadable > 0 else { return }
      log.error(
        "entries of the index can be no documents and are left out; sheaf verify names them, --repair puts them aside",
        metadata: ["entries": "\(unreadable)"])
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
