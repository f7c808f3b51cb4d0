import Glibc
public import HTTPTypes
import Synchronization

/// A socket to a live server, for tests; calls block a thread of their own.
public final class TestConnection: Sendable {
  private struct State {
    var descriptor: CInt
    var unread: [UInt8] = []
  }

  private let state: Mutex<State>

  private init(descriptor: CInt) { state = Mutex(State(descriptor: descriptor)) }

  deinit { close() }

  /// Connects to a port of this machine.
  static func open(port: Int) async throws -> TestConnection {
    try await blocking {
      let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
      guard descriptor >= 0 else { throw TestClientError.socket(String(cString: strerror(errno))) }
      let connection = TestConnection(descriptor: descriptor)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = in_port_t(UInt16(port)).bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      let status = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      guard status == 0 else { throw TestClientError.socket(String(cString: strerror(errno))) }
      return connection
    }
  }

  /// Sends bytes unchanged.
  public func send(_ bytes: [UInt8]) async throws {
    let descriptor = descriptor
    try await Self.blocking {
      var sent = 0
      while sent < bytes.count {
        let count = bytes.withUnsafeBytes {
          Glibc.send(descriptor, $0.baseAddress?.advanced(by: sent), bytes.count - sent, Self.noSignal)
        }
        // A server that has responded already may close before all is sent; the response counts.
        if count < 0, errno == EINTR { continue }
        if count < 0, errno == EPIPE || errno == ECONNRESET { return }
        guard count > 0 else { throw TestClientError.socket(String(cString: strerror(errno))) }
        sent += count
      }
    }
  }

  /// Sends text unchanged.
  public func send(_ text: String) async throws { try await send([UInt8](text.utf8)) }

  /// Sends a whole request.
  public func send(
    _ method: HTTPRequest.Method, _ target: String, headers: HTTPFields = [:], body: [UInt8] = []
  ) async throws {
    var headers = headers
    if headers[.host] == nil { headers[.host] = "localhost" }
    let needsLength = headers[.contentLength] == nil && headers[.transferEncoding] == nil
    if needsLength, !body.isEmpty || method == .post || method == .put {
      headers[.contentLength] = "\(body.count)"
    }
    var text = "\(method.rawValue) \(target) HTTP/1.1\r\n"
    for field in headers { text += "\(field.name.rawName): \(field.value)\r\n" }
    try await send([UInt8]((text + "\r\n").utf8) + body)
  }

  /// The next bytes, at least one; empty at the end of the connection.
  ///
  /// - Throws: ``TestClientError/incompleteAnswer`` when nothing arrives within `wait`.
  public func receive(atMost wait: Duration = .seconds(30)) async throws -> [UInt8] {
    let kept = state.withLock { state in
      defer { state.unread = [] }
      return state.unread
    }
    return kept.isEmpty ? try await receiveNew(atMost: wait) : kept
  }

  /// All bytes until the server closes the connection or is silent for `silence`.
  public func receiveAll(silence: Duration) async throws -> [UInt8] {
    var all: [UInt8] = []
    while let more = try? await receive(atMost: silence), !more.isEmpty { all += more }
    return all
  }

  /// Closes the sending half.
  public func finishSending() { SocketEnd.sending.close(of: descriptor) }

  /// Closes the connection.
  public func close() {
    state.withLock { state in
      if state.descriptor >= 0 { Glibc.close(state.descriptor) }
      state.descriptor = -1
    }
  }

  private func putBack(_ bytes: [UInt8]) { state.withLock { $0.unread = bytes + $0.unread } }

  private var descriptor: CInt { state.withLock { $0.descriptor } }

