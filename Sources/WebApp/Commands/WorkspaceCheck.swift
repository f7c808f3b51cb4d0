import DocumentModel
public import Logging
import Maintenance
import Storage
import Workspace

/// The command `sheaf verify`.
public struct WorkspaceCheck: Sendable {
  /// The report to print.
  public let text: String
  /// Whether no fault was found.
  public let isClean: Bool

  /// Checks the workspace at `root`, which may be served at the same time.
  ///
  /// Changes nothing.
  public static func run(root: String, json: Bool, log: Logger) async throws -> WorkspaceCheck {
    let report = try await StoreVerifier(root: SandboxRoot(opening: root, for: .inspecting)).verify()
    let text = json ? try Self.json(report) : describe(report)
    return WorkspaceCheck(text: text, isClean: report.isClean)
  }

  /// Checks the workspace of `configuration`, which no server may have open, and repairs faults where possible.
  ///
  /// `isClean` describes the workspace after the repair.
  public static func repair(
    _ configuration: Configuration, json: Bool, log: Logger
  ) async throws -> WorkspaceCheck {
    let result = try await WorkspaceRepair(configuration, log: log).run()
    guard !json else { return WorkspaceCheck(text: try Self.json(result), isClean: result.report.isClean) }
    let actions = result.actions.map { "\($0.kind.rawValue)  \($0.place.printable)  \($0.detail.printable)" }
    let text = (actions + [describe(result.report)]).joined(separator: "\n")
    return WorkspaceCheck(text: text, isClean: result.report.isClean)
  }

  /// Checks the folder of backups at `path`.
  ///
  /// Changes nothing.
  public static func run(backup path: String, json: Bool) async throws -> WorkspaceCheck {
    let report = try await BackupVerifier(path).verify()
    guard !json else { return WorkspaceCheck(text: try Self.json(report), isClean: report.isClean) }
    let lines = report.findings.map { "\($0.kind.rawValue)  \($0.place.printable)  \($0.detail.printable)" }
    let counts = "\(report.snapshots) snapshots, \(report.contents) contents, \(report.bytes) bytes read"
    let verdict = report.isClean ? "clean" : "\(report.findingCount) findings"
    return WorkspaceCheck(
      text: (lines + ["\(counts): \(verdict)"]).joined(separator: "\n"), isClean: report.isClean)
  }

  private static func json(_ report: some Encodable) throws -> String {
    String(decoding: try JSONResponse.encode(report, pretty: true), as: UTF8.self)
  }

  private static func describe(_ report: VerificationReport) -> String {
    let lines = (report.findings + report.notes).map {
      "\($0.kind.rawValue)  \($0.place.printable)  \($0.detail.printable)"
    }
    let counts = "\(report.documents) documents, \(report.versions) versions, \(report.bytes) bytes read"
    let verdict = report.isClean ? "clean" : "\(report.findingCount) findings"
    return (lines + ["\(counts): \(verdict)"]).joined(separator: "\n")
  }
}
