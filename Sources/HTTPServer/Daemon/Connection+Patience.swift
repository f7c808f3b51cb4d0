import Glibc
import Synchronization

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
