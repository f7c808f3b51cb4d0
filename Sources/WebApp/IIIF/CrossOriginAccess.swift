import HTTPServer
import HTTPTypes

/// The CORS headers (https://fetch.spec.whatwg.org, 3.2) by which pages of other sites may read IIIF documents and
/// images, and web apps their copies.
///
/// Every response below `/iiif` and of a signed address has them, refusals included.
///
/// Any site may ask, but without a user's session: browsers send no cookie where the allowed origin is `*`. A foreign
/// viewer of a protected workspace sends a Bearer token, which the preflight allows. `Vary` keeps a site from reading
/// session responses out of the browser's cache. All origins of a site share that cache, as two ports of a host do.
struct CrossOriginAccess: Sendable {
  static let headers: HTTPFields = [
    .accessControlAllowOrigin: "*",
    .accessControlExposeHeaders:
      "Content-Length, ETag, Link, Location, Retry-After, Server-Timing, Sheaf-Renderer, Sheaf-Scale, Sheaf-Source",
    .crossOriginResourcePolicy: "cross-origin",
    .vary: "Origin, Cookie, Authorization",
  ]

  private static let preflightHeaders: HTTPFields = [
    .accessControlAllowMethods: "GET, HEAD, OPTIONS",
    .accessControlAllowHeaders:
      "Accept, Authorization, Cache-Control, Content-Type, If-None-Match, Pragma, Priority, Range, X-Requested-With",
    .accessControlMaxAge: "86400",
  ]

  /// Maps an error to its response; nil for an unexpected error.
  let problem: @Sendable (any Error) -> HTTPProblem?

  static func applies(to head: RequestHead) -> Bool { applies(to: head.path) }

  /// Whether an address is open to other sites, also a malformed one.
  static func applies(to path: String) -> Bool { path.hasPrefix("/iiif/") || isSigned(path) }

  /// Whether an address is its own permission: a page of another site may write to it, too.
  static func isSigned(_ path: String) -> Bool {
    path.hasPrefix(OpenInRoutes.snapshots) || path.hasPrefix(ActionRoutes.outcomes)
  }

  static func opened(_ response: Response) -> Response {
    var response = response
    response.headers.open()
    return response
  }

  /// Opens these answers; the outermost middleware.
  var middleware: Middleware {
    { next in
      { request, parameters in
        guard Self.applies(to: request.head) else { return try await next(request, parameters) }
        do {
          var response = Self.opened(try await next(request, parameters))
          if request.method == .options {
            for field in Self.preflightHeaders { response.headers[field.name] = field.value }
            if Self.isSigned(request.head.path) {
              response.headers[.accessControlAllowMethods] = "DELETE, GET, HEAD, POST, PUT, OPTIONS"
            }
          }
          return response
        } catch {
          guard var refusal = problem(error) else { throw error }
          refusal.headers.open()
          throw refusal
        }
      }
    }
  }
}

extension HTTPFields {
  mutating func open() {
    let varying = self[.vary]
    for field in CrossOriginAccess.headers { self[field.name] = field.value }
    guard let varying, let opened = self[.vary], varying != opened else { return }
    self[.vary] = varying.hasSuffix(opened) ? varying : "\(varying), \(opened)"
  }
}

extension HTTPField.Name {
  static let link = Self("Link") ?? .vary
}
