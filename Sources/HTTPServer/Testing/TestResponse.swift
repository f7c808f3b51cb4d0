public import HTTPTypes

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
  /// The connection ended, or was silent for ten seconds, before the response was complete.
  case incompleteAnswer
  /// The response is not HTTP/1.1.
  case malformedAnswer
}
