import Crypto
import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes
import Synchronization

/// Lets in who has a token or a session.
///
/// Known credentials are remembered for a minute, so that an answer from the cache costs no look-up; a token that is
/// taken away stops working within that minute.
final class AccessControl: Sendable {
  private struct Known {
    let until: ContinuousClock.Instant
    let expires: Date?
    let name: String
  }

  private static let memory = Duration.seconds(60)
  private static let maximumKnown = 10_000

  private let accounts: Accounts?
  private let known = Mutex<[String: Known]>([:])

  /// The name of the session's cookie.
  ///
  /// Cookies do not tell ports apart, so the name tells workspaces apart.
  let cookieName: String

  /// Control over `accounts` of the workspace at `root`; nil lets everybody in.
  init(_ accounts: Accounts?, root: String) {
    self.accounts = accounts
    let digest = SHA256.hash(data: Array(root.utf8))
    cookieName = "sheaf-" + digest.prefix(4).map { String($0, radix: 16) }.joined()
  }

  /// Whether the request is known to be allowed, without asking the store: for answers in the HTTP callback.
  func isKnown(_ head: RequestHead) -> Bool {
    accounts == nil || remembered(head) != nil
  }

  /// The credential of a request, if it was good a moment ago.
  private func remembered(_ head: RequestHead) -> Known? {
    guard let text = secretText(in: head), let found = known.withLock({ $0[text] }) else { return nil }
    return found.until > .now && (found.expires.map { $0 > Date() } ?? true) ? found : nil
  }

  /// Lets the request pass, and tells the name of its token or session; nil when nobody has to sign in.
  ///
  /// Throws a 401 problem otherwise.
  func admit(_ head: RequestHead) async throws -> String? {
    guard let accounts else { return nil }
    if let found = remembered(head) { return found.name }
    guard let text = secretText(in: head), let secret = Secret(text),
      let credential = try await accounts.credential(secret)
    else { throw Self.unauthorized }
    remember(credential, under: text)
    return credential.name
  }

  private func remember(_ credential: Credential, under text: String) {
    known.withLock { known in
      if known.count >= Self.maximumKnown { known.removeAll() }
      known[text] = Known(
        until: .now + Self.memory, expires: credential.expires, name: credential.name)
    }
  }

  /// Tells clients apart where each is to have its turn; says nothing of their secrets.
  func client(of head: RequestHead) -> String {
    "\(head.remoteAddress.host) \(secretText(in: head)?.hashValue ?? 0)"
  }

  /// The session of a request's cookie.
  func session(in head: RequestHead) -> Secret? {
    cookie(in: head).flatMap { Secret($0) }
  }

  /// Forgets a session that was ended.
  func forget(_ secret: Secret) {
    known.withLock { $0[secret.text] = nil }
  }

  private func secretText(in head: RequestHead) -> String? {
    if let authorization = head[.authorization] {
      let parts = authorization.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
      return String(parts[1])
    }
    return cookie(in: head)
  }

  private func cookie(in head: RequestHead) -> String? {
    guard let header = head[.cookie] else { return nil }
    // Several Cookie fields may have been joined by a comma.
    for pair in header.split(whereSeparator: { $0 == ";" || $0 == "," }) {
      let parts = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
      if parts.count == 2, parts[0] == cookieName { return String(parts[1]) }
    }
    return nil
  }

  private static var unauthorized: HTTPProblem {
    HTTPProblem(
      .unauthorized, code: "sign-in-required",
      detail: "Sign in with the link that Sheaf printed when it started, or send a token as Bearer.",
      headers: [.wwwAuthenticate: "Bearer realm=\"Sheaf\""])
  }
}
