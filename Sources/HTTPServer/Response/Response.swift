public import HTTPTypes

/// An answer: status, headers, body.
///
/// The server adds what every answer carries (its default headers, `Date`, `Content-Length`, `X-Request-Id`);
/// a header set here wins over a default of the same name.
public struct Response: Sendable {
  /// The status, `200 OK`.
  public var status: HTTPResponse.Status
  /// The headers of this answer.
  public var headers: HTTPFields
  /// What follows the headers.
  ///
  /// Not sent for `HEAD`, 204 and 304, though its length is told for `HEAD`.
  public var body: Body
  /// Kept until the answer has been sent or its connection has ended, and then released; for counting what is under way.
  public var lease: (any AnyObject & Sendable)?
  /// The code of the problem that it tells, for the log.
  var problemCode: String?

  /// An answer from its parts.
  public init(_ status: HTTPResponse.Status = .ok, headers: HTTPFields = [:], body: Body = .empty) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Bytes of a media type.
  public static func bytes(
    _ bytes: [UInt8], type: String, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
  ) -> Response {
    var headers = headers
    headers[.contentType] = type
    return Response(status, headers: headers, body: .bytes(bytes))
  }

  /// Text as UTF-8.
  public static func text(
    _ text: String, type: String = "text/plain; charset=utf-8", status: HTTPResponse.Status = .ok,
    headers: HTTPFields = [:]
  ) -> Response {
    bytes([UInt8](text.utf8), type: type, status: status, headers: headers)
  }

  /// A JSON document that is encoded already.
  public static func json(
    _ document: [UInt8], status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
  ) -> Response {
    bytes(document, type: "application/json", status: status, headers: headers)
  }

  /// 204: done, nothing to say.
  public static func noContent(headers: HTTPFields = [:]) -> Response {
    Response(.noContent, headers: headers)
  }

  /// A redirection to another address.
  public static func redirect(to location: String, status: HTTPResponse.Status = .seeOther) -> Response {
    Response(status, headers: [.location: location])
  }

  /// Bytes that a closure writes for as long as the client listens.
  ///
  /// The closure runs in a task of its own from the moment the body is wanted, never for `HEAD`. The task is
  /// cancelled when the client goes away or the server stops. An error that it throws breaks the connection
  /// off, so that the client does not take half an answer for a whole one.
  ///
  /// - Parameters:
  ///   - length: how many bytes it will write, neither more nor fewer, for `Content-Length`; nil when that is not known
  ///     before.
  public static func stream(
    type: String, status: HTTPResponse.Status = .ok, length: UInt64? = nil,
    headers: HTTPFields = [:], _ producer: @escaping @Sendable (ByteStream) async throws -> Void
  ) -> Response {
    var headers = headers
    headers[.contentType] = type
    let stream = ByteStream(length: length, producer: producer)
    return Response(status, headers: headers, body: .stream(stream))
  }
}
