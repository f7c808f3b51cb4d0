import Synchronization

/// All connections of a server, looked over once a second for clients that keep it waiting too long.
///
/// Those that keep it waiting at all stand in a line, longest first: when every connection that may be is taken, the
/// first gives way to a new one. A look costs well under a microsecond, and nothing is done while there are none.
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
    /// The most there were since memory was last given back.
    var peak = 0
  }

  /// How long a connection may keep the server waiting before it gives way: a request that is on its way arrives
  /// within this time.
  static let patience = Duration.seconds(1)

  private let interval: Duration
  private let state = Mutex(State())

  /// - Parameter limits: what is looked for; the shorter, the more often.
  init(_ limits: ServerLimits) {
    interval = max(.milliseconds(20), min(.seconds(1), limits.head / 10, limits.transferGrace / 10))
  }

  /// Looks after a connection from now on; the result is its place, for ``remove(_:)``.
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

  /// A connection keeps the server waiting from now on; the result is its place in the line.
  func lineUp(_ connection: Connection) -> Int {
    let waiter = Waiter(connection: connection, since: .now)
    return state.withLock { $0.waiting.append(waiter) }
  }

  func leaveLine(_ place: Int) { state.withLock { $0.waiting.remove(place) } }

  /// Ends the connection that has kept the server waiting longest, if any has for ``patience``; whether one has.
  ///
  /// - Parameter network: the only one from which it may be; nil for any.
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

  /// Looks until there was nothing to look at.
  private func watch() async {
    while let all = watched() {
      let now = ContinuousClock.now
      for connection in all { connection.look(at: now) }
      giveMemoryBack()
      // Nobody cancels this task.
      try? await Task.sleep(for: interval)
    }
    giveMemoryBack()
  }

  /// After a flood the C library keeps for later what its connections had; the system needs it more.
  private func giveMemoryBack() {
    let isMuch = state.withLock { state in
      guard state.peak - state.count >= Self.flood else { return false }
      state.peak = state.count
      return true
    }
    if isMuch { Daemon.giveMemoryBack() }
  }

  /// Connections whose memory is worth a look through all of it.
  private static let flood = 256

  private func watched() -> [Connection]? {
    state.withLock { state in
      state.isWatched = !state.all.isEmpty
      return state.isWatched ? state.all.all : nil
    }
  }
}
