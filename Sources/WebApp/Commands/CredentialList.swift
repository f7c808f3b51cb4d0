import DocumentModel
import FoundationEssentials

/// What `sheaf token list` prints: a line a credential, oldest first, and nothing of the secrets.
public struct CredentialList: Sendable {
  /// Kind, name, when it was made and when it ends, with tabs between them.
  public let lines: [String]

  /// The tokens, sessions and unused sign-in links of the workspace at `root` that work now.
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
