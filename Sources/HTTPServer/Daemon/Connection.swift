import Glibc
import Synchronization

/// One client's connection, over all its requests.
///
/// It notices when the client disconnects while its request waits, and when the client is too slow. The daemon does
/// not check suspended connections. So the watcher gets the socket when a request first waits, once per connection,
/// and reports when the client closes its end.
final class Connection: Sendable {
  struct State {
    var isWatched = false
    var isHalfClosed = false
    var isHungUp = false
    var isClosed = false
    var exchange: Exchange?
    var requests = 0
    var clock: HeadClock
    var place: Int?
    var placeInLine: Int?
  }

  let socket: CInt
  let network: RemoteAddress.Network
  /// The connection's number for `epoll`; 0 is the watcher's own.
  ///
  /// The socket's number and this object's address can be reused while an old event is under way.
  let token = Connection.tokens.add(1, ordering: .relaxed).newValue
  private static let tokens = Atomic<UInt64>(0)
  let core: ServerCore
  let state: Mutex<State>
  /// The syntax check of all received bytes.
  let syntax: Mutex<MessageSyntax>

  init(_ handle: ConnectionHandle, core: ServerCore) {
    socket = handle.socket
    network = handle.remoteAddress.network
    self.core = core
    syntax = Mutex(MessageSyntax(lineLimit: core.configuration.limits.connectionMemory))
    state = Mutex(State(clock: HeadClock(limit: core.configuration.limits.head, acceptedAt: .now)))
    state.withLock { state in
      state.place = core.connections.add(self)
      state.placeInLine = core.connections.lineUp(self)
    }
    ReceivedBytes.follow(self)
  }

  func begin(_ exchange: Exchange) {
    let number = state.withLock { state in
      state.exchange = exchange
      state.requests += 1
      return state.requests
    }
    exchange.state.withLock { $0.number = number }
  }

  /// The request that libmicrohttpd cannot parse; a new exchange when its request line could not be parsed.
  func refused(_ handle: ConnectionHandle) -> (Exchange, isNew: Bool) {
    if let exchange = state.withLock({ $0.exchange }) { return (exchange, false) }
    core.requestBegan()
    return (Exchange(core: core, handle: handle, connection: self, rawTarget: ""), true)
  }

  var isHungUp: Bool { state.withLock { $0.isHungUp } }

  /// Tells the exchange when the client closes its end, at once if it has already.
  func watch(for exchange: Exchange) {
    let (isNew, isToBeTold) = state.withLock { state in
      defer { state.isWatched = true }
      return (!state.isWatched, state.isHalfClosed || state.isHungUp)
    }
    if isNew { core.watcher.add(self) }
    // The caller holds the exchange's lock, so the watcher's thread must tell the exchange.
    if isToBeTold { core.watcher.report(self) }
  }

  /// Makes the daemon read everything that the client sent before it closed its end.
  ///
  /// libmicrohttpd ends an edge-triggered event after a short read. It overlooks an end that came with the bytes
  /// before it until the connection times out. A second `shutdown` of the closed half makes the kernel send another
  /// event, and loses no byte.
  func wakeDaemon() { SocketEnd.receiving.close(of: socket) }

  /// Called when the daemon reads again, perhaps bytes that came before the client closed its end.
  func willRead() {
    state.withLock { if $0.isHalfClosed, !$0.isClosed { wakeDaemon() } }
  }

  func forget(_ exchange: Exchange) {
    state.withLock { state in
      if state.exchange === exchange { state.exchange = nil }
      state.clock.answered(at: .now)
      lineUp(&state)
    }
  }

  /// Called when the client has closed its sending half, or the whole connection.
  func closedByClient(isGone: Bool) {
    state.withLock { ($0.isHalfClosed, $0.isHungUp) = (true, $0.isHungUp || isGone) }
    reportExchange()
  }

  /// Reports a closed end to the exchange; called on the watcher's thread.
  func reportExchange() {
    let (exchange, isHungUp) = state.withLock { ($0.exchange, $0.isHungUp) }
    if isHungUp { exchange?.clientLeft() } else { exchange?.clientFinishedSending() }
  }

  func closed() {
    ReceivedBytes.forget(self)
    let isWatched = state.withLock { state in
      state.isClosed = true
      leaveLine(&state)
      if let place = state.place { core.connections.remove(place) }
      return state.isWatched
    }
    if isWatched { core.watcher.remove(self) }
  }
}
