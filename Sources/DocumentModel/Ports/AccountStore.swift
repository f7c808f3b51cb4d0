public import FoundationEssentials

/// The credentials of a workspace: tokens of programs, sessions of browsers, one-time sign-in codes.
///
/// Kept as hashes.
///
/// Threading and errors as in ``DocumentIndex``. Another process (`sheaf token create`) may add tokens while a
/// server runs; the server sees them at the next look-up.
public protocol AccountStore: Sendable {
  /// Makes the owner when there is none; true when it was made now.
  func establishOwner(at date: Date) async throws(DocumentError) -> Bool
  /// When the owner was made; nil before that. It never changes, and tells the workspace apart from other
  /// workspaces.
  func ownerEstablished() async throws(DocumentError) -> Date?
  /// Keeps a credential under the hash of its secret.
  func add(_ credential: Credential) async throws(DocumentError)
  /// The credential with this hash of its secret, unless it has expired at `date`.
  func credential(_ hash: ContentHash, at date: Date) async throws(DocumentError) -> Credential?
  /// Takes a credential out and returns it: a one-time code can be had once. Nil when it is gone or expired.
  func redeem(_ hash: ContentHash, at date: Date) async throws(DocumentError) -> Credential?
  /// Notes that a credential was used at `date`; nothing happens for one that is gone.
  func noteUse(of hash: ContentHash, at date: Date) async throws(DocumentError)
  /// All credentials that have not expired at `date`, oldest first.
  func credentials(at date: Date) async throws(DocumentError) -> [Credential]
  /// Takes away all credentials of a kind, or those of them with a name. Returns how many there were that had not
  /// expired at `date`. When it returns, ``revocations`` has grown for every process, also when there were none. A
  /// call that failed half-way may be made again.
  func revoke(_ kind: Credential.Kind, named name: String?, at date: Date) async throws(DocumentError) -> Int
  /// Takes the credentials with these hashes away, as ``revoke(_:named:at:)`` does. Returns how many there were.
  func revoke(_ hashes: [ContentHash], at date: Date) async throws(DocumentError) -> Int
  /// Another number after every revocation, whichever process made it; nil when that cannot be known.
  ///
  /// A cache of credentials asks it before the look-up and again at each use. Takes no look-up and never waits.
  var revocations: Int64? { get }
}

/// One secret that opens the workspace; the secret itself is not kept.
public struct Credential: Hashable, Sendable, Codable {
  /// The use of a secret.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// A program's bearer token.
    case token
    /// A browser's session cookie.
    case session
    /// A sign-in link's code, good for one use.
    case code
  }

  /// How much a secret opens.
  public enum Access: String, Hashable, Sendable, Codable, CaseIterable {
    /// Everything.
    case full
    /// Reading alone.
    case read
  }

  /// SHA-256 of the secret.
  public let hash: ContentHash
  /// The use of the secret.
  public let kind: Kind
  /// The name that its user gave it.
  public let name: String
  /// When it was made.
  public let created: Date
  /// When it stops working; nil for never.
  public let expires: Date?
  /// How much it opens.
  public let access: Access
  /// When it was used last, to some minutes; nil for never.
  public let seen: Date?

  /// A credential from its parts.
  public init(
    hash: ContentHash, kind: Kind, name: String, created: Date, expires: Date?, access: Access = .full,
    seen: Date? = nil
  ) {
    self.hash = hash
    self.kind = kind
    self.name = name
    self.created = created
    self.expires = expires
    self.access = access
    self.seen = seen
  }
}
