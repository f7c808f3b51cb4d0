import HTTPTypes
import Synchronization

/// One request and its answer, shared by the daemon's thread, the handler's task and the disconnect watcher.
///
/// What happens when is decided by ``RequestFlow``; this class owns the lock around it and does what it says. A
/// connection is suspended with the lock held, so that no wake-up is lost, and resumed after it is released.
final class Exchange: Sendable {
  /// The rest of the exchange, all guarded by one lock.
  struct State {
    var flow = RequestFlow()
    /// Its number on the connection, from 1.
    var number = 0
    var isRegistered = false
    var sendsFile = false
    var body: [UInt8] = []
    var failure: HTTPError?
    var bodyPace: TransferPace
    var answerPace: TransferPace
    /// Whether the version knows interim answers.
    var isHTTP11 = true
    var wasAsked = false
    var reader: UnsafeContinuation<Result<[UInt8]?, any Error>, Never>?
    var response: Response?
    var stream: ByteStream?
    var task: Task<Void, Never>?
    var record = RequestRecord()

    init(_ limits: ServerLimits) {
      bodyPace = TransferPace(grace: limits.transferGrace, bytesPerSecond: limits.bytesPerSecond)
      answerPace = bodyPace
    }
  }

  let core: ServerCore
  let handle: ConnectionHandle
  let connection: Connection
  /// The address as sent; nil when it is not UTF-8.
  let rawTarget: String?
  let id = RequestID()
  let started = ContinuousClock.now
  let state: Mutex<State>
  /// Whether the daemon has already called with the headers.
  ///
  /// Only its thread asks.
  private let begun = Atomic(false)

  init(core: ServerCore, handle: ConnectionHandle, connection: Connection, rawTarget: String?) {
    self.core = core
    self.handle = handle
    self.connection = connection
    self.rawTarget = rawTarget
    state = Mutex(State(core.configuration.limits))
  }

  /// True once: at the call that brings the headers.
  func isFirstCall() -> Bool { !begun.exchange(true, ordering: .relaxed) }

  /// Whether its headers were read.
  var hasBegun: Bool { begun.load(ordering: .relaxed) }

  /// Suspends the connection; called by the daemon's thread with the lock held.
  ///
  /// False: the server stops, or the client is gone for good, so there is nothing to wait for.
  func park() -> Bool {
    guard core.willSuspend() else { return false }
    handle.suspend()
    connection.watch(for: self)
    return true
  }

  /// Resumes a connection that this caller, and nobody else, was told to resume.
  func unpark() {
    handle.resume()
    core.didResume()
    connection.willRead()
  }
}

extension Exchange {
  /// The handler's answer, or a refusal that overtakes it.
  ///
  /// Only the first counts.
  func answer(_ response: Response) {
    let step = state.withLock { state in
      if state.response == nil { state.response = response }
      return state.flow.answer()
    }
    switch step {
    case .unpark: unpark()
    case .replyNow: replyNow()
    case .leave: break
    }
  }

  /// The client closed its sending half, or all of it: the kernel says the same of both.
  ///
  /// Who only closed half waits for the answer, so it is asked: something is sent to it that says nothing. A client
  /// that is gone for good answers that with a reset, and the watcher comes back.
  func clientFinishedSending() {
    let (isGone, stream) = state.withLock { state -> (Bool, ByteStream?) in
      // The kernel then says it again, until the daemon has read to the end.
      if state.flow.isClientsTurn { connection.wakeDaemon() }
      let isWaiting = state.flow.stage == .complete && state.flow.isParked
      guard !state.wasAsked, isWaiting || state.stream != nil else { return (false, nil) }
      state.wasAsked = true
      if let stream = state.stream { return (false, stream) }
      return (!state.isHTTP11 || !send(Self.interim), nil)
    }
    if isGone { clientLeft() }
    stream?.ask()
  }

  /// An answer that clients skip, asked for or not (RFC 9110 §15.2); the daemon writes nothing meanwhile.
  private static let interim = [UInt8]("HTTP/1.1 100 Continue\r\n\r\n".utf8)

  /// The client is gone.
  ///
  /// Whoever works for it may stop.
  func clientLeft() {
    let (task, stream) = state.withLock { state in
      if state.flow.isReading { connection.wakeDaemon() }
      return (state.flow.stage == .complete && !state.flow.isAnswered ? state.task : nil, state.stream)
    }
    task?.cancel()
    stream?.close()
  }

  /// The server drains: an endless answer ends in good order.
  func drain() { state.withLock { $0.stream }?.end() }

  /// The server waited long enough: the client is told so, the handler is cancelled.
  func giveUp() {
    let task = state.withLock { $0.task }
    // The first answer counts: a handler that is cancelled may still have one of its own.
    answer(core.dispatcher.answer(to: HTTPError.stopping, id: id, method: "", path: ""))
    task?.cancel()
  }

  /// The server stops now: the daemon's thread will break the connection off.
  func stop() {
    let (resume, stream) = state.withLock { ($0.flow.stop(), $0.stream) }
    stream?.close()
    if resume { unpark() }
  }
}

extension Exchange: StreamSink {
  /// Called by the stream's read with the stream's lock held.
  func parkStream() -> Bool {
    guard !connection.isHungUp else { return false }
    return park()
  }

  func wake() { unpark() }

  func didSend(_ count: Int) { state.withLock { $0.record.bytes += UInt64(count) } }
}
