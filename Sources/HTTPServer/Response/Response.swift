public import HTTPTypes

/// A response: status, headers and body.
///
/// The server adds its default headers, `Date`, `Content-Length` and `X-Request-Id`; a header set here replaces a
/// default of the same name.
public struct Response: Sendable {
  /// The status, such as `200 OK`.
  public var status: HTTPResponse.Status
  /// The headers, without the server's additions.
  public var headers: HTTPFields
  /// The body.
  ///
  /// It is not sent for `HEAD`, 204 and 304; `HEAD` has its length.
  public var body: Body
  /// Released when the response was sent or its connection ended; for counting active responses.
  public var lease: (any AnyObject & Sendable)?
  /// The code of a problem response, for the log.
  var problemCode: String?

  /// A response from its parts.
  public init(_ status: HTTPResponse.Status = .ok, headers: HTTPFields = [:], body: Body = .empty) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// A response of bytes with a media type.
  public static func bytes(
    _ bytes: [UInt8], type: String, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
  ) -> Response {
    var headers = headers
    headers[.contentType] = type
    return Response(status, headers: headers, body: .bytes(bytes))
  }

  /// A response of UTF-8 text.
  public static func text(
    _ text: String, type: String = "text/plain; charset=utf-8", status: HTTPResponse.Status = .ok,
    headers: HTTPFields = [:]
  ) -> Response {
    bytes([UInt8](text.utf8), type: type, status: status, headers: headers)
  }

  /// A response of encoded JSON.
  public static func json(
    _ document: [UInt8], status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
  ) -> Response {
    bytes(document, type: "application/json", status: status, headers: headers)
  }

  /// A 204 response without a body.
  public static func noContent(headers: HTTPFields = [:]) -> Response {
    Response(.noContent, headers: headers)
  }

  /// A redirection to another address.
  public static func redirect(to location: String, status: HTTPResponse.Status = .seeOther) -> Response {
    Response(status, headers: [.location: location])
  }

  /// A response whose body a closure writes until the client leaves.
  ///
  /// The closure runs in a task of its own from the moment the body is needed, never for `HEAD`. The task is
  /// cancelled when the client leaves or the server stops. An error aborts the connection, so that the client does
  /// not take a partial body for a whole one.
  ///
  /// - Parameters:
  ///   - length: the exact number of bytes, for `Content-Length`; nil when unknown.
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
