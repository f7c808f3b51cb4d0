import DocumentModel
import FoundationEssentials
import LinuxSystem
import Storage

/// The command `sheaf token list`: a line for each credential, oldest first, without secrets.
public struct CredentialList: Sendable {
  /// Kind, name, creation and expiry, separated by tabs; and "read-only" where it may change nothing.
  public let lines: [String]

  /// The valid tokens, sessions and sign-in links of the workspace at `root`.
  ///
  /// Throws ``StartError`` or `DocumentError` when there is no such workspace.
  public init(root: String) async throws {
    lines = try await Accounts.open(root: root).credentials().map(Self.line)
  }

  private static func line(_ credential: Credential) -> String {
    let end = credential.expires.map { "until \($0.internetFormat)" } ?? "until revoked"
    let kind = credential.kind == .code ? "link" : credential.kind.rawValue
    let access = credential.access == .read ? ["read-only"] : []
    return ([kind, credential.name.printable, credential.created.internetFormat, end] + access)
      .joined(separator: "\t")
  }
}

/// A link with which a browser signs in once, also while a server is running.
public enum SignInLink {
  private static let usualAddress = "http://127.0.0.1:8080/"

  /// Makes a new link to the workspace at `root`.
  ///
  /// Without an `address` the link leads to the address that the workspace's server recorded.
  ///
  /// Throws ``StartError`` or `DocumentError` when there is no such workspace.
  public static func make(root: String, address: String?) async throws -> String {
    let code = try await Accounts.open(root: root).makeCode()
    let advertised = try SandboxRoot(opening: root, for: .inspecting).advertisedAddress
    let address = address ?? advertised ?? usualAddress
    return "\(address.hasSuffix("/") ? address : address + "/")sign-in?code=\(code)"
  }
}

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
