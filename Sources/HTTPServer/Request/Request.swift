public import HTTPTypes

/// A request as a handler gets it: the head, the body still to be read, and what middleware left for it.
public struct Request: Sendable {
  /// Method, address, headers.
  public var head: RequestHead
  /// The body; read it once.
  public var body: RequestBody
  /// The pattern of the route that was found, such as `api/v1/documents/:id`; nil for an unknown address.
  public internal(set) var route: String?
  var values: [ObjectIdentifier: any Sendable] = [:]
  var continuation: Dispatch?

  /// A request from its parts, for tests.
  public init(head: RequestHead, body: RequestBody = .empty) {
    self.head = head
    self.body = body
  }

  /// The method, `GET`.
  public var method: HTTPRequest.Method { head.method }
  /// The decoded path, beginning with `/`.
  public var path: String { head.path }
  /// The query's pairs, decoded.
  public var query: Query { head.query }
  /// All headers.
  public var headers: HTTPFields { head.headers }
  /// Names the request in the answer and in the log.
  public var id: RequestID { head.id }

  /// What middleware left under a key, for instance who the caller is.
  ///
  /// ```swift
  /// enum Caller: RequestValueKey { typealias Value = Account }
  /// request[Caller.self] = account          // in middleware
  /// let account = request[Caller.self]      // in a handler
  /// ```
  public subscript<Key: RequestValueKey>(key: Key.Type) -> Key.Value? {
    get { values[ObjectIdentifier(key)] as? Key.Value }
    set { values[ObjectIdentifier(key)] = newValue }
  }
}

/// A name with a type for a value that middleware hands to handlers.
public protocol RequestValueKey {
  /// What is kept under this key.
  associatedtype Value: Sendable
}
