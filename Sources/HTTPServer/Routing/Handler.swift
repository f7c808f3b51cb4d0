/// Answers a request, given the parts of the address that the route named.
///
/// Runs in a task of its own on Swift's pool, which it must not block; the connection waits without a thread. For a
/// request without a body the task begins on the thread that serves the connection and leaves it at its first wait:
/// a handler that need not wait answers as quickly as a ``FastResponder``. Routes whose handlers compute for long
/// before they wait are noticed, and begin on the pool.
/// When the client goes away the task is cancelled. What it throws is answered as the application maps it.
public typealias Handler = @Sendable (Request, PathParameters) async throws -> Response

/// Wraps a handler in another: checks before it, changes its answer, or answers in its place.
///
/// ```swift
/// let authenticated: Middleware = { next in
///   { request, parameters in
///     var request = request
///     request[Caller.self] = try await accounts.caller(of: request.head)
///     return try await next(request, parameters)
///   }
/// }
/// ```
public typealias Middleware = @Sendable (@escaping Handler) -> Handler

/// Answers at once, or leaves the request to the handlers with nil.
///
/// Runs on the daemon's thread inside its callback: no task, no suspension. It must not block, wait or compute
/// long. Middleware does not run before it, so a responder for protected things checks the caller itself.
public typealias FastResponder = @Sendable (RequestHead) -> Response?

/// As ``FastResponder``, for one route and with the parts of its address.
public typealias FastRouteResponder = @Sendable (RequestHead, PathParameters) -> Response?

extension Array where Element == Middleware {
  /// The handler inside all of these, the first outermost.
  func wrapping(_ handler: @escaping Handler) -> Handler {
    reversed().reduce(handler) { inner, middleware in middleware(inner) }
  }
}
