public import HTTPTypes

/// Every error of this library.
///
/// Each case has a ``problem`` for the client, so a handler may simply rethrow it:
///
/// ```swift
/// let body = try await request.body.collect(upTo: 64 * 1024)   // HTTPError.bodyTooLarge becomes a 413 ```
public enum HTTPError: Error, Sendable, Equatable {
  /// The request breaks the protocol; the text names the place.
  case malformedRequest(String)
  /// No route has this path, or the named resource does not exist.
  case notFound
  /// The path exists, but not for this method; the value lists its methods.
  case methodNotAllowed(allowed: [HTTPRequest.Method])
  /// A path parameter is missing or malformed.
  case invalidParameter(name: String, value: String)
  /// A path parameter names no resource; the response is 404.
  case unknownResource(name: String, value: String)
  /// The body is larger than the route's limit, in bytes.
  case bodyTooLarge(limit: Int)
  /// The body ended before its declared length.
  case bodyIncomplete
  /// The client closed the connection.
  case disconnected
  /// The header section is larger than the server's limit, in bytes.
  case headersTooLarge(limit: Int)
  /// The request target is longer than the limit of a header section, in bytes.
  case addressTooLong(limit: Int)
  /// The HTTP version is neither 1.0 nor 1.1.
  case versionNotSupported
  /// The body is not valid `multipart/form-data`; the text names the place.
  case malformedMultipart(String)
  /// The route does not read the body's media type.
  case unsupportedMediaType(expected: String)
  /// The request arrives too slowly.
  case requestTimeout
  /// The server is stopping and takes no more requests.
  case stopping
  /// The process has no descriptor, or no memory, for an answer.
  case outOfResources
  /// The request uses a part of HTTP that this server does not implement, such as a transfer coding.
  case notImplemented(String)
  /// Another process listens on this address and port.
  case addressInUse(host: String, port: Int)
  /// The server cannot listen on the host name; the text is the system's reason.
  case addressUnavailable(host: String, port: Int, reason: String)
  /// The daemon did not start; the text is the reason.
  case startFailed(String)
  /// A static file could not be read; its name and the system's reason.
  case unreadableFile(name: String, reason: String)
}

extension HTTPError: CustomStringConvertible {
  /// One sentence with the failure, its object and the remedy; never contains a header or a body.
  public var description: String {
    switch self {
    case .malformedRequest(let detail): detail
    case .notFound: "Nothing is at this address."
    case .methodNotAllowed(let allowed):
      "The address takes \(allowed.map(\.rawValue).joined(separator: ", ")) only."
    case .invalidParameter(let name, _): "The part of the address called \(name) is not valid."
    case .unknownResource(let name, _): "The part of the address called \(name) names nothing."
    case .bodyTooLarge(let limit): "The body is larger than the \(limit) bytes taken here."
    case .bodyIncomplete: "The body ended before its declared length."
    case .disconnected: "The client closed the connection."
    case .headersTooLarge(let limit): "The header is larger than the \(limit) bytes taken here."
    case .addressTooLong(let limit): "The address is longer than the \(limit) bytes taken here."
    case .versionNotSupported: "This server speaks HTTP/1.1 and HTTP/1.0."
    case .malformedMultipart(let detail): "The form data is malformed: \(detail)."
    case .unsupportedMediaType(let expected): "The body must be \(expected)."
    case .requestTimeout: "The request did not arrive in time."
    case .stopping: "The server is stopping; try again in a moment."
    case .outOfResources: "There are too many open files, or too little memory; try again in a moment."
    case .notImplemented(let what): "\(what) is not supported."
    case .addressInUse(let host, let port):
      "Port \(port) on \(host) is in use by another program; choose another port, or 0 for a free one."
    case .addressUnavailable(let host, let port, let reason):
      "The server cannot listen on \(host) port \(port): \(reason)."
    case .startFailed(let reason): "The HTTP daemon did not start: \(reason)."
    case .unreadableFile(let name, let reason): "The file \(name) cannot be read: \(reason)."
    }
  }
}

extension HTTPError: HTTPResponseError {
  /// The problem for the client.
  public var problem: HTTPProblem {
    var problem = HTTPProblem(status, code: code, detail: description)
    if case .methodNotAllowed(let allowed) = self {
      problem.headers[.allow] = allowed.map(\.rawValue).joined(separator: ", ")
    }
    // A length of more than 64 bits exceeds any limit.
    if case .bodyTooLarge(let limit) = self, limit < .max { problem.members["limit"] = limit }
    if status == .serviceUnavailable { problem.headers[.retryAfter] = "1" }
    return problem
  }

  private var status: HTTPResponse.Status {
    switch self {
    case .malformedRequest, .invalidParameter, .bodyIncomplete, .disconnected, .malformedMultipart:
      .badRequest
    case .notFound, .unknownResource: .notFound
    case .methodNotAllowed: .methodNotAllowed
    case .bodyTooLarge: .contentTooLarge
    case .headersTooLarge: .requestHeaderFieldsTooLarge
    case .addressTooLong: .uriTooLong
    case .versionNotSupported: .httpVersionNotSupported
    case .unsupportedMediaType: .unsupportedMediaType
    case .requestTimeout: .requestTimeout
    case .stopping, .outOfResources: .serviceUnavailable
    case .notImplemented: .notImplemented
    case .addressInUse, .addressUnavailable, .startFailed, .unreadableFile: .internalServerError
    }
  }

  private var code: String {
    switch self {
    case .malformedRequest: "malformed-request"
    case .notFound, .unknownResource: "not-found"
    case .methodNotAllowed: "method-not-allowed"
    case .invalidParameter: "invalid-parameter"
    case .bodyTooLarge: "too-large"
    case .bodyIncomplete: "incomplete-body"
    case .disconnected: "disconnected"
    case .headersTooLarge: "header-too-large"
    case .addressTooLong: "address-too-long"
    case .versionNotSupported: "version-not-supported"
    case .malformedMultipart: "malformed-multipart"
    case .unsupportedMediaType: "unsupported-media-type"
    case .requestTimeout: "request-timeout"
    case .stopping: "stopping"
    case .outOfResources: "busy"
    case .notImplemented: "not-implemented"
    case .addressInUse, .addressUnavailable, .startFailed, .unreadableFile: "internal-error"
    }
  }
}
