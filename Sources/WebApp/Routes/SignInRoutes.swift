import DocumentModel
import HTTPServer
import HTTPTypes

struct SignInRoutes: Sendable {
  let accounts: Accounts
  let access: AccessControl
  let pages: PublicPages
  let origins: OriginPolicy

  func add(to router: inout Router) {
    router.on(.get, "sign-in") { request, _ in
      // Programs preview links with HEAD, which must not use the link up.
      guard request.method == .get else { return Response(.ok) }
      let text = request.query["code"] ?? ""
      guard let code = Secret(text), let session = try await accounts.signIn(with: code) else {
        return try await useless(text, request)
      }
      return redirect(
        request.head, to: Self.target(request), cookie: session.text, lifetime: Int(Accounts.sessionLifetime))
    }
    router.on(.post, "sign-out") { request, _ in
      if let session = access.session(in: request.head) {
        try await accounts.signOut(session)
        access.forget(session)
      }
      return redirect(request.head, cookie: "", lifetime: 0)
    }
  }

  /// The library, or the document that is to be shown: no address of another site.
  private static func target(_ request: Request) -> String {
    request.query["document"].flatMap { DocumentID($0) }.map { "/d/\($0)" } ?? "/"
  }

  private func redirect(
    _ head: RequestHead, to target: String = "/", cookie: String, lifetime: Int
  ) -> Response {
    var response = Response.redirect(to: target)
    let isSecure = origins.address(of: head.host ?? "").hasPrefix("https:")
    response.headers[.setCookie] =
      "\(access.cookieName)=\(cookie); Path=/; Max-Age=\(lifetime); HttpOnly; SameSite=Lax"
      + (isSecure ? "; Secure" : "")
    response.headers[.cacheControl] = "no-store"
    return response
  }

  /// The response to a link that was used or has expired.
  ///
  /// A signed-in browser goes on, any other browser gets the app's page with an explanation, a program a problem.
  private func useless(_ code: String, _ request: Request) async throws -> Response {
    let head = request.head
    if let session = access.session(in: head), try await accounts.credential(session) != nil {
      return .redirect(to: Self.target(request))
    }
    if let problem = access.refusal(of: code, from: head) { throw problem }
    guard head[.accept]?.contains("text/html") == true else {
      throw HTTPProblem(
        .forbidden, code: "sign-in-link-used",
        detail: "This sign-in link was used already, or is too old. `sheaf token link` prints a new one.")
    }
    return try pages.app(refusing: .forbidden)
  }
}
