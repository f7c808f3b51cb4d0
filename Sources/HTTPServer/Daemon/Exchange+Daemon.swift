import CMicroHTTPD
import Glibc
import HTTPTypes
import Synchronization

/// The daemon's side of an exchange; every call runs on the daemon's thread, inside a callback.
extension Exchange {
  func begin(method: UnsafePointer<CChar>, target: UnsafePointer<CChar>, version: UnsafePointer<CChar>)
    -> MHD_Result
  {
    let name = String(cString: method)
    let framing = RequestFraming(handle)
    let isHTTP11 = strcmp(version, "HTTP/1.1") == 0
    state.withLock { ($0.record.method, $0.isHTTP11) = (name, isHTTP11) }
    do throws(HTTPError) {
      let head = try head(method: name, framing: framing, isHTTP11: isHTTP11)
      // A NUL in the request line would truncate the target in C, but not in a proxy in front.
      guard version - target == (rawTarget ?? "").utf8.count + 1 else {
        throw .malformedRequest("The request line is malformed.")
      }
      guard core.isRunning else { throw .stopping }
      return serve(head, framing)
    } catch {
      return refuse(error)
    }
  }

  private func head(
    method name: String, framing: RequestFraming, isHTTP11: Bool
  ) throws(HTTPError) -> RequestHead {
    guard let rawTarget else { throw .malformedRequest("The address is not UTF-8.") }
    if let objection = framing.objection(isHTTP11: isHTTP11) ?? syntaxError { throw objection }
    let limit = core.configuration.limits.headerBytes
    guard rawTarget.utf8.count <= limit else { throw .addressTooLong(limit: limit) }
    guard handle.headerSize <= limit else { throw .headersTooLarge(limit: limit) }
    guard let method = HTTPRequest.Method(name) else { throw .malformedRequest("The method is not a token.") }
    return RequestHead(
      method: method, target: try RequestTarget(rawTarget), id: id, remoteAddress: handle.remoteAddress,
      fields: RequestFields(borrowing: ConnectionFields(handle: handle)))
  }

  private func serve(_ head: RequestHead, _ framing: RequestFraming) -> MHD_Result {
    state.withLock { $0.record.path = head.path }
    switch core.dispatcher.admit(head) {
    case .answer(let response, let route):
      head.fields.release()
      return answerAtOnce(response, route: route, framing)
    case .handle(let dispatch):
      _ = head.fields.all  // the connection's memory is invalid after this callback
      return start(head, dispatch, framing)
    }
  }

  /// Sends a response that is known with the headers.
  ///
  /// A response in the first callback makes the daemon close the connection. So only a client that has not begun to
  /// send its body gets its response there.
  private func answerAtOnce(_ response: Response, route: String?, _ framing: RequestFraming) -> MHD_Result {
    state.withLock { $0.record.route = route }
    guard framing.body != .expected else { return reply(with: response) }
    let isLarge = state.withLock { state in
      state.response = response
      let step = state.flow.begin(framing.body, bodyLimit: .max)
      _ = state.flow.answer()
      return step == .park
    }
    return isLarge ? proceed() : .YES
  }

  private func start(_ head: RequestHead, _ dispatch: Dispatch, _ framing: RequestFraming) -> MHD_Result {
    core.register(self)
    let proceed = state.withLock { state in
      state.isRegistered = true
      state.record.route = dispatch.route
      let step = state.flow.begin(framing.body, bodyLimit: dispatch.bodyLimit)
      if step == .proceed, framing.body != .none { connection.watch(for: self) }
      return step != .park || park()
    }
    guard proceed else { return .NO }
    let body =
      framing.body == .none ? .empty : RequestBody(source: self, declaredLength: framing.length)
    let request = Request(head: head, body: body)
    let task = framing.body == .none ? begin(request, dispatch) : run(request, dispatch)
    let isAnswered = state.withLock { state in
      state.task = task
      return state.flow.isAnswered
    }
    // The task either has ended by itself, so that this has no effect, or the server gave up on it before it was
    // stored.
    if isAnswered { task.cancel() }
    return .YES
  }

  private func run(_ request: Request, _ dispatch: Dispatch) -> Task<Void, Never> {
    Task.detached { [self] in answer(await core.dispatcher.respond(request, dispatch)) }
  }

