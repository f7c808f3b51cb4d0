/// Options of a route.
public struct RouteOptions: Sendable {
  /// The limit of the body, in bytes; nil uses the application's default, `.max` means no limit.
  ///
  /// A longer declared body is refused with 413 before it is read, a chunked one as soon as it exceeds the limit.
  public var bodyLimit: Int?
  /// Responds at once if it can; see ``FastResponder``.
  public var fast: FastRouteResponder?
  /// Whether the route only explains a refused method, so that `Allow` omits it.
  public var isRefusal: Bool

  /// Options; every default is the usual behaviour.
  public init(bodyLimit: Int? = nil, fast: FastRouteResponder? = nil, isRefusal: Bool = false) {
    self.bodyLimit = bodyLimit
    self.fast = fast
    self.isRefusal = isRefusal
  }
}
