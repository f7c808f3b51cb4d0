/// Handles a request, with the parameters of the route's path.
///
/// It runs in a task on Swift's pool, which it must not block; the connection waits without a thread. For a request
/// without a body the task begins on the connection's thread and leaves it at its first wait. So a handler that need
/// not wait is as fast as a ``FastResponder``. Routes whose handlers compute for long before they wait are detected
/// and begin on the pool. The task is cancelled when the client leaves. The application maps thrown errors to
/// responses.
public typealias Handler = @Sendable (Request, PathParameters) async throws -> Response

/// Wraps a handler: it may check the request, change the response, or respond itself.
///
/// ```swift
/// let authenticated: Middleware = { next in
///   { request, parameters in
///     var request = request
///     request[Caller.self] = try await accounts.caller(of: request.head)
///     return try await next(request, parameters)
///   }
/// } ```
public typealias Middleware = @Sendable (@escaping Handler) -> Handler

/// Responds at once, or returns nil to leave the request to the handlers.
///
/// It runs on the daemon's thread inside its callback, without a task. It must not block, wait or compute for long.
/// Middleware does not run before it, so a responder for protected resources must check the caller itself.
public typealias FastResponder = @Sendable (RequestHead) -> Response?

/// A ``FastResponder`` for one route, with the parameters of its path.
public typealias FastRouteResponder = @Sendable (RequestHead, PathParameters) -> Response?

extension Array where Element == Middleware {
  /// The handler wrapped in all middleware, the first outermost.
  func wrapping(_ handler: @escaping Handler) -> Handler {
    reversed().reduce(handler) { inner, middleware in middleware(inner) }
  }
}
