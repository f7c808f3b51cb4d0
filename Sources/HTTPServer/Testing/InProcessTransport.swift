import Glibc
import HTTPTypes
import Synchronization

/// Performs the daemon's part of a request without a daemon.
struct InProcessTransport: Sendable {
  private let dispatcher: Dispatcher

  init(_ application: HTTPApplication) { dispatcher = Dispatcher(application) }

  func execute(
    _ method: HTTPRequest.Method, _ target: String, headers: HTTPFields, body: [UInt8]
  ) async throws -> TestResponse {
    var headers = headers
    if headers[.host] == nil { headers[.host] = "localhost" }
    if !body.isEmpty { headers[.contentLength] = "\(body.count)" }
    do throws(HTTPError) {
      let head = try RequestHead(method, target, headers: headers)
      return try await finish(await respond(head, body), head)
    } catch {
      let id = RequestID()
      let response = dispatcher.answer(to: error, id: id, method: method.rawValue, path: target)
      return TestResponse(
        status: response.status, headers: dispatcher.headers(of: response, id: id),
        body: try await response.body.collected())
    }
  }

  private func respond(_ head: RequestHead, _ body: [UInt8]) async -> Response {
    switch dispatcher.admit(head) {
    case .answer(let response, _): return response
    case .handle(let dispatch):
      let body = RequestBody(body, pieces: 64 * 1024, limit: dispatch.bodyLimit)
      return await dispatcher.respond(Request(head: head, body: body), dispatch)
    }
  }

  private func finish(_ response: Response, _ head: RequestHead) async throws(HTTPError) -> TestResponse {
    var response = response
    if case .prepared(let prepared) = response.body {
      response = Response(prepared.status, headers: prepared.headers, body: .bytes(prepared.bytes))
    }
    var headers = dispatcher.headers(of: response, id: head.id)
    if let length = response.body.length, response.status.mayHaveBody {
      headers[.contentLength] = "\(length)"
    }
    let isSilent = head.method == .head || !response.status.mayHaveBody
    return TestResponse(
      status: response.status, headers: headers, body: isSilent ? [] : try await response.body.collected())
  }
}

extension HTTPResponse.Status {
  var mayHaveBody: Bool { code >= 200 && code != 204 && code != 304 }
}

extension Response.Body {
  fileprivate func collected() async throws(HTTPError) -> [UInt8] {
    switch self {
    case .empty: return []
    case .bytes(let bytes): return bytes
    case .prepared(let prepared): return prepared.bytes
    case .file(let slice): return try slice.bytes()
    case .stream(let stream): return try await StreamCollector().collect(stream)
    }
  }
}

extension FileSlice {
  fileprivate func bytes() throws(HTTPError) -> [UInt8] {
    let count = range.count
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let got = pread(
          descriptor, buffer.baseAddress?.advanced(by: filled), count - filled,
          off_t(range.lowerBound) + off_t(filled))
        guard got > 0 else { return }
        filled += got
      }
    }
    guard bytes.count == count else { throw .disconnected }
    return bytes
  }
}

private final class StreamCollector: StreamSink {
  private struct State {
    var isAwake = false
    var waiter: UnsafeContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  func collect(_ stream: ByteStream) async throws(HTTPError) -> [UInt8] {
    stream.start(sink: self)
    var bytes: [UInt8] = []
    while true {
      var piece = [UInt8](repeating: 0, count: 8192)
      switch piece.withUnsafeMutableBytes({ stream.read(into: $0, park: { true }) }) {
      case .bytes(let count): bytes += piece.prefix(count)
      case .parked: await sleep()
      case .end: return bytes
      case .broken: throw .disconnected
      }
    }
  }

  func wake() {
    state.withLock { state in
      defer { state.waiter = nil }
      state.isAwake = state.waiter == nil
      return state.waiter
    }?.resume()
  }

  private func sleep() async {
    await withUnsafeContinuation { continuation in
      let isAwake = state.withLock { state in
        defer { state.isAwake = false }
        if !state.isAwake { state.waiter = continuation }
        return state.isAwake
      }
      if isAwake { continuation.resume() }
    }
  }
}
