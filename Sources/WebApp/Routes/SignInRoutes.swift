import HTTPServer
import HTTPTypes

/// How a browser gets its session.
struct SignInRoutes: Sendable {
  let accounts: Accounts
  let access: AccessControl

  func add(to router: inout Router) {
    router.on(.get, "sign-in") { request, _ in
      // Programs look at links with HEAD before they show them; that must not use the link up.
      guard request.method == .get else { return Response(.ok) }
      guard let code = request.query["code"].flatMap({ Secret($0) }),
        let session = try await accounts.signIn(with: code)
      else { return Self.usedLink }
      return redirect(cookie: session.text, lifetime: Int(Accounts.sessionLifetime))
    }
    router.on(.post, "sign-out") { request, _ in
      if let session = access.session(in: request.head) {
        try await accounts.signOut(session)
        access.forget(session)
      }
      return redirect(cookie: "", lifetime: 0)
    }
  }

  private func redirect(cookie: String, lifetime: Int) -> Response {
    var response = Response.redirect(to: "/")
    response.headers[.setCookie] =
      "\(access.cookieName)=\(cookie); Path=/; Max-Age=\(lifetime); HttpOnly; SameSite=Lax"
    response.headers[.cacheControl] = "no-store"
    return response
  }

  private static let usedLink = Response.text(
    """
    This sign-in link was used already, or is too old.

    Every start of Sheaf prints a new one. While it runs, this prints one too:

        sheaf token link --root DIRECTORY

    """, status: .forbidden)
}
