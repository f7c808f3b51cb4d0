public import DocumentModel
public import FoundationEssentials

/// Creates and checks credentials, for the sign-in page and `sheaf token`.
public struct Accounts: Sendable {
  private let store: any AccountStore
  private let now: @Sendable () -> Date

  static let sessionLifetime: TimeInterval = 30 * 24 * 3600
  static let codeLifetime: TimeInterval = 24 * 3600
  /// The time after which another use of a credential is noted.
  static let useInterval: TimeInterval = 10 * 60

  /// Accounts over a store; tests replace `now`.
  public init(_ store: any AccountStore, now: @escaping @Sendable () -> Date = { Date() }) {
    self.store = store
    self.now = now
  }

  /// Creates the owner on the first start; true when the owner was created now.
  @discardableResult
  public func establishOwner() async throws(DocumentError) -> Bool {
    try await store.establishOwner(at: now())
  }

  /// The time at which the owner was created, in microseconds since 1970; a part of the workspace's identity.
  func established() async throws(DocumentError) -> Int64 {
    Int64((try await store.ownerEstablished()?.timeIntervalSince1970 ?? 0) * 1_000_000)
  }

  /// All valid tokens, sessions and sign-in links, oldest first.
  public func credentials() async throws(DocumentError) -> [Credential] {
    try await store.credentials(at: now())
  }

  /// Revokes every token of a name, also in a running server.
  ///
  /// Returns the number of tokens.
  public func revoke(named name: String) async throws(DocumentError) -> Int {
    let tokens = try await store.revoke(.token, named: name, at: now())
    return tokens + (try await store.revoke(.code, named: name, at: now()))
  }

  /// Ends every browser session, also in a running server.
  ///
  /// Returns the number of sessions.
  public func signOutBrowsers() async throws(DocumentError) -> Int {
    try await store.revoke(.session, named: nil, at: now())
  }

  /// Revokes every unused sign-in link.
  ///
  /// Returns the number of links.
  public func revokeLinks() async throws(DocumentError) -> Int {
    try await store.revoke(.code, named: nil, at: now())
  }

  /// Changes with every revocation; see ``AccountStore/revocations``.
  var revocations: Int64? { store.revocations }

  /// Creates a bearer token; its text is returned here only.
  ///
  /// A token that `isReadOnly` may change nothing.
  public func makeToken(name: String, isReadOnly: Bool = false) async throws(DocumentError) -> String {
    try await addToken(name: name, access: isReadOnly ? .read : .full).secret.text
  }

  /// The new token's secret, and what is kept of it.
  func addToken(
    name: String, access: Credential.Access
  ) async throws(DocumentError) -> (secret: Secret, credential: Credential) {
    try await make(.token, name: name, lifetime: nil, access: access)
  }

  /// A new code for a sign-in link, good for one use within a day.
  public func makeCode() async throws(DocumentError) -> String {
    try await make(.code, name: "sign-in link", lifetime: Self.codeLifetime).secret.text
  }

  /// The code of the sign-in link that a server prints at its start; it revokes the code of the start before.
  ///
  /// The code stands in a log, which other people may read: of any number of starts one link works.
  func makeStartCode() async throws(DocumentError) -> String {
    let name = "sign-in link of the server's start"
    _ = try await store.revoke(.code, named: name, at: now())
    return try await make(.code, name: name, lifetime: Self.codeLifetime).secret.text
  }

  /// A session for a code that has not been used; nil for any other.
  ///
  /// `browser` is the name of the session in lists.
  func signIn(with code: Secret, as browser: String) async throws(DocumentError) -> Secret? {
    // A token or session in place of a code is refused and stays valid.
    guard try await store.credential(try code.hash(), at: now())?.kind == .code,
      try await store.redeem(try code.hash(), at: now()) != nil
    else {
      return nil
    }
    return try await makeSession(browser)
  }

  /// A session for a browser whose right to it is known.
  func makeSession(_ browser: String) async throws(DocumentError) -> Secret {
    try await make(.session, name: browser, lifetime: Self.sessionLifetime).secret
  }

  /// Revokes certain credentials, also in other processes; returns how many there were.
  func revoke(_ credentials: [Credential]) async throws(DocumentError) -> Int {
    try await store.revoke(credentials.map(\.hash), at: now())
  }

  /// Notes that a credential is in use, now and then; a store that cannot be written keeps no one out.
  func noteUse(of credential: Credential) async {
    let time = now()
    guard credential.seen.map({ time.timeIntervalSince($0) >= Self.useInterval }) ?? true else { return }
    try? await store.noteUse(of: credential.hash, at: time)
  }

  func signOut(_ session: Secret) async throws(DocumentError) {
    guard try await store.credential(try session.hash(), at: now())?.kind == .session else { return }
    _ = try await store.redeem(try session.hash(), at: now())
  }

  /// The credential of a token or session; nil for unknown and expired secrets and for codes.
  func credential(_ secret: Secret) async throws(DocumentError) -> Credential? {
    let found = try await store.credential(try secret.hash(), at: now())
    return found?.kind == .code ? nil : found
  }

  private func make(
    _ kind: Credential.Kind, name: String, lifetime: TimeInterval?, access: Credential.Access = .full
  ) async throws(DocumentError) -> (secret: Secret, credential: Credential) {
    let secret = Secret()
    let created = now()
    let expires = lifetime.map { created.addingTimeInterval($0) }
    let credential = Credential(
      hash: try secret.hash(), kind: kind, name: name, created: created, expires: expires, access: access)
    try await store.add(credential)
    return (secret, credential)
  }
}
