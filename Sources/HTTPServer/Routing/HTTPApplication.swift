public import HTTPTypes
public import Logging

/// What a server serves: routes, what surrounds them, and how errors are told.
///
/// ```swift
/// var application = HTTPApplication(router: router)
/// application.defaultHeaders[.xContentTypeOptions] = "nosniff"
/// application.problem = { error in (error as? DocumentError).map(HTTPProblem.init) }
/// let server = Server(application, configuration: ServerConfiguration(port: 8080))
/// ```
///
/// A value: set it up, hand it to a ``Server`` or a ``TestClient``; both behave the same.
public struct HTTPApplication: Sendable {
  /// Finds the handlers.
  public var router: Router
  /// Wraps every handler, and the answers 404, 405 and `OPTIONS` too; the first is outermost.
  public var middleware: [Middleware]
  /// Answers at once, before the route is looked for; see ``FastResponder``.
  public var fast: FastResponder?
  /// Headers of every answer, refusals and prepared answers included, unless the answer has its own.
  public var defaultHeaders: HTTPFields
  /// Further headers of a refusal, by the address that is refused, as it was sent when it cannot be read; for what is refused
  /// before any middleware sees it.
  public var refusalHeaders: @Sendable (_ path: String) -> HTTPFields = { _ in [:] }
  /// The largest body of a route that does not say, in bytes.
  ///
  /// The default is 1 MiB.
  public var bodyLimit: Int
  /// What the client is told about an error; nil leaves it to ``HTTPResponseError``, and an error that is not
  /// one becomes a bare 500.
  public var problem: @Sendable (any Error) -> HTTPProblem?
  /// Where unexpected errors are reported.
  public var logger: Logger

  /// An application with these routes and nothing around them.
  public init(
    router: Router, middleware: [Middleware] = [], fast: FastResponder? = nil,
    defaultHeaders: HTTPFields = [:], bodyLimit: Int = 1 << 20, logger: Logger = Logger(label: "http"),
    problem: @escaping @Sendable (any Error) -> HTTPProblem? = { _ in nil }
  ) {
    self.router = router
    self.middleware = middleware
    self.fast = fast
    self.defaultHeaders = defaultHeaders
    self.bodyLimit = bodyLimit
    self.logger = logger
    self.problem = problem
  }
}
