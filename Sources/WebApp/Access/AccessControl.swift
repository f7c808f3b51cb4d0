import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes
import LinuxSystem
import Synchronization

/// Lets in who has a token or a session.
///
/// Known credentials are remembered for a minute, so that an answer from the cache costs no look-up. As soon as one
/// is taken away, by whichever process, none is remembered any more.
final class AccessControl: Sendable {
  private struct Known {
    let until: ContinuousClock.Instant
    let expires: Date?
    let name: String
    let mayChange: Bool
    /// The count before it was looked up: what was taken away since then may be this one.
    let revocations: Int64
  }

  /// Two counts that grow when open streams may have to end: revocations of all processes, and sign-outs here.
  private struct Endings: Equatable {
    let revocations: Int64?
    let signedOut: Int
  }

  private static let memory = Duration.seconds(60)
  /// How often it is looked whether an open stream must end.
  private static let look = Duration.milliseconds(500)
  private static let maximumKnown = 10_000

  private let accounts: Accounts?
  private let known = Mutex<[String: Known]>([:])
  private let guesses = Mutex(GuessLimit())
  private let signedOut = Mutex(0)

  /// The name of the session's cookie.
  ///
  /// Cookies do not tell ports apart (RFC 6265, 8.5), so the name tells workspaces apart. A browser signed in at one
  /// of two servers on a host stays so when it signs in at the other.
  let cookieName: String

