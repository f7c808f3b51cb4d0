import Logging
import Maintenance
import Storage
import Synchronization

/// The health of the index, for `/healthz`.
///
/// ```
///   whole ──┬── damage is found while it is used ──────────────► damaged   until the next start rebuilds it
///   rebuilt ┴── the file is removed or replaced while in use ──► lost      until it is back, or the next start rebuilds it
/// ```
/// Threading: safe from any thread.
final class IndexHealth: Sendable {
  enum State: String, Encodable, Sendable {
    case whole
    /// The index was damaged or lost, and was rebuilt at this start.
    case rebuilt
    case damaged
    /// The file was removed or replaced on the disk; changes are refused.
    case lost
  }

  private let current: Mutex<State>
  private let isAway = Mutex(false)
  private let index: SQLiteIndex
  private let mark: IndexDamageMark

  /// The health of an index that was just opened; `mark` tells the next start, and `rebuilt` how it was made anew.
  init(_ index: SQLiteIndex, _ mark: IndexDamageMark, rebuilt: String?, _ log: Logger) {
    self.index = index
    self.mark = mark
    current = Mutex(rebuilt == nil ? .whole : .rebuilt)
    guard let rebuilt else { return }
    log.error("the index was damaged or lost, and was made anew", metadata: ["outcome": "\(rebuilt)"])
  }

  var state: State { isAway.withLock(\.self) ? .lost : current.withLock(\.self) }

  var unreadable: Int { index.unreadableCount }

  /// Looks whether the index is where it was, and sees to it that the next start knows; says so once.
  ///
  /// If the file is away, `copies` keeps the data that only this process can still read, without regard to free room.
  func look(_ copies: IndexCopies, _ log: Logger) async {
    let isInPlace = await index.isInPlace()
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

  func check(_ log: Logger) async {
    do {
      if let damage = try await index.damage() { await note(damage, log) }
      let unreadable = try await index.findUnreadable()
      guard unreadable > 0 else { return }
      log.error(
        "entries of the index can be no documents and are left out; sheaf verify names them, --repair puts them aside",
        metadata: ["entries": "\(unreadable)"])
    } catch {
      log.warning("the index could not be checked", metadata: ["reason": "\(error)"])
    }
  }

  /// Records damage that queries meet, until the task is cancelled.
  func listen(_ log: Logger) async {
    for await damage in index.damages {
      if let damage = await index.lasting(damage) { await note(damage, log) }
    }
  }

  /// Records damage, also for the next start; logs it once.
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
