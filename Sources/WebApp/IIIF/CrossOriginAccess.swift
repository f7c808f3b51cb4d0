import HTTPServer
import HTTPTypes

/// What lets pages of other sites read IIIF documents and images: CORS (https://fetch.spec.whatwg.org, 3.2), on every
/// answer below `/iiif`, refusals among them.
///
/// Any site may ask, none gets a user's session with it: browsers send no cookie where the allowed origin is `*`. A
/// foreign viewer of a protected workspace sends a token as Bearer, which the preflight allows. Nor does a site get from the
/// browser's cache what came with the session: `Vary` says that it is no answer to another origin's request. Browsers share
/// the cache among all origins of a site, as two ports of a host are.
struct CrossOriginAccess: Sendable {
  /// The headers of every answer.
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

  /// How an error is told; nil for one that nobody expected.
  let problem: @Sendable (any Error) -> HTTPProblem?

  /// Whether an address is open to other sites.
  static func applies(to head: RequestHead) -> Bool { applies(to: head.path) }

  /// Whether an address is open to other sites, also one that cannot be read.
  static func applies(to path: String) -> Bool { path.hasPrefix("/iiif/") }

  /// An answer with the headers that open it.
  static func opened(_ response: Response) -> Response {
    var response = response
    response.headers.open()
    return response
  }

  /// Opens the answers below `/iiif`; the outermost middleware.
  var middleware: Middleware {
    { next in
      { request, parameters in
        guard Self.applies(to: request.head) else { return try await next(request, parameters) }
        do {
          var response = Self.opened(try await next(request, parameters))
          if request.method == .options {
            for field in Self.preflightHeaders { response.headers[field.name] = field.value }
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
  /// Adds what opens an answer; what else it varies with stays.
  mutating func open() {
    let varying = self[.vary]
    for field in CrossOriginAccess.headers { self[field.name] = field.value }
    guard let varying, let opened = self[.vary], varying != opened else { return }
    self[.vary] = varying.hasSuffix(opened) ? varying : "\(varying), \(opened)"
  }
}

extension HTTPField.Name {
  /// What an answer is related to (RFC 8288).
  static let link = Self("Link") ?? .vary
}
