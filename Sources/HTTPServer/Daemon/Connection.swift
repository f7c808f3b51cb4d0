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
    let (isNew, isToBeReported) = state.withLock { state in
      defer { state.isWatched = true }
      return (!state.isWatched, state.isHalfClosed || state.isHungUp)
    }
    if isNew { core.watcher.add(self) }
    // The caller holds the exchange's lock, so the watcher's thread must tell the exchange.
    if isToBeReported { core.watcher.report(self) }
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

// MARK: - Patience

/// The timeouts of slow clients.
///
/// Where both locks are needed, the exchange's is taken first.
extension Connection {
  /// Notes a complete request head; false when it came too late and must not be served.
  func headArrived() -> Bool {
    state.withLock { state in
      guard state.clock.headArrived() else { return false }
      leaveLine(&state)
      return true
    }
  }

  func look(at now: ContinuousClock.Instant) {
    let (exchange, phase) = state.withLock { ($0.exchange, $0.clock.phase) }
    switch phase {
    case .serving:
      if let exchange { look(at: exchange, now) }
    case .head, .idle:
      let isTooLate = state.withLock { state in
        guard !state.isClosed else { return false }
        return state.clock.look(at: now, silence: state.clock.isIdle ? silence : nil)
      }
      if isTooLate { timeOut(exchange) }
    case .over: break
    }
  }

  private func look(at exchange: Exchange, _ now: ContinuousClock.Instant) {
    let standing = exchange.standing(at: now)
    state.withLock { state in
      guard state.exchange === exchange, !state.isClosed else { return }
      if standing == .fine { leaveLine(&state) } else { lineUp(&state) }
    }
    if standing == .tooSlow { timeOut(exchange) }
  }

  /// Ends the connection in favour of a new one; false when the connection is in use again.
  func makeRoom() -> Bool {
    let (exchange, mayEnd) = state.withLock { state in
      leaveLine(&state)
      return (state.exchange, !state.isClosed && (state.clock.makeRoom() || state.exchange != nil))
    }
    return mayEnd && timeOut(exchange)
  }

  /// Responds 408 if a request has begun, and makes the daemon close the connection.
  @discardableResult
  private func timeOut(_ exchange: Exchange?) -> Bool {
    if let exchange, !exchange.timeOut() { return false }
    state.withLock { state in
      // The lock keeps the daemon from closing the socket, whose number could then be reused.
      if !state.isClosed { SocketEnd.both.close(of: socket) }
    }
    return true
  }

  func lineUp(_ state: inout State) {
    if state.placeInLine == nil, !state.isClosed { state.placeInLine = core.connections.lineUp(self) }
  }

  func leaveLine(_ state: inout State) {
    if let place = state.placeInLine { core.connections.leaveLine(place) }
    state.placeInLine = nil
  }

  private var silence: Duration? { kernelInfo.map { .milliseconds(Int64($0.tcpi_last_data_recv)) } }

  var kernelInfo: tcp_info? {
    var info = tcp_info()
    var size = socklen_t(MemoryLayout.size(ofValue: info))
    return getsockopt(socket, CInt(IPPROTO_TCP), TCP_INFO, &info, &size) == 0 ? info : nil
  }
}

extension Exchange {
  /// The pace of the client's transfer of a body or response.
  ///
  /// A client whose request was answered during its body at least lags.
  fileprivate func standing(at now: ContinuousClock.Instant) -> TransferPace.Standing {
    state.withLock { state in
      let flow = state.flow
      if flow.isReading {
        let standing = state.bodyPace.look(
          at: now, bytes: flow.countedBytes, isClientsTurn: flow.isClientsTurn)
        return standing == .fine && flow.stage == .discarding ? .lags : standing
      }
      // The lock keeps the daemon from closing the socket, whose number could then be reused.
      guard flow.stage == .replied, let sent = handle.sentBytes else { return .fine }
      return state.answerPace.look(at: now, bytes: sent.acknowledged, isClientsTurn: sent.waiting > 0)
    }
  }

  /// Responds 408 in place of any other response; false when the server no longer waits for the client.
  ///
  /// A client that reads its response too slowly gets no further response.
  fileprivate func timeOut() -> Bool {
    if state.withLock({ $0.flow.stage == .replied && hasBegun }) { return true }
    let refusal = refusal(.requestTimeout)
    let ended = state.withLock { state -> (State.Reader?, Task<Void, Never>?)? in
      guard state.flow.stage != .over, !hasBegun || state.flow.isClientsTurn else { return nil }
      if state.failure == nil { state.failure = .requestTimeout }
      guard state.flow.refuse() else { return (state.takeReader(), nil) }
      send(state.response ?? refusal, &state)
      return (state.takeReader(), state.task)
    }
    guard let (reader, task) = ended else { return false }
    reader?.resume(returning: .failure(HTTPError.requestTimeout))
    task?.cancel()
    return true
  }
}

/// The half of a socket that `shutdown(2)` closes.
///
/// The numbers are Linux's (`sys/socket.h`). `SHUT_RD` and the rest are both macros and members of an anonymous
/// enumeration, which the compiler finds in some builds only.
enum SocketEnd: CInt {
  case receiving = 0
  case sending = 1
  case both = 2

  /// Closes this end; has no effect on a socket that is not connected.
  func close(of socket: CInt) { shutdown(socket, rawValue) }
}
