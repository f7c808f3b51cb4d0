public import HTTPTypes
public import Logging

/// A server's application: routes, middleware and error mapping.
///
/// ```swift
/// var application = HTTPApplication(router: router)
/// application.defaultHeaders[.xContentTypeOptions] = "nosniff"
/// application.problem = { error in (error as? DocumentError).map(HTTPProblem.init) }
/// let server = Server(application, configuration: ServerConfiguration(port: 8080)) ```
///
/// A value: set it up and pass it to a ``Server`` or a ``TestClient``; both behave the same.
public struct HTTPApplication: Sendable {
  /// The routes and their handlers.
  public var router: Router
  /// Wraps every handler and the responses 404, 405 and `OPTIONS`; the first is outermost.
  public var middleware: [Middleware]
  /// Responds before routing; see ``FastResponder``.
  public var fast: FastResponder?
  /// Headers of every response, including refusals and prepared ones, unless the response has its own.
  public var defaultHeaders: HTTPFields
  /// Additional headers of a refusal before middleware, by the decoded path, or the raw one if it cannot be decoded.
  public var refusalHeaders: @Sendable (_ path: String) -> HTTPFields = { _ in [:] }
  /// The default limit of a route's body, in bytes.
  ///
  /// The default is 1 MiB.
  public var bodyLimit: Int
  /// Maps an error to a problem for the client.
  ///
  /// For nil, an ``HTTPResponseError`` uses its own problem and any other error becomes a bare 500.
  public var problem: @Sendable (any Error) -> HTTPProblem?
  /// The log of unexpected errors.
  public var logger: Logger

  /// An application with routes and optional middleware.
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