  private func receiveNew(atMost wait: Duration) async throws -> [UInt8] {
    let descriptor = descriptor
    return try await Self.blocking {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let milliseconds = CInt(clamping: wait.nanoseconds / 1_000_000)
      var ready = poll(&waiting, 1, milliseconds)
      while ready < 0, errno == EINTR { ready = poll(&waiting, 1, milliseconds) }
      guard ready > 0 else { throw TestClientError.incompleteAnswer }
      var failure: CInt = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: 64 * 1024) { buffer, count in
        let got = recv(descriptor, buffer.baseAddress, buffer.count, 0)
        failure = got < 0 ? errno : 0
        count = max(0, got)
      }
      guard failure == 0 else { throw TestClientError.socket(String(cString: strerror(failure))) }
      return bytes
    }
  }

  /// `MSG_NOSIGNAL`, which Swift does not always see behind its macro: a closed connection gives an error, not a
  /// signal.
  private static let noSignal: CInt = 0x4000

  private static func blocking<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    let slot = BlockingResult<Value>()
    await OwnThread.run { slot.value.withLock { $0 = Result(catching: body) } }
    guard let result = slot.value.withLock({ $0 }) else { throw TestClientError.incompleteAnswer }
    return try result.get()
  }
}

private final class BlockingResult<Value: Sendable>: Sendable {
  let value = Mutex<Result<Value, any Error>?>(nil)
}

// MARK: - Response

extension TestConnection {
  /// The next whole response; interim responses (100) are skipped.
  public func response(to method: HTTPRequest.Method = .get) async throws -> TestResponse {
    var head = try await self.head()
    while head.status.code < 200 { head = try await self.head() }
    guard method != .head, head.status.mayHaveBody else {
      return TestResponse(status: head.status, headers: head.headers, body: [])
    }
    return TestResponse(status: head.status, headers: head.headers, body: try await body(head.headers))
  }

  /// The next status line and headers; the body remains unread.
  public func head() async throws -> (status: HTTPResponse.Status, headers: HTTPFields) {
    let lines = try await text(until: "\r\n\r\n").split(separator: "\r\n")
    let words = lines.first?.split(separator: " ", maxSplits: 2) ?? []
    guard words.count >= 2, words[0] == "HTTP/1.1", let code = Int(words[1]), (100..<1000).contains(code)
    else {
      throw TestClientError.malformedAnswer
    }
    var headers = HTTPFields()
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, let name = HTTPField.Name(String(parts[0])) else {
        throw TestClientError.malformedAnswer
      }
      headers.append(HTTPField(name: name, value: String(parts[1].trimmingSpaces)))
    }
    return (HTTPResponse.Status(code: code), headers)
  }

  private func body(_ headers: HTTPFields) async throws -> [UInt8] {
    if headers[.transferEncoding]?.lowercased() == "chunked" { return try await chunks() }
    if let length = headers[.contentLength].flatMap({ Int($0) }) { return try await bytes(count: length) }
    var all: [UInt8] = []
    while true {
      let more = try await receive()
      if more.isEmpty { return all }
      all += more
    }
  }

  private func chunks() async throws -> [UInt8] {
    var all: [UInt8] = []
    while true {
      let line = try await text(until: "\r\n")
      guard let size = Int(line.split(separator: ";").first ?? "", radix: 16) else {
        throw TestClientError.malformedAnswer
      }
      if size > 0 { all += try await bytes(count: size) }
      guard try await text(until: "\r\n").isEmpty else { throw TestClientError.malformedAnswer }
      if size == 0 { return all }
    }
  }

  private func bytes(count: Int) async throws -> [UInt8] {
    var all: [UInt8] = []
    while all.count < count {
      let more = try await receive()
      guard !more.isEmpty else { throw TestClientError.incompleteAnswer }
      all += more
    }
    putBack([UInt8](all[count...]))
    return [UInt8](all[..<count])
  }

  private func text(until mark: String) async throws -> String {
    let mark = [UInt8](mark.utf8)
    var all: [UInt8] = []
    while true {
      if let end = all.indices.first(where: { all[$0...].starts(with: mark) }) {
        putBack([UInt8](all[(end + mark.count)...]))
        return String(decoding: all[..<end], as: UTF8.self)
      }
      let more = try await receive()
      guard !more.isEmpty else { throw TestClientError.incompleteAnswer }
      all += more
    }
  }
}
