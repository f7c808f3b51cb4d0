public import HTTPTypes

/// What a test gets back.
public struct TestResponse: Sendable {
  /// The status.
  public let status: HTTPResponse.Status
  /// All headers, with those that the server adds.
  public let headers: HTTPFields
  /// The whole body, decoded from chunks.
  public let body: [UInt8]

  /// The body as text.
  public var text: String { String(decoding: body, as: UTF8.self) }
}

/// What can go wrong with a test's own client.
public enum TestClientError: Error, Sendable {
  /// The call needs a socket, and the client works in process.
  case needsLiveServer
  /// The socket could not be used; the text is the system's reason.
  case socket(String)
  /// The connection ended, or nothing came for ten seconds, before a whole answer was there.
  case incompleteAnswer
  /// The answer is not HTTP/1.1.
  case malformedAnswer
}
