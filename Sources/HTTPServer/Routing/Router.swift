public import HTTPTypes

/// Finds the handler of a request by method and path.
///
/// ```swift
/// var router = Router()
/// router.on(.get, "api/v1/documents/:id/pages/:page") { request, parameters in
///   let page = try parameters.require("page", as: Int.self)
///   return .text("page \(page)")
/// }
/// router.on(.put, "files/*path", options: RouteOptions(bodyLimit: .max)) { request, parameters in … } ```
///
/// `:name` matches one non-empty segment, `*name` at the end the rest with its slashes. `HEAD` is supported wherever
/// `GET` is. An unknown path is a 404, another method a 405 with `Allow`; `OPTIONS` responds with `Allow`.
public struct Router: Sendable {
  struct Route: Sendable {
    let method: HTTPRequest.Method
    let pattern: RoutePattern
    let options: RouteOptions
    let handler: Handler
    let pace = HandlerPace()
  }

  private(set) var routes: [Route] = []
  private var reserved: [String] = []
  private var trie = RouteTrie<[HTTPRequest.Method: Route]>()

  /// A router without routes.
  public init() {}

  /// Registers a handler.
  ///
  /// Two handlers for the same method and path are a programming error and trap.
  public mutating func on(
    _ method: HTTPRequest.Method, _ pattern: String, options: RouteOptions = RouteOptions(),
    use handler: @escaping Handler
  ) {
    add(Route(method: method, pattern: RoutePattern(pattern), options: options, handler: handler))
  }

  /// Registers all routes of another router below a path, wrapped in middleware, the first outermost.
  public mutating func mount(_ other: Router, at path: String = "", middleware: [Middleware] = []) {
    for route in other.routes {
      on(
        route.method, "\(path)/\(route.pattern.text)", options: route.options,
        use: middleware.wrapping(route.handler))
    }
    for place in other.reserved { reserve("\(path)/\(place)") }
  }

  /// Excludes all paths below `path` from wildcard routes such as `*path`.
  ///
  /// A path there without a route of its own is unknown for every method.
  public mutating func reserve(_ path: String) {
    let pattern = RoutePattern("\(path)/*rest")
    let known = trie[pattern, default: [:]]
    trie[pattern, default: [:]] = known
    reserved.append(path)
  }

  private mutating func add(_ route: Route) {
    let taken = trie[route.pattern, default: [:]][route.method] != nil
    precondition(!taken, "\(route.method.rawValue) \(route.pattern.text) is registered twice")
    trie[route.pattern, default: [:]][route.method] = route
    routes.append(route)
  }
}

extension Router {
  enum Match: Sendable {
    case route(Route, PathParameters)
    case otherMethods([HTTPRequest.Method])
    case nothing
  }

  func match(_ method: HTTPRequest.Method, _ segments: [String]) -> Match {
    guard let (byMethod, captured) = trie.find(segments), !byMethod.isEmpty else { return .nothing }
    if let route = byMethod[method] ?? (method == .head ? byMethod[.get] : nil) {
      return .route(route, PathParameters(names: route.pattern.names, values: captured))
    }
    return .otherMethods(Self.allowed(byMethod.values))
  }

  /// Every method of any route: the response to `OPTIONS *`.
  var allMethods: [HTTPRequest.Method] { Self.allowed(routes) }

  private static func allowed(_ routes: some Sequence<Route>) -> [HTTPRequest.Method] {
    var all = Set(routes.filter { !$0.options.isRefusal }.map(\.method))
    all.insert(.options)
    if all.contains(.get) { all.insert(.head) }
    return all.sorted { $0.rawValue < $1.rawValue }
  }
}

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
