public import HTTPTypes

/// A handler's request: the head, the unread body, and values set by middleware.
public struct Request: Sendable {
  /// The method, target and headers.
  public var head: RequestHead
  /// The body; it can be read once.
  public var body: RequestBody
  /// The pattern of the matched route, such as `api/v1/documents/:id`; nil for an unknown address.
  public internal(set) var route: String?
  var values: [ObjectIdentifier: any Sendable] = [:]
  var continuation: Dispatch?

  /// A request from its parts, for tests.
  public init(head: RequestHead, body: RequestBody = .empty) {
    self.head = head
    self.body = body
  }

  /// The method, such as `GET`.
  public var method: HTTPRequest.Method { head.method }
  /// The decoded path, beginning with `/`.
  public var path: String { head.path }
  /// The query's pairs, decoded.
  public var query: Query { head.query }
  /// All headers.
  public var headers: HTTPFields { head.headers }
  /// The request's id in the response and the log.
  public var id: RequestID { head.id }

  /// A value that middleware stored under a key, for example the caller.
  ///
  /// ```swift
  /// enum Caller: RequestValueKey { typealias Value = Account }
  /// request[Caller.self] = account          // in middleware
  /// let account = request[Caller.self]      // in a handler ```
  public subscript<Key: RequestValueKey>(key: Key.Type) -> Key.Value? {
    get { values[ObjectIdentifier(key)] as? Key.Value }
    set { values[ObjectIdentifier(key)] = newValue }
  }
}

/// A typed key for a value that middleware passes to handlers.
public protocol RequestValueKey {
  /// The type of the value.
  associatedtype Value: Sendable
}
