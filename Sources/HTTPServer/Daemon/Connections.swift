import Synchronization

/// All connections of a server, checked once a second for slow clients.
///
/// Connections that make the server wait are queued by the start of their wait. At the connection limit the first
/// one is ended for a new connection. A check takes less than a microsecond per connection, and none runs without
/// connections.
final class Connections: Sendable {
  private struct Waiter {
    let connection: Connection
    let since: ContinuousClock.Instant
  }

  private struct State {
    var all = ArrivalOrder<Connection>()
    var waiting = ArrivalOrder<Waiter>()
    var isWatched = false
    var count = 0
    /// The highest count since memory was last returned.
    var peak = 0
  }

  /// The wait after which a connection may be ended for another; a request that is under way arrives within this time.
  static let patience = Duration.seconds(1)

  private let interval: Duration
  private let state = Mutex(State())

  /// - Parameter limits: the time limits; shorter limits are checked more often.
  init(_ limits: ServerLimits) {
    let shortest = min(limits.head, limits.transferGrace, limits.gap, limits.bodyTime)
    interval = max(.milliseconds(20), min(.seconds(1), shortest / 10))
  }

  func add(_ connection: Connection) -> Int {
    let (place, isFirst) = state.withLock { state in
      defer { state.isWatched = true }
      state.count += 1
      state.peak = max(state.peak, state.count)
      return (state.all.append(connection), !state.isWatched)
    }
    if isFirst { Task.detached { [self] in await watch() } }
    return place
  }

  func remove(_ place: Int) {
    state.withLock { state in
      state.all.remove(place)
      state.count -= 1
    }
  }

  /// Puts a connection that makes the server wait at the end of the line; returns its slot.
  func lineUp(_ connection: Connection) -> Int {
    let waiter = Waiter(connection: connection, since: .now)
    return state.withLock { $0.waiting.append(waiter) }
  }

  func leaveLine(_ place: Int) { state.withLock { $0.waiting.remove(place) } }

  /// Ends the connection that has made the server wait longest, if that is at least ``patience``.
  ///
  /// Returns whether one was ended.
  ///
  /// - Parameter network: restricts the choice to one network; nil for any.
  func makeRoom(in network: RemoteAddress.Network? = nil) -> Bool {
    let now = ContinuousClock.now
    while let first = longestWaiting(in: network), first.since.duration(to: now) >= Self.patience {
      if first.connection.makeRoom() { return true }
    }
    return false
  }

  private func longestWaiting(in network: RemoteAddress.Network?) -> Waiter? {
    state.withLock { state in
      guard let network else { return state.waiting.first }
      return state.waiting.first { $0.connection.network == network }
    }
  }

  private func watch() async {
    while let all = watched() {
      let now = ContinuousClock.now
      for connection in all { connection.look(at: now) }
      giveMemoryBack()
      // The task is never cancelled.
      try? await Task.sleep(for: interval)
    }
    giveMemoryBack()
  }

  /// Returns memory to the system after many connections; the C library would keep it.
  private func giveMemoryBack() {
    let isMuch = state.withLock { state in
      guard state.peak - state.count >= Self.flood else { return false }
      state.peak = state.count
      return true
    }
    if isMuch { Daemon.giveMemoryBack() }
  }

  /// Closed connections after which a trim of all memory is worth its time.
  private static let flood = 256

  private func watched() -> [Connection]? {
    state.withLock { state in
      state.isWatched = !state.all.isEmpty
      return state.isWatched ? state.all.all : nil
    }
  }
}
