public import DocumentModel
public import FoundationEssentials

/// Creates and checks credentials, for the sign-in page and `sheaf token`.
public struct Accounts: Sendable {
  private let store: any AccountStore
  private let now: @Sendable () -> Date

  static let sessionLifetime: TimeInterval = 30 * 24 * 3600
  static let codeLifetime: TimeInterval = 24 * 3600

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
  public func makeToken(name: String) async throws(DocumentError) -> String {
    try await make(.token, name: name, lifetime: nil).text
  }

  /// A new code for a sign-in link, good for one use within a day.
  public func makeCode() async throws(DocumentError) -> String {
    try await make(.code, name: "sign-in link", lifetime: Self.codeLifetime).text
  }

  /// The code of the sign-in link that a server prints at its start; it revokes the code of the start before.
  ///
  /// The code stands in a log, which other people may read: of any number of starts one link works.
  func makeStartCode() async throws(DocumentError) -> String {
    let name = "sign-in link of the server's start"
    _ = try await store.revoke(.code, named: name, at: now())
    return try await make(.code, name: name, lifetime: Self.codeLifetime).text
  }

  /// A session for a code that has not been used; nil for any other.
  func signIn(with code: Secret) async throws(DocumentError) -> Secret? {
    // A token or session in place of a code is refused and stays valid.
    guard try await store.credential(try code.hash(), at: now())?.kind == .code,
      try await store.redeem(try code.hash(), at: now()) != nil
    else {
      return nil
    }
    return try await make(.session, name: "browser", lifetime: Self.sessionLifetime)
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
    _ kind: Credential.Kind, name: String, lifetime: TimeInterval?
  ) async throws(DocumentError) -> Secret {
    let secret = Secret()
    let created = now()
    let expires = lifetime.map { created.addingTimeInterval($0) }
    try await store.add(
      Credential(hash: try secret.hash(), kind: kind, name: name, created: created, expires: expires))
    return secret
  }
}
