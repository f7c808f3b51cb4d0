import Glibc
import Synchronization

/// One client's connection, over all its requests: notices that the client hung up while its request waits, or keeps
/// the server waiting.
///
/// The daemon does not look at suspended connections. So the socket is put on the watcher's list when a request
/// first waits, once per connection, and the watcher tells when the client's end closes.
final class Connection: Sendable {
  struct State {
    var isWatched = false
    var isHalfClosed = false
    var isHungUp = false
    var isClosed = false
    var exchange: Exchange?
    /// How many requests have begun.
    var requests = 0
    var clock: HeadClock
    /// Among all connections.
    var place: Int?
    /// In the line of those that keep the server waiting.
    var placeInLine: Int?
  }

  let socket: CInt
  /// Where the client is.
  let network: RemoteAddress.Network
  /// Names the connection to the kernel.
  ///
  /// Neither the socket's number nor this object's address would do: both are given away again while an old
  /// event may still be on its way. 0 is the watcher's own.
  let token = Connection.tokens.add(1, ordering: .relaxed).newValue
  private static let tokens = Atomic<UInt64>(0)
  let core: ServerCore
  let state: Mutex<State>
  /// What the daemon has received on it, held against the grammar.
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

  /// A request's line was read.
  func begin(_ exchange: Exchange) {
    let number = state.withLock { state in
      state.exchange = exchange
      state.requests += 1
      return state.requests
    }
    exchange.state.withLock { $0.number = number }
  }

  /// The request that libmicrohttpd cannot read, for its answer: a new one when not even its first line could be.
  func refused(_ handle: ConnectionHandle) -> (Exchange, isNew: Bool) {
    if let exchange = state.withLock({ $0.exchange }) { return (exchange, false) }
    core.requestBegan()
    return (Exchange(core: core, handle: handle, connection: self, rawTarget: ""), true)
  }

  /// Whether the client is gone for good.
  var isHungUp: Bool { state.withLock { $0.isHungUp } }

  /// Tells the exchange when the client closes its end, at once if it has already.
  func watch(for exchange: Exchange) {
    let (isNew, isToBeTold) = state.withLock { state in
      defer { state.isWatched = true }
      return (!state.isWatched, state.isHalfClosed || state.isHungUp)
    }
    if isNew { core.watcher.add(self) }
    // The exchange's lock is held by the caller, so it is told from the watcher's thread, not from here.
    if isToBeTold { core.watcher.report(self) }
  }

  /// Lets the daemon read to the end of what the client sent before it closed its end.
  ///
  /// libmicrohttpd takes a short read for the last of its edge-triggered event, and so overlooks an end that came
  /// with the bytes before it until the connection times out. Closing the half that is closed already makes the
  /// kernel send another event, and loses no byte.
  func wakeDaemon() { SocketEnd.receiving.close(of: socket) }

  /// The daemon reads again, perhaps what came before the client closed its end.
  func willRead() {
    state.withLock { if $0.isHalfClosed, !$0.isClosed { wakeDaemon() } }
  }

  /// The exchange is over.
  func forget(_ exchange: Exchange) {
    state.withLock { state in
      if state.exchange === exchange { state.exchange = nil }
      state.clock.answered(at: .now)
      lineUp(&state)
    }
  }

  /// The kernel says that the client sends no more, or that it is gone for good.
  func closedByClient(isGone: Bool) {
    state.withLock { ($0.isHalfClosed, $0.isHungUp) = (true, $0.isHungUp || isGone) }
    tellExchange()
  }

  /// Called by the watcher, on its thread: the client has closed its end.
  func tellExchange() {
    let (exchange, isHungUp) = state.withLock { ($0.exchange, $0.isHungUp) }
    if isHungUp { exchange?.clientLeft() } else { exchange?.clientFinishedSending() }
  }

  /// The daemon closes the socket.
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
