import HTTPTypes
import Logging

/// A request with its handler, decided from the headers.
struct Dispatch: Sendable {
  /// The route's pattern, for logs and metrics; nil for an unknown address.
  let route: String?
  let bodyLimit: Int
  let handler: Handler
  let parameters: PathParameters
  let pace: HandlerPace
}

/// The decision about a request, made from its headers.
enum Admission: Sendable {
  case answer(Response, route: String?)
  case handle(Dispatch)
}

/// An application ready to serve: middleware applied once, routes matched, errors mapped.
///
/// The daemon and the in-process tests share it.
final class Dispatcher: Sendable {
  let application: HTTPApplication
  private let outermost: Handler
  private let pace = HandlerPace()

  init(_ application: HTTPApplication) {
    self.application = application
    outermost = application.middleware.wrapping { request, parameters in
      guard let next = request.continuation else { throw HTTPError.notFound }
      return try await next.handler(request, parameters)
    }
  }

  /// Decides from the head: a fast response, a refusal, or a handler.
  func admit(_ head: RequestHead) -> Admission {
    if let response = application.fast?(head) { return .answer(response, route: "(fast)") }
    switch application.router.match(head.method, head.segments) {
    case .route(let route, let parameters): return admit(head, route, parameters)
    case .otherMethods(let methods):
      return head.path == "*" ? serverOptions(head) : refusal(head, allowed: methods)
    case .nothing:
      if head.path == "*" { return serverOptions(head) }
      return handle(head) { _, _ in throw HTTPError.notFound }
    }
  }

  private func admit(_ head: RequestHead, _ route: Router.Route, _ parameters: PathParameters) -> Admission {
    if let response = route.options.fast?(head, parameters) {
      return .answer(response, route: route.pattern.text)
    }
    let limit = route.options.bodyLimit ?? application.bodyLimit
    if let length = head.contentLength, length > UInt64(clamping: limit) {
      let error = HTTPError.bodyTooLarge(limit: limit)
      return .answer(answer(to: error, head: head), route: route.pattern.text)
    }
    return .handle(
      Dispatch(
        route: route.pattern.text, bodyLimit: limit, handler: route.handler, parameters: parameters,
        pace: route.pace))
  }

  private func refusal(_ head: RequestHead, allowed: [HTTPRequest.Method]) -> Admission {
    handle(head) { request, _ in
      guard request.method == .options else { throw HTTPError.methodNotAllowed(allowed: allowed) }
      return .noContent(headers: [.allow: allowed.map(\.rawValue).joined(separator: ", ")])
    }
  }

  private func serverOptions(_ head: RequestHead) -> Admission {
    let methods = application.router.allMethods
    return head.method == .options
      ? refusal(head, allowed: methods)
      : .answer(answer(to: HTTPError.methodNotAllowed(allowed: [.options]), head: head), route: nil)
  }

  /// Routes a request without a route through the application's middleware.
  private func handle(_ head: RequestHead, _ handler: @escaping Handler) -> Admission {
    .handle(
      Dispatch(
        route: nil, bodyLimit: application.bodyLimit, handler: handler, parameters: PathParameters(),
        pace: pace))
  }

  func respond(_ request: Request, _ dispatch: Dispatch) async -> Response {
    var request = request
    request.route = dispatch.route
    request.continuation = dispatch
    do {
      return try await outermost(request, dispatch.parameters).compressed(for: request.head)
    } catch {
      return answer(to: error, head: request.head)
    }
  }
}

extension Dispatcher {
  /// Maps an error to a response; the only place that does.
  func answer(to error: any Error, head: RequestHead) -> Response {
    answer(to: error, id: head.id, method: head.method.rawValue, path: head.path)
  }

  func answer(to error: any Error, id: RequestID, method: String, path: String) -> Response {
    var problem = known(error) ?? .internalError
    if known(error) == nil {
      application.logger.error(
        "A request failed unexpectedly.",
        metadata: [
          "request": "\(id)", "method": "\(method)", "path": "\(path)",
          "error": "\(Self.description(of: error))",
        ])
    }
    problem.instance = problem.instance ?? id.urn
    for field in application.refusalHeaders(path) where problem.headers[field.name] == nil {
      problem.headers.append(field)
    }
    return problem.response()
  }

  /// The error's description, or its type alone, because a dump of its values may contain parts of the request.
  private static func description(of error: any Error) -> String {
    (error as? any CustomStringConvertible)?.description ?? "\(type(of: error))"
  }

  private func known(_ error: any Error) -> HTTPProblem? {
    if let problem = application.problem(error) { return problem }
    if let error = error as? any HTTPResponseError { return error.problem }
    // A handler is cancelled when its client left or the server stops; only in the second case a client reads the
    // response.
    return error is CancellationError ? HTTPError.stopping.problem : nil
  }

  /// All headers of a response: its own, missing defaults, and the request's id.
  func headers(of response: Response, id: RequestID) -> HTTPFields {
    var headers = response.headers
    for field in application.defaultHeaders where headers[field.name] == nil { headers.append(field) }
    headers[.requestID] = "\(id)"
    return headers
  }
}
