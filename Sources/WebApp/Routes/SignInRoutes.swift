import DocumentModel
import HTTPServer
import HTTPTypes

struct SignInRoutes: Sendable {
  let accounts: Accounts
  let access: AccessControl
  let codes: DeviceCodes
  let pages: PublicPages
  let origins: OriginPolicy

  func add(to router: inout Router) {
    router.on(.get, "sign-in") { request, _ in
      // Programs preview links with HEAD, which must not use the link up.
      guard request.method == .get else { return Response(.ok) }
      let text = request.query["code"] ?? ""
      guard let (session, place) = try await signIn(with: text, from: request.head) else {
        return try await useless(text, request)
      }
      return redirect(
        request.head, to: Self.target(request) ?? place.path, cookie: session.text,
        lifetime: Int(Accounts.sessionLifetime))
    }
    router.on(.post, "sign-out") { request, _ in
      if let session = access.session(in: request.head) {
        try await accounts.signOut(session)
        access.forget(session)
      }
      return redirect(request.head, to: Continuation.library.path, cookie: "", lifetime: 0)
    }
  }

  /// A session for the code of a link or of another device, and where to go on; nil for any other text.
  private func signIn(
    with text: String, from head: RequestHead
  ) async throws(DocumentError) -> (session: Secret, place: Continuation)? {
    let browser = BrowserName(head[.userAgent]).text
    if let code = Secret(text) {
      return try await accounts.signIn(with: code, as: browser).map { ($0, .library) }
    }
    // Such a code is short: whoever has guessed too much is not even told whether this one is right.
    guard access.mayGuess(from: head), let code = try codes.use(text, by: browser) else { return nil }
    return (try await accounts.makeSession(browser), code.place)
  }

  /// The document that is to be shown: no address of another site.
  private static func target(_ request: Request) -> String? {
    request.query["document"].flatMap { DocumentID($0) }.map { "/d/\($0)" }
  }

  private func redirect(_ head: RequestHead, to path: String, cookie: String, lifetime: Int) -> Response {
    var response = Response.redirect(to: path)
    let isSecure = origins.address(of: head.host ?? "").hasPrefix("https:")
    response.headers[.setCookie] =
      "\(access.cookieName)=\(cookie); Path=/; Max-Age=\(lifetime); HttpOnly; SameSite=Lax"
      + (isSecure ? "; Secure" : "")
    response.headers[.cacheControl] = "no-store"
    return response
  }

  /// The response to a link or code that was used or has expired.
  ///
  /// A signed-in browser goes on, any other browser gets the app's page with an explanation, a program a problem.
  private func useless(_ code: String, _ request: Request) async throws -> Response {
    let head = request.head
    if let session = access.session(in: head), try await accounts.credential(session) != nil {
      return .redirect(to: Self.target(request) ?? Continuation.library.path)
    }
    let isPerson = head[.accept]?.contains("text/html") == true
    // A code is typed by hand: one who mistypes it gets the field again, and only a program the bare problem.
    if let problem = access.refusal(of: DeviceCodes.plain(code) ?? code, from: head) {
      guard isPerson else { throw problem }
      var page = try pages.app(refusing: .tooManyRequests)
      page.headers[.retryAfter] = problem.headers[.retryAfter]
      return page
    }
    guard isPerson else {
      throw HTTPProblem(
        .forbidden, code: "sign-in-link-used",
        detail: "This sign-in link was used already, or is too old. `sheaf token link` prints a new one.")
    }
    return try pages.app(refusing: .forbidden)
  }
}
