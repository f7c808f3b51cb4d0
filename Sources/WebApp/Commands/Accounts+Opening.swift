import Storage

extension Accounts {
  /// The accounts of the workspace at `root`, which a server may be serving at the same time.
  public static func open(root: String) async throws -> Accounts {
    let accounts = Accounts(try SQLiteAccountStore(root: try SandboxRoot(opening: root, for: .sharing)))
    try await accounts.establishOwner()
    return accounts
  }
}
