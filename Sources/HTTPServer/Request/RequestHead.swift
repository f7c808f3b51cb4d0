public import HTTPTypes

/// Everything of a request but its body.
///
/// Reading a header inside a fast responder looks it up in the connection's memory; ``headers`` copies them all.
public struct RequestHead: Sendable {
  /// The method, `GET`.
  public let method: HTTPRequest.Method
  /// The address, taken apart.
  public let target: RequestTarget
  /// Names the request in the answer and in the log.
  public let id: RequestID
  /// The address of the client.
  public let remoteAddress: RemoteAddress
  let fields: RequestFields

  /// A head from its parts, for tests and for handlers that call handlers.
  ///
  /// - Throws: ``HTTPError/malformedRequest(_:)`` when the target is malformed.
  public init(
    _ method: HTTPRequest.Method, _ target: String, headers: HTTPFields = [:],
    remoteAddress: RemoteAddress = .inProcess
  ) throws(HTTPError) {
    self.init(
      method: method, target: try RequestTarget(target), id: RequestID(), remoteAddress: remoteAddress,
      fields: RequestFields(headers))
  }

  init(
    method: HTTPRequest.Method, target: RequestTarget, id: RequestID, remoteAddress: RemoteAddress,
    fields: RequestFields
  ) {
    self.method = method
    self.target = target
    self.id = id
    self.remoteAddress = remoteAddress
    self.fields = fields
  }

  /// The exact address as sent, with the query.
  public var rawTarget: String { target.raw }
  /// The decoded path, beginning with `/`.
  public var path: String { target.path }
  /// The decoded parts of the path.
  public var segments: [String] { target.segments }
  /// The query's pairs, decoded.
  public var query: Query { target.query }
  /// All headers.
  public var headers: HTTPFields { fields.all }

  /// The value of one header, or nil.
  ///
  /// Several headers of one name are joined with a comma. The tags of `If-Match` and `If-None-Match` name states in
  /// whichever coding. A client that got a document compressed names that form's tag when it changes the document.
  public subscript(name: HTTPField.Name) -> String? {
    let value = fields[name]
    return name == .ifMatch || name == .ifNoneMatch ? value.map(ContentCoding.removed) : value
  }

  /// The length that the body was declared to have, in bytes; nil for a chunked body or none.
  public var contentLength: UInt64? { self[.contentLength].flatMap { UInt64($0) } }

  /// The host that the client named: of the address in absolute form, else of the `Host` header.
  public var host: String? { target.authority ?? self[.host] }
}

extension HTTPField.Name {
  /// `Host`, which swift-http-types keeps out of its list because HTTP/2 has none.
  public static let host = Self.known("Host")
  /// `X-Request-Id`.
  public static let requestID = Self.known("X-Request-Id")

  /// A name that is known to be a legal token.
  static func known(_ name: StaticString) -> Self { Self("\(name)") ?? .server }
}
