import HTTPTypes
import Synchronization

/// One request and its response, shared by the daemon's thread, the handler's task and the hang-up watcher.
///
/// ``RequestFlow`` makes the decisions; this class owns the lock and carries them out. A connection is suspended
/// with the lock held, so that no wake-up is lost, and resumed without it.
final class Exchange: Sendable {
  struct State {
    var flow = RequestFlow()
    /// The request's number on the connection, from 1.
    var number = 0
    var isRegistered = false
    var sendsFile = false
    var body: [UInt8] = []
    var failure: HTTPError?
    var bodyPace: TransferPace
    var answerPace: TransferPace
    var isHTTP11 = true
    var wasAsked = false
    var reader: UnsafeContinuation<Result<[UInt8]?, any Error>, Never>?
    var response: Response?
    var stream: ByteStream?
    var task: Task<Void, Never>?
    var record = RequestRecord()

    init(_ limits: ServerLimits) {
      bodyPace = TransferPace(
        grace: limits.gap, bytesPerSecond: limits.bytesPerSecond, total: limits.bodyTime)
      answerPace = TransferPace(grace: limits.transferGrace, bytesPerSecond: limits.bytesPerSecond)
    }
  }

  let core: ServerCore
  let handle: ConnectionHandle
  let connection: Connection
  /// The request target as sent; nil when it is not UTF-8.
  let rawTarget: String?
  let id = RequestID()
  let started = ContinuousClock.now
  let state: Mutex<State>
  /// Whether the daemon has called with the headers; read by its thread only.
  private let begun = Atomic(false)

  init(core: ServerCore, handle: ConnectionHandle, connection: Connection, rawTarget: String?) {
    self.core = core
    self.handle = handle
    self.connection = connection
    self.rawTarget = rawTarget
    state = Mutex(State(core.configuration.limits))
  }

  /// True for the call with the headers, once.
  func isFirstCall() -> Bool { !begun.exchange(true, ordering: .relaxed) }

  var hasBegun: Bool { begun.load(ordering: .relaxed) }

  /// Suspends the connection; called by the daemon's thread with the lock held.
  ///
  /// False when the server stops or the client is gone, so that the connection must not wait.
  func park() -> Bool {
    guard core.willSuspend() else { return false }
    handle.suspend()
    connection.watch(for: self)
    return true
  }

  /// Resumes a connection; exactly one caller is told to.
  func unpark() {
    handle.resume()
    core.didResume()
    connection.willRead()
  }
}

extension Exchange {
  /// Sets the response of the handler, or a refusal; only the first call counts.
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

  /// Called when the client closed its sending half or the whole connection, which the kernel reports alike.
  ///
  /// A probe tells them apart: an interim response, or filler bytes of a stream. A client that closed one half
  /// ignores it and waits for its response. A client that is gone answers with a reset, which the watcher reports.
  func clientFinishedSending() {
    let (isGone, stream) = state.withLock { state -> (Bool, ByteStream?) in
      // The kernel repeats the event until the daemon has read to the end.
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

  /// An interim response, which clients skip (RFC 9110 §15.2); the daemon writes nothing meanwhile.
  private static let interim = [UInt8]("HTTP/1.1 100 Continue\r\n\r\n".utf8)

  func clientLeft() {
    let (task, stream) = state.withLock { state in
      if state.flow.isReading { connection.wakeDaemon() }
      return (state.flow.stage == .complete && !state.flow.isAnswered ? state.task : nil, state.stream)
    }
    task?.cancel()
    stream?.close()
  }

  /// Ends a stream in order while the server drains.
  func drain() { state.withLock { $0.stream }?.end() }

  /// Responds 503 and cancels the handler after the server's stop deadline.
  func giveUp() {
    let task = state.withLock { $0.task }
    // The first response counts: a cancelled handler may still return one.
    answer(core.dispatcher.answer(to: HTTPError.stopping, id: id, method: "", path: ""))
    task?.cancel()
  }

  /// Ends the exchange at the server's stop; the daemon's thread closes the connection.
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
