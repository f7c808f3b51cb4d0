import LinuxSystem
import Storage

extension Accounts {
  /// The accounts of the workspace at `root`, which a server may have open.
  ///
  /// An empty directory becomes a workspace, for a token before the first start. Throws ``StartError`` for any other
  /// directory, so that a mistyped root does not become a workspace.
  public static func open(root: String) async throws -> Accounts {
    guard let directory = try? Directory(opening: root) else {
      throw StartError("there is no directory \(root); `sheaf serve --root` makes a workspace")
    }
    guard try SandboxRoot.isWorkspace(root) || directory.entries().isEmpty else {
      throw StartError("\(root) is no workspace; name the directory that `sheaf serve --root` serves")
    }
    let accounts = Accounts(try SQLiteAccountStore(root: try SandboxRoot(opening: root, for: .sharing)))
    try await accounts.establishOwner()
    return accounts
  }
}
