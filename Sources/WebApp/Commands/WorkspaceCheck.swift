import DocumentModel
import FoundationEssentials
public import Logging
import Storage

/// What `sheaf verify` does.
public struct WorkspaceCheck: Sendable {
  /// What is to be printed.
  public let text: String
  /// Whether nothing was found.
  public let isClean: Bool

  /// Checks the workspace at `root`, which may be served at the same time. Changes nothing.
  public static func run(root: String, json: Bool, log: Logger) async throws -> WorkspaceCheck {
    let report = try await StoreVerifier(root: SandboxRoot(opening: root, for: .inspecting)).verify()
    let answer = VerificationAnswer(report)
    let text =
      json ? String(decoding: try JSONAnswer.encode(answer, pretty: true), as: UTF8.self) : answer.description
    return WorkspaceCheck(text: text, isClean: report.findings.isEmpty)
  }
}
