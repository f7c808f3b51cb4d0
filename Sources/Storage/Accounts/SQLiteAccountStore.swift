public import DocumentModel
public import FoundationEssentials
import GRDB
import Glibc
import LinuxSystem

/// Credentials in a file of their own, `Library/accounts.sqlite`: losing the index loses no tokens.
///
/// Only hashes of secrets are kept. A damaged file is not replaced: a new one would make the next visitor owner.
///
/// ```swift
/// let accounts = try SQLiteAccountStore(root: SandboxRoot(opening: path, for: .sharing))
/// try await accounts.add(token)
/// ```
public struct SQLiteAccountStore: AccountStore {
  private let file: SQLiteFile
  private let root: SandboxRoot
  private let count: RevocationCount

  /// Opens the accounts of the workspace at `root`, or makes them.
  ///
  /// Blocks for some milliseconds.
  public init(root: SandboxRoot) throws(DocumentError) {
    _ = try SQLiteSidecars.exists(SandboxPath.accounts, in: root)
    self.root = root
    count = try refusing("the count of revocations (\(SandboxPath.revocations)) could not be opened") {
      try RevocationCount(root: root)
    }
    do {
      file = try SQLiteFile(
        opening: "\(root.path)/\(SandboxPath.accounts)", subject: "the list of accounts",
        migrator: Self.migrator)
    } catch {
      throw DocumentError(opening: SandboxPath.accounts, "the list of accounts", error, in: root)
    }
  }

  /// Closes the file.
  ///
  /// Later calls fail with `.storageFailed`.
  public func close() {
    file.close()
  }

  /// Makes the file whole without its log, at the end of a server.
  ///
  /// The log is empty then, so that a copy or a loss of it
  /// does not matter.
  ///
  /// Throws `.storageFull` and `.storageFailed`.
  public func takeInLog() async throws(DocumentError) {
    try await file.takeInLog()
  }

  /// Writes a copy of the accounts of `root` to `path`, where nothing may be, as they are at one moment.
  package static func copy(of root: SandboxRoot, to path: String) async throws(DocumentError) {
    let file = try await inspected(root)
    defer { file.close() }
    try await file.copy(to: path)
  }

  /// SQLite's findings in the accounts of `root`; `["ok"]` when there are none.
  package static func integrity(of root: SandboxRoot) async throws(DocumentError) -> [String] {
    let file = try await inspected(root)
    defer { file.close() }
    return try await file.integrity()
  }

