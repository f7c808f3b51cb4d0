import LinuxSystem
import Storage

extension Accounts {
  /// The accounts of the workspace at `root`, which a server may be serving at the same time.
  ///
  /// An empty directory becomes one, for whoever makes a token before the first start. Throws ``StartError`` for any
  /// other: a mistyped root must not become a workspace whose tokens open nothing.
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
