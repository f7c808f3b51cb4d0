public import DocumentModel
public import FoundationEssentials

/// Makes and checks credentials: what the sign-in page and `sheaf token` share.
public struct Accounts: Sendable {
  private let store: any AccountStore
  private let now: @Sendable () -> Date

  /// How long a browser stays signed in.
  static let sessionLifetime: TimeInterval = 30 * 24 * 3600
  /// How long a sign-in link works.
  static let codeLifetime: TimeInterval = 24 * 3600

  /// Accounts over a store.
  ///
  /// `now` is to be replaced in tests alone.
  public init(_ store: any AccountStore, now: @escaping @Sendable () -> Date = { Date() }) {
    self.store = store
    self.now = now
  }

  /// Makes the owner on the first start; true when it was made now.
  @discardableResult
  public func establishOwner() async throws(DocumentError) -> Bool {
    try await store.establishOwner(at: now())
  }

  /// When the owner was made, in microseconds since 1970: tells workspaces apart.
  func established() async throws(DocumentError) -> Int64 {
    Int64((try await store.ownerEstablished()?.timeIntervalSince1970 ?? 0) * 1_000_000)
  }

  /// All tokens, sessions and sign-in links that work now, oldest first.
  public func credentials() async throws(DocumentError) -> [Credential] {
    try await store.credentials(at: now())
  }

  /// Takes away every token of a name; a running server knows at once.
  ///
  /// Returns how many there were.
  public func revoke(named name: String) async throws(DocumentError) -> Int {
    let tokens = try await store.revoke(.token, named: name, at: now())
    return tokens + (try await store.revoke(.code, named: name, at: now()))
  }

  /// Signs out every browser; a running server knows at once.
  ///
  /// Returns how many there were.
  public func signOutBrowsers() async throws(DocumentError) -> Int {
    try await store.revoke(.session, named: nil, at: now())
  }

  /// Takes away every sign-in link that was not used.
  ///
  /// Returns how many there were.
  public func revokeLinks() async throws(DocumentError) -> Int {
    try await store.revoke(.code, named: nil, at: now())
  }

  /// Another number after every revocation; see ``AccountStore/revocations``.
  var revocations: Int64? { store.revocations }

  /// A new bearer token; it is shown once and never again.
  public func makeToken(name: String) async throws(DocumentError) -> String {
    try await make(.token, name: name, lifetime: nil).text
  }

  /// A new code for a sign-in link, good for one use within a day.
  public func makeCode() async throws(DocumentError) -> String {
    try await make(.code, name: "sign-in link", lifetime: Self.codeLifetime).text
  }

  /// The code of the link that a server prints when it starts; the one of the start before is worth nothing any more.
  ///
  /// It stands in a log, which others may read: of any number of starts one link works.
  func makeStartCode() async throws(DocumentError) -> String {
    let name = "sign-in link of the server's start"
    _ = try await store.revoke(.code, named: name, at: now())
    return try await make(.code, name: name, lifetime: Self.codeLifetime).text
  }

  /// A session for a code that has not been used; nil for any other.
  func signIn(with code: Secret) async throws(DocumentError) -> Secret? {
    // A token or session given for a code stays what it is.
    guard try await store.credential(try code.hash(), at: now())?.kind == .code,
      try await store.redeem(try code.hash(), at: now()) != nil
    else {
      return nil
    }
    return try await make(.session, name: "browser", lifetime: Self.sessionLifetime)
  }

  /// Ends a session.
  func signOut(_ session: Secret) async throws(DocumentError) {
    guard try await store.credential(try session.hash(), at: now())?.kind == .session else { return }
    _ = try await store.redeem(try session.hash(), at: now())
  }

  /// The credential of a token or session; nil for an unknown or expired one, and for codes.
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