  /// Control over `accounts`; nil lets every client in.
  ///
  /// `workspace` is the same however the workspace is reached, and like no other's: a path would be neither.
  init(_ accounts: Accounts?, workspace: String) {
    self.accounts = accounts
    let digest = SHA256.hash(Array(workspace.utf8))
    cookieName = "sheaf-" + digest.prefix(8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Whether the request is known to be allowed, without asking the store: for answers in the HTTP callback.
  func isKnown(_ head: RequestHead) -> Bool {
    accounts == nil || remembered(head) != nil
  }

  /// The credential of a request, if it was good a moment ago.
  private func remembered(_ head: RequestHead) -> Known? {
    guard let text = secretText(in: head), let found = known.withLock({ $0[text] }),
      found.revocations == accounts?.revocations
    else { return nil }
    return found.until > .now && (found.expires.map { $0 > Date() } ?? true) ? found : nil
  }

  /// Lets the request pass, and tells the name of its token or session; nil when the server needs no sign-in.
  ///
  /// Throws a 401 problem otherwise, or a 429 problem where too many secrets were tried. A change by a token that may
  /// only read is a 403 problem.
  func admit(_ head: RequestHead) async throws -> String? {
    guard let known = try await look(head) else { return nil }
    guard known.mayChange || Self.isReading(head.method) else { throw Self.readOnly }
    return known.name
  }

  /// A browser's session is named so in versions, whichever browser it is.
  private static let browserName = "browser"

  private static func isReading(_ method: HTTPRequest.Method) -> Bool {
    method == .get || method == .head || method == .options
  }

  /// The credential of a request; nil when the server needs none.
  private func look(_ head: RequestHead) async throws -> Known? {
    guard let accounts else { return nil }
    if let found = remembered(head) { return found }
    let revocations = accounts.revocations
    guard let text = secretText(in: head) else { throw Self.unauthorized }
    guard let secret = Secret(text), let credential = try await accounts.credential(secret) else {
      throw refusal(of: text, from: head) ?? Self.unauthorized
    }
    let known = Known(
      until: .now + Self.memory, expires: credential.expires,
      name: credential.kind == .session ? Self.browserName : credential.name,
      mayChange: credential.access == .full, revocations: revocations ?? 0)
    if revocations != nil { remember(known, under: text) }
    await accounts.noteUse(of: credential)
    return known
  }

  private func remember(_ credential: Known, under text: String) {
    known.withLock { known in
      if known.count >= Self.maximumKnown { known.removeAll() }
      known[text] = credential
    }
  }

  /// The session of a signed-in browser, which alone may manage what else opens the workspace.
  ///
  /// Throws a 403 problem for a token, and where the server needs no sign-in.
  func owner(of head: RequestHead) async throws -> (accounts: Accounts, session: Credential) {
    guard let accounts else { throw Self.withoutSignIn }
    guard head[.authorization] == nil, let secret = session(in: head),
      let credential = try await accounts.credential(secret), credential.kind == .session
    else { throw Self.browserRequired }
    return (accounts, credential)
  }

  /// Tells clients apart where each is to have its turn; says nothing of their secrets.
  ///
  /// To be asked of requests that are let in. Where the server needs no sign-in only the address counts: one
  /// program could invent as many tokens as it likes.
  func client(of head: RequestHead) -> String {
    let host = "\(head.remoteAddress.host)"
    guard accounts != nil, let text = secretText(in: head) else { return host }
    return "\(host) \(text.hashValue)"
  }

  /// The share that a request or stream counts for.
  ///
  /// It is the credential's, from whichever address it is used, or the network's where the server needs no
  /// sign-in.
  func holder(of head: RequestHead) -> RequestShares.Holder {
    guard accounts != nil, let text = secretText(in: head) else {
      return .network(head.remoteAddress.network)
    }
    return .credential(text.hashValue)
  }

  /// Tells credentials apart, the same each time the server runs, and says nothing of their secrets; empty
  /// where the server needs no sign-in.
  func credential(of head: RequestHead) -> String {
    guard accounts != nil, let text = secretText(in: head), let secret = Secret(text) else { return "" }
    return (try? secret.hash().description) ?? ""
  }

  /// Whether a client's network has guesses left, for secrets that are short enough to be guessed.
  func mayGuess(from head: RequestHead) -> Bool {
    guesses.withLock { $0.wait(of: head.remoteAddress.network, at: .now) == nil }
  }

  /// The problem with another secret that opens nothing, where too many were tried; nil where it is one of few.
  func refusal(of secret: String, from head: RequestHead) -> HTTPProblem? {
    let wait = guesses.withLock {
      $0.failed(secret.hashValue, from: head.remoteAddress.network, at: .now)
    }
    return wait.map { wait in
      HTTPProblem(
        .tooManyRequests, code: "too-many-guesses",
        detail: "Too many tokens or links that open nothing came from your address.",
        headers: [.retryAfter: "\(wait.components.seconds + 1)"])
    }
  }

  /// Returns once the credential of a request is no longer good; never where the server needs no sign-in.
  ///
  /// For answers that go on for long. Throws `CancellationError`.
  func waitForEnd(of head: RequestHead) async throws {
    // Without sign-in no credential ends: the sleep is longer than any server runs, and ends with the task.
    guard let accounts else { return try await Task.sleep(for: .seconds(1 << 30)) }
    var (seen, expires) = (Endings?.none, Date?.none)
    while true {
      let endings = Endings(revocations: accounts.revocations, signedOut: signedOut.withLock { $0 })
      if seen != endings || endings.revocations == nil || expires.map({ $0 <= Date() }) == true {
        guard let secret = secretText(in: head).flatMap({ Secret($0) }) else { return }
        do throws(DocumentError) {
          guard let credential = try await accounts.credential(secret) else { return }
          (seen, expires) = (endings, credential.expires)
        } catch {
          // The next look finds out.
        }
      }
      try await Task.sleep(for: Self.look)
    }
  }

  func session(in head: RequestHead) -> Secret? {
    cookie(in: head).flatMap { Secret($0) }
  }

  func forget(_ secret: Secret) {
    known.withLock { $0[secret.text] = nil }
    signedOut.withLock { $0 += 1 }
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

  private static let readOnly = HTTPProblem(
    .forbidden, code: "token-read-only", detail: "This token may read, and change nothing.")
  private static let withoutSignIn = HTTPProblem(
    .forbidden, code: "sign-in-off",
    detail: "This server lets everyone in who reaches it: there are no tokens, browsers and codes to manage.")
  private static let browserRequired = HTTPProblem(
    .forbidden, code: "browser-required",
    detail: "Tokens, browsers and codes are managed in a browser that is signed in.")

  private static var unauthorized: HTTPProblem {
    HTTPProblem(
      .unauthorized, code: "sign-in-required",
      detail: "Sign in with the link that Sheaf printed when it started, or send a token as Bearer.",
      headers: [.wwwAuthenticate: "Bearer realm=\"Sheaf\""])
  }
}

/// The author of changes, as it is recorded with them.
///
/// The name is the one that the owner gave the token; the value holds no secret.
enum Visitor {
  /// The name of the token or session of the current request; nil on a server without sign-in.
  @TaskLocal static var name: String?
}
