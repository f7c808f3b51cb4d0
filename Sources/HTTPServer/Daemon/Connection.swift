import Glibc
import Synchronization

/// One client's connection, over all its requests: notices that the client hung up while its request waits.
///
/// The daemon does not look at suspended connections. So the socket is put on the watcher's list when a request
/// first waits, once per connection, and the watcher tells when the client's end closes.
final class Connection: Sendable {
  private struct State {
    var isWatched = false
    var isHungUp = false
    var exchange: Exchange?
  }

  let socket: CInt
  /// Names the connection to the kernel.
  ///
  /// Neither the socket's number nor this object's address would do: both are given away again while an old
  /// event may still be on its way. 0 is the watcher's own.
  let token = Connection.tokens.add(1, ordering: .relaxed).newValue
  private static let tokens = Atomic<UInt64>(0)
  private let core: ServerCore
  private let state = Mutex(State())

  init(socket: CInt, core: ServerCore) {
    self.socket = socket
    self.core = core
  }

  /// A request's line was read.
  func begin(_ exchange: Exchange) { state.withLock { $0.exchange = exchange } }

  /// The request that libmicrohttpd cannot read, for its answer: a new one when not even its first line could be.
  func refused(_ handle: ConnectionHandle) -> (Exchange, isNew: Bool) {
    if let exchange = state.withLock({ $0.exchange }) { return (exchange, false) }
    core.requestBegan()
    return (Exchange(core: core, handle: handle, connection: self, rawTarget: ""), true)
  }

  /// Whether the client closed its end.
  var isHungUp: Bool { state.withLock { $0.isHungUp } }

  /// Tells the exchange when the client hangs up, at once if it has already.
  func watch(for exchange: Exchange) {
    let (isNew, isHungUp) = state.withLock { state in
      defer { state.isWatched = true }
      return (!state.isWatched, state.isHungUp)
    }
    if isNew { core.watcher.add(self) }
    // The exchange's lock is held by the caller, so it is told from the watcher's thread, not from here.
    if isHungUp { core.watcher.report(self) }
  }

  /// Lets the daemon read to the end of what the client sent before it closed its end.
  ///
  /// libmicrohttpd takes a short read for the last of its edge-triggered event, and so overlooks an end that came
  /// with the bytes before it until the connection times out. Closing the half that is closed already makes the
  /// kernel send another event, and loses no byte.
  func wakeDaemon() { shutdown(socket, CInt(SHUT_RD)) }

  /// The exchange is over.
  func forget(_ exchange: Exchange) {
    state.withLock { state in
      if state.exchange === exchange { state.exchange = nil }
    }
  }

  /// Called by the watcher.
  func hungUp() {
    let exchange = state.withLock { state in
      state.isHungUp = true
      return state.exchange
    }
    exchange?.clientLeft()
  }

  /// The daemon closes the socket.
  func closed() {
    if state.withLock({ $0.isWatched }) { core.watcher.remove(self) }
  }
}