  /// Runs the handler here up to its first wait, unless its route is known to be slow.
  private func begin(_ request: Request, _ dispatch: Dispatch) -> Task<Void, Never> {
    guard dispatch.pace.mayBeginAtOnce() else { return run(request, dispatch) }
    let start = ContinuousClock.now
    let task = Task.immediateDetached { [self] in
      answer(await core.dispatcher.respond(request, dispatch))
    }
    dispatch.pace.began(taking: start.duration(to: .now))
    return task
  }
}

extension Exchange {
  /// The first syntax error up to this request; everything after it on the connection is untrusted.
  private var syntaxError: HTTPError? {
    guard let fault = connection.syntax.withLock({ $0.fault }) else { return nil }
    return fault.request <= state.withLock({ $0.number }) ? .malformedRequest(fault.reason) : nil
  }

  /// Responds to a body with a syntax error; true when the daemon must close the connection.
  private func breakOffIfMalformed() -> Bool {
    guard let syntaxError, !state.withLock({ $0.flow.isBodyComplete }) else { return false }
    closeWith(syntaxError)
    return true
  }

  func proceed() -> MHD_Result {
    if breakOffIfMalformed() { return .NO }
    let (step, reader) = state.withLock { state -> (RequestFlow.Step, State.Reader?) in
      var step = state.flow.call()
      if step == .park, !park() { step = .breakOff }
      return (step, state.flow.isBodyComplete ? state.takeReader() : nil)
    }
    reader?.resume(returning: .success(nil))
    switch step {
    case .proceed, .park: return .YES
    case .breakOff: return .NO
    case .reply: return reply(with: state.withLock { $0.response } ?? Response(.internalServerError))
    case .replyNow:
      replyNow()
      return .YES
    }
  }

  /// Called with bytes of the body; `count` becomes the number of bytes not consumed.
  func receive(_ bytes: UnsafeRawBufferPointer, left count: UnsafeMutablePointer<Int>) -> MHD_Result {
    if breakOffIfMalformed() { return .NO }
    var outcome = RequestFlow.DataStep.breakOff
    let delivery = state.withLock { state -> (State.Reader, Result<[UInt8]?, any Error>)? in
      outcome = state.flow.offer(bytes.count)
      if outcome == .park, !park() { outcome = .breakOff }
      return state.deliver(bytes, outcome)
    }
    if let (reader, result) = delivery { reader.resume(returning: result) }
    guard outcome != .breakOff else { return .NO }
    if outcome == .replyNow { replyNow() }
    if outcome != .park { count.pointee = 0 }
    return .YES
  }

  /// Called exactly once, at the end of the request.
  func complete(_ code: MHD_RequestTerminationCode) {
    // The client's sending half is closed; the other half may still be open.
    if code == .REQUEST_TERMINATED_CLIENT_ABORT, hasBegun, !state.withLock({ $0.flow.isBodyComplete }) {
      closeWith(.bodyIncomplete)
    }
    let last = state.withLock { state in
      let failure: HTTPError = state.flow.isBodyComplete ? .disconnected : .bodyIncomplete
      state.failure = state.failure ?? failure
      state.flow.end()
      defer { (state.task, state.stream, state.response) = (nil, nil, nil) }
      return (
        reader: state.takeReader(), failure: failure, task: state.task, stream: state.stream,
        record: state.record, registered: state.isRegistered, sendsFile: state.sendsFile,
        repliedNow: state.flow.hasRepliedNow
      )
    }
    last.reader?.resume(returning: .failure(last.failure))
    let isWhole = code == .REQUEST_TERMINATED_COMPLETED_OK || last.repliedNow
    if !isWhole { last.task?.cancel() }
    last.stream?.close()
    if last.sendsFile { core.fileSends.remove(self) }
    connection.forget(self)
    core.finish(self, last.record, isRegistered: last.registered, isWhole: isWhole)
  }
}

extension Exchange.State {
  fileprivate mutating func deliver(
    _ bytes: UnsafeRawBufferPointer, _ outcome: RequestFlow.DataStep
  ) -> (Reader, Result<[UInt8]?, any Error>)? {
    switch outcome {
    case .keep: return append(bytes).map { ($0.0, .success($0.1)) }
    case .tooLarge:
      let error = HTTPError.bodyTooLarge(limit: flow.bodyLimit)
      failure = error
      return takeReader().map { ($0, .failure(error)) }
    case .discard, .park, .replyNow, .breakOff: return nil
    }
  }
}
