import DocumentModel
public import Logging
import Storage

/// What `sheaf verify` does.
public struct WorkspaceCheck: Sendable {
  /// What is to be printed.
  public let text: String
  /// Whether nothing was found that needs mending.
  public let isClean: Bool

  /// Checks the workspace at `root`, which may be served at the same time.
  ///
  /// Changes nothing.
  public static func run(root: String, json: Bool, log: Logger) async throws -> WorkspaceCheck {
    let report = try await StoreVerifier(root: SandboxRoot(opening: root, for: .inspecting)).verify()
    let text =
      json ? String(decoding: try JSONAnswer.encode(report, pretty: true), as: UTF8.self) : describe(report)
    return WorkspaceCheck(text: text, isClean: report.isClean)
  }

  private static func describe(_ report: VerificationReport) -> String {
    let lines = (report.findings + report.notes).map { "\($0.kind.rawValue)  \($0.place)  \($0.detail)" }
    let counts = "\(report.documents) documents, \(report.versions) versions, \(report.bytes) bytes read"
    let verdict = report.isClean ? "clean" : "\(report.findingCount) findings"
    return (lines + ["\(counts): \(verdict)"]).joined(separator: "\n")
  }
}
