import DocumentModel
import FoundationEssentials

/// The command `sheaf token list`: a line for each credential, oldest first, without secrets.
public struct CredentialList: Sendable {
  /// Kind, name, creation and expiry, separated by tabs.
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
    return [kind, credential.name.printable, credential.created.internetFormat, end]
      .joined(separator: "\t")
  }
}