  private static func inspected(_ root: SandboxRoot) async throws(DocumentError) -> SQLiteFile {
    try await root.run("the accounts could not be opened") {
      try SQLiteFile(inspecting: "\(root.path)/\(SandboxPath.accounts)", subject: "the list of accounts")
    }
  }

  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("owner and credentials") { database in
      try database.execute(
        sql: """
          CREATE TABLE owner (only INTEGER PRIMARY KEY CHECK (only = 1), established INTEGER NOT NULL);
          CREATE TABLE credential (
            hash TEXT PRIMARY KEY NOT NULL,
            kind TEXT NOT NULL,
            name TEXT NOT NULL,
            created INTEGER NOT NULL,
            expires INTEGER
          ) WITHOUT ROWID;
          CREATE INDEX credentialExpiry ON credential (expires) WHERE expires IS NOT NULL;
          """)
    }
    migrator.registerMigration("what credentials open, and their last use") { database in
      try database.execute(
        sql: """
          ALTER TABLE credential ADD COLUMN access TEXT NOT NULL DEFAULT 'full';
          ALTER TABLE credential ADD COLUMN seen INTEGER;
          """)
    }
    return migrator
  }

  /// Makes the owner when there is none; true when it was made now.
  public func establishOwner(at date: Date) async throws(DocumentError) -> Bool {
    try await file.write { database in
      try database.execute(
        sql: "INSERT OR IGNORE INTO owner (only, established) VALUES (1, ?)", arguments: [date.microseconds])
      return database.changesCount > 0
    }
  }

  /// When the owner was made; nil before that.
  public func ownerEstablished() async throws(DocumentError) -> Date? {
    try await file.read { database in
      try Int64.fetchOne(database, sql: "SELECT established FROM owner").map { Date(microseconds: $0) }
    }
  }

  /// Keeps a credential, and lets go of those that had expired when it was made.
  public func add(_ credential: Credential) async throws(DocumentError) {
    try await file.write { database in
      try database.execute(
        sql: "DELETE FROM credential WHERE expires <= ?", arguments: [credential.created.microseconds])
      try database.execute(
        sql: """
          INSERT OR REPLACE INTO credential (hash, kind, name, created, expires, access, seen)
          VALUES (?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          credential.hash.description, credential.kind.rawValue, credential.name,
          credential.created.microseconds, credential.expires?.microseconds, credential.access.rawValue,
          credential.seen?.microseconds,
        ])
    }
  }

  /// Notes the last use of a credential.
  public func noteUse(of hash: ContentHash, at date: Date) async throws(DocumentError) {
    try await file.write { database in
      try database.execute(
        sql: "UPDATE credential SET seen = ? WHERE hash = ?",
        arguments: [date.microseconds, hash.description])
    }
  }

  /// The credential with this hash of its secret, unless it has expired at `date`.
  public func credential(_ hash: ContentHash, at date: Date) async throws(DocumentError) -> Credential? {
    try await file.read { database in
      try CredentialRow.fetchOne(
        database, sql: "SELECT * FROM credential WHERE hash = ? AND \(Self.valid)",
        arguments: [hash.description, date.microseconds])?.credential
    }
  }

  /// Takes a credential out and returns it; of two callers at once, one gets it.
  public func redeem(_ hash: ContentHash, at date: Date) async throws(DocumentError) -> Credential? {
    try await file.write { database in
      try CredentialRow.fetchOne(
        database, sql: "DELETE FROM credential WHERE hash = ? AND \(Self.valid) RETURNING *",
        arguments: [hash.description, date.microseconds])?.credential
    }
  }

  /// All credentials that have not expired at `date`, oldest first.
  public func credentials(at date: Date) async throws(DocumentError) -> [Credential] {
    try await file.read { database in
      try CredentialRow.fetchAll(
        database, sql: "SELECT * FROM credential WHERE \(Self.valid) ORDER BY created, hash",
        arguments: [date.microseconds]
      ).map(\.credential)
    }
  }

  /// Takes credentials away; see ``AccountStore/revoke(_:named:at:)``.
  public func revoke(
    _ kind: Credential.Kind, named name: String?, at date: Date
  ) async throws(DocumentError) -> Int {
    let found = try await file.write { database in
      try CredentialRow.fetchAll(
        database, sql: "DELETE FROM credential WHERE kind = ? AND (? IS NULL OR name = ?) RETURNING *",
        arguments: [kind.rawValue, name, name])
    }
    return try await counted(found, at: date)
  }

  /// Takes certain credentials away; see ``AccountStore/revoke(_:at:)``.
  public func revoke(_ hashes: [ContentHash], at date: Date) async throws(DocumentError) -> Int {
    let found = try await file.write { database in
      try hashes.flatMap { hash in
        try CredentialRow.fetchAll(
          database, sql: "DELETE FROM credential WHERE hash = ? RETURNING *", arguments: [hash.description])
      }
    }
    return try await counted(found, at: date)
  }

  /// Counts a revocation, and says how many of the credentials had not expired.
  ///
  /// Also when nothing was there: an earlier call may have taken it away and failed to count it. Not before: a look
  /// between the two would remember what goes a moment later.
  private func counted(_ found: [CredentialRow], at date: Date) async throws(DocumentError) -> Int {
    let count = count
    try await root.run("the revocation could not be counted") { try count.add() }
    return found.count { $0.credential.expires.map { $0 > date } ?? true }
  }

  /// The length of a file beside the list of accounts.
  public var revocations: Int64? { count.value }

  private static let valid = "(expires IS NULL OR expires > ?)"
}

private struct CredentialRow: FetchableRecord {
  let credential: Credential

  init(row: Row) throws {
    guard let hash = ContentHash(try row.read("hash") as String),
      let kind = Credential.Kind(rawValue: try row.read("kind")),
      let access = Credential.Access(rawValue: try row.read("access"))
    else {
      throw DocumentError(.storageFailed, "the list of accounts holds an entry that cannot be read")
    }
    credential = Credential(
      hash: hash, kind: kind, name: try row.read("name"),
      created: Date(microseconds: try row.read("created")),
      expires: try row.readIfPresent("expires").map { Date(microseconds: $0) }, access: access,
      seen: try row.readIfPresent("seen").map { Date(microseconds: $0) })
  }
}

/// How often credentials were taken away from a workspace, by whichever process: the length of a file that only grows.
///
/// A server remembers for a while whom it let in, and `sheaf token revoke` is another process. A look into the database
/// at every request would cost more than most answers; the length of an open file costs less than a microsecond.
struct RevocationCount: Sendable {
  private let file: Descriptor

  init(root: SandboxRoot) throws(SystemError) {
    file = try root.directory.open(
      SandboxPath.revocations, flags: O_RDWR | O_CREAT | O_APPEND, mode: 0o600)
  }

  /// The count; nil when it cannot be known, because the file was removed.
  var value: Int64? {
    guard let status = try? file.status(), status.links > 0 else { return nil }
    return status.size
  }

  /// Counts one more.
  ///
  /// Blocks.
  func add() throws(SystemError) {
    try file.append([UInt8(ascii: ".")])
  }
}
