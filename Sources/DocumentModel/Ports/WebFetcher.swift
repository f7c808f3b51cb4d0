/// Asks machines of the web for contents.
///
/// It speaks with the machine of ``WebRequest/peer`` and no other, follows no redirect, and sends no credentials.
/// **Errors.** Every refusal is a ``DocumentError``: `.fetchFailed`, `.fetchTimeout`, `.fetcherMissing`. A cancelled task
/// ends its request.
public protocol WebFetcher: Sendable {
  /// Sends a request and returns the response when its head has come.
  func fetch(_ request: WebRequest) async throws(DocumentError) -> any WebResponse
}

/// A response of the web, whose body comes as it is asked for.
public protocol WebResponse: Sendable {
  /// The head.
  var head: WebResponseHead { get }
  /// The next bytes of the body; none at its end. The body was whole then, as far as its length was announced.
  func next() async throws(DocumentError) -> [UInt8]
  /// Ends the connection; the rest of the body is not wanted.
  func end()
}

/// A request for a content, or for the rest of one.
public struct WebRequest: Hashable, Sendable {
  /// The address.
  public let address: WebAddress
  /// The machine that is asked, whatever the address's name leads to.
  public let peer: NetworkAddress
  /// The first byte that is wanted.
  public let offset: Int64
  /// The ``WebResponseHead/validator`` of the content of which the rest is wanted; nil for a whole content.
  public let validator: String?

  /// A request from its parts.
  public init(_ address: WebAddress, to peer: NetworkAddress, offset: Int64 = 0, validator: String? = nil) {
    (self.address, self.peer, self.offset, self.validator) = (address, peer, offset, validator)
  }
}

/// Keeps orders that are not carried out yet.
///
/// Threading and errors as in ``DocumentIndex``.
public protocol ImportOrderStore: Sendable {
  /// The orders, in the order of their coming; none at first.
  func orders() async throws(DocumentError) -> [ImportOrder]
  /// Keeps `orders` in place of the earlier ones, durably.
  func save(_ orders: [ImportOrder]) async throws(DocumentError)
}
