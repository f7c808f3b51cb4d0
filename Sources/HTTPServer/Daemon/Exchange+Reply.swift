import CMicroHTTPD
import Glibc
import HTTPTypes
import Logging
import Synchronization

extension Exchange {
  func refuse(_ error: HTTPError) -> MHD_Result { reply(with: refusal(error)) }

  func refusal(_ error: HTTPError) -> Response {
    let method = state.withLock { $0.record.method }
    return core.dispatcher.answer(to: error, id: id, method: method, path: rawTarget ?? "")
  }

  func reply(with response: Response) -> MHD_Result {
    if case .prepared(let prepared) = response.body, let built = core.built(prepared) {
      note(response, prepared.status, length: UInt64(prepared.bytes.count))
      return built.queue(on: handle, status: prepared.status.code)
    }
    guard let built = build(response) else { return replyPlainly() }
    note(response)
    return built.queue(on: handle, status: response.status.code)
  }

  private func build(_ response: Response) -> DaemonResponse? {
    var headers = core.dispatcher.headers(of: response, id: id)
    if !core.isRunning { headers[.connection] = "close" }
    switch response.body {
    case .empty: return DaemonResponse([], headers: headers)
    case .bytes(let bytes): return DaemonResponse(bytes, headers: headers)
    case .prepared(let prepared): return DaemonResponse(prepared.bytes, headers: headers)
    case .file(let slice): return build(slice, headers)
    case .stream(let stream): return build(stream, headers)
    }
  }

  private func build(_ slice: FileSlice, _ headers: HTTPFields) -> DaemonResponse? {
    let built = DaemonResponse(slice, headers: headers)
    if built != nil {
      state.withLock { $0.sendsFile = true }
      core.fileSends.add(self)
    }
    return built
  }

  private func build(_ stream: ByteStream, _ headers: HTTPFields) -> DaemonResponse? {
    let (isHead, known) = state.withLock { state in
      let isHead = state.record.method == "HEAD"
      if !isHead { state.stream = stream }
      defer { state.isRegistered = true }
      return (isHead, state.isRegistered)
    }
    if !known { core.register(self) }
    guard let built = DaemonResponse(StreamReader(stream, for: self), headers: headers) else { return nil }
    if !isHead { stream.start(sink: self) }
    if !core.isRunning { stream.end() }
    return built
  }

  /// Responds 503 when the real response cannot be built: out of descriptors or memory.
  private func replyPlainly() -> MHD_Result {
    core.dispatcher.application.logger.error(
      "An answer could not be sent: out of descriptors or memory.", metadata: ["request": "\(id)"])
    let problem = HTTPError.outOfResources.problem.response()
    note(problem)
    return build(problem)?.queue(on: handle, status: problem.status.code) ?? .NO
  }

  /// Writes the response to the socket directly, because the daemon accepts none during a body.
  ///
  /// No other write can interleave: earlier responses are out before the daemon reads on, and the connection ends
  /// with this one. A response that is not in memory, or exceeds the socket's buffer, waits for the body's end.
  func replyNow() {
    guard let response = state.withLock({ $0.response }) else { return }
    let bytes = plainBytes(of: response) ?? []
    let isSent = state.withLock { state in
      // The lock keeps the daemon from closing the socket, whose number could then be reused.
      let isSent = !bytes.isEmpty && state.flow.stage == .discarding && send(bytes)
      if !isSent { state.flow.didNotReplyNow() }
      return isSent
    }
    if isSent { note(response) }
  }

  /// Sends the reason before the daemon closes the connection; only within its callback.
  ///
  /// A response of the handler takes precedence; a running handler is cancelled.
  func closeWith(_ error: HTTPError) {
    let (isFirst, answer, reader, task) = state.withLock { state in
      state.failure = state.failure ?? error
      return (state.flow.refuse(), state.response, state.takeReader(), state.task)
    }
    reader?.resume(returning: .failure(error))
    guard isFirst else { return }
    task?.cancel()
    let response = answer ?? refusal(error)
    guard let bytes = plainBytes(of: response), send(bytes) else { return }
    note(response)
  }

  func send(_ bytes: [UInt8]) -> Bool {
    Glibc.send(handle.socket, bytes, bytes.count, CInt(MSG_DONTWAIT | MSG_NOSIGNAL)) == bytes.count
  }

  /// Sends a response directly to the socket, with the lock held, so that the daemon cannot close the socket.
  func send(_ response: Response, _ state: inout State) {
    let isHead = state.record.method == "HEAD"
    guard let bytes = plainBytes(of: response, isHead: isHead), send(bytes) else { return }
    state.record.status = response.status.code
    state.record.code = response.problemCode
    state.record.bytes = isHead ? 0 : response.body.length ?? 0
  }

  private func plainBytes(of response: Response) -> [UInt8]? {
    plainBytes(of: response, isHead: state.withLock { $0.record.method } == "HEAD")
  }

  private func plainBytes(of response: Response, isHead: Bool) -> [UInt8]? {
    guard let body = response.body.smallBytes else { return nil }
    var headers = core.dispatcher.headers(of: response, id: id)
    headers[.date] = HTTPDate(secondsSince1970: Int64(time(nil))).description
    headers[.contentLength] = response.status.mayHaveBody ? "\(body.count)" : nil
    headers[.connection] = "close"
    var text = "HTTP/1.1 \(response.status.code) \(response.status.reasonPhrase)\r\n"
    for field in headers { text += "\(field.name.rawName): \(field.value)\r\n" }
    return [UInt8]((text + "\r\n").utf8) + (isHead ? [] : body)
  }

  private func note(_ response: Response) {
    // A stream's bytes are counted as they are sent.
    if case .stream = response.body { return note(response, response.status, length: 0) }
    note(response, response.status, length: response.body.length ?? 0)
  }

  private func note(_ response: Response, _ status: HTTPResponse.Status, length: UInt64) {
    state.withLock { state in
      state.record.status = status.code
      state.record.code = response.problemCode
      state.record.bytes = state.record.method == "HEAD" ? 0 : length
    }
  }
}

extension Response.Body {
  /// Bytes that fit into a socket's buffer; nil for any other body.
  fileprivate var smallBytes: [UInt8]? {
    switch self {
    case .empty: []
    case .bytes(let bytes) where bytes.count <= 16 * 1024: bytes
    case .bytes, .prepared, .file, .stream: nil
    }
  }
}
