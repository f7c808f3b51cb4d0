import LinuxSystem
import Storage

extension Accounts {
  /// The accounts of the workspace at `root`, which a server may be serving at the same time.
  ///
  /// Throws ``StartError`` when there is no such directory: a mistyped root must not become a workspace whose
  /// tokens open nothing.
  public static func open(root: String) async throws -> Accounts {
    guard (try? Directory(opening: root)) != nil else {
      throw StartError("there is no directory \(root); `sheaf serve --root` makes a workspace")
    }
    let accounts = Accounts(try SQLiteAccountStore(root: try SandboxRoot(opening: root, for: .sharing)))
    try await accounts.establishOwner()
    return accounts
  }
}
