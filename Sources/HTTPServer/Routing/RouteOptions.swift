/// What is special about one route.
public struct RouteOptions: Sendable {
  /// The largest body taken, in bytes; nil takes the application's default.
  ///
  /// `.max` is no limit.
  ///
  /// A body that was declared larger is refused with 413 before it is read, a chunked one as soon as it is.
  public var bodyLimit: Int?
  /// Answers at once what is at hand.
  public var fast: FastRouteResponder?
  /// Whether it only says why the method is refused: `Allow` does not name it.
  public var isRefusal: Bool

  /// Options; the default is nothing special.
  public init(bodyLimit: Int? = nil, fast: FastRouteResponder? = nil, isRefusal: Bool = false) {
    self.bodyLimit = bodyLimit
    self.fast = fast
    self.isRefusal = isRefusal
  }
}
