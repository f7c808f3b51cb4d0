public import HTTPTypes

/// A test client for an application: in process, or over sockets of a real server, with the same calls.
///
/// ```swift
/// @Test("an unknown document is a 404", arguments: TestClient.Mode.allCases)
/// func unknownDocument(mode: TestClient.Mode) async throws {
///   try await TestClient.run(application, mode) { client in
///     let answer = try await client.execute(.get, "/api/v1/documents/none")
///     #expect(answer.status == .notFound)
///   }
/// } ```
public struct TestClient: Sendable {
  /// The transport of requests.
  public enum Mode: String, Sendable, CaseIterable {
    /// Without a socket: routes, middleware, handlers and responses, but not the daemon.
    case inProcess
    /// A server on a free port of this machine, and a connection per call.
    case live
  }

  private enum Transport: Sendable {
    case inProcess(InProcessTransport)
    case live(port: Int)
  }

  private let transport: Transport

  /// Runs a closure with a client; a live server is stopped when it returns.
  public static func run<Result: Sendable>(
    _ application: HTTPApplication, _ mode: Mode, configuration: ServerConfiguration? = nil,
    _ body: (TestClient) async throws -> Result
  ) async throws -> Result {
    switch mode {
    case .inProcess:
      return try await body(TestClient(transport: .inProcess(InProcessTransport(application))))
    case .live:
      var configuration = configuration ?? ServerConfiguration()
      (configuration.host, configuration.port) = ("127.0.0.1", 0)
      let server = Server(application, configuration: configuration)
      let client = TestClient(transport: .live(port: try await server.start()))
      do {
        let result = try await body(client)
        await server.stop(deadline: .seconds(2))
        return result
      } catch {
        await server.stop(deadline: .zero)
        throw error
      }
    }
  }

  /// A live client of a running server on this machine.
  public static func live(port: Int) -> TestClient { TestClient(transport: .live(port: port)) }

  /// Sends a request and waits for the whole response.
  ///
  /// It never returns for an endless response; use ``connect()`` there.
  public func execute(
    _ method: HTTPRequest.Method, _ target: String, headers: HTTPFields = [:], body: [UInt8] = []
  ) async throws -> TestResponse {
    switch transport {
    case .inProcess(let transport):
      return try await transport.execute(method, target, headers: headers, body: body)
    case .live:
      let connection = try await connect()
      try await connection.send(method, target, headers: headers, body: body)
      return try await connection.response(to: method)
    }
  }

  /// Opens a new connection, for malformed requests and responses read in pieces.
  ///
  /// - Throws: ``TestClientError/needsLiveServer`` in process.
  public func connect() async throws -> TestConnection {
    guard case .live(let port) = transport else { throw TestClientError.needsLiveServer }
    return try await TestConnection.open(port: port)
  }

  /// Sends bytes unchanged and returns everything until the server closes or is silent for `silence`.
  public func raw(_ text: String, silence: Duration = .seconds(10)) async throws -> String {
    let connection = try await connect()
    try await connection.send([UInt8](text.utf8))
    return String(decoding: try await connection.receiveAll(silence: silence), as: UTF8.self)
  }
}

/// A test's response.
public struct TestResponse: Sendable {
  /// The status.
  public let status: HTTPResponse.Status
  /// All headers, including those that the server adds.
  public let headers: HTTPFields
  /// The whole body, decoded from chunks.
  public let body: [UInt8]

  /// The body as text.
  public var text: String { String(decoding: body, as: UTF8.self) }
}

/// The errors of the test client.
public enum TestClientError: Error, Sendable {
  /// The call needs a socket, but the client works in process.
  case needsLiveServer
  /// The socket failed; the text is the system's reason.
  case socket(String)
  /// The connection ended, or was silent for too long, before the response was complete.
  case incompleteAnswer
  /// The response is not HTTP/1.1.
  case malformedAnswer
}
