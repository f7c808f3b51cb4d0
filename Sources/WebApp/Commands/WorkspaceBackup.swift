import DocumentModel
import Maintenance
import Storage
import Synchronization

/// The commands `sheaf backup` and `sheaf restore`.
public enum WorkspaceBackup {
  /// The report and the outcome of a command.
  public struct Result: Sendable {
    /// The report to print.
    public let text: String
    /// The outcome; incomplete when data is missing.
    public let outcome: CommandOutcome
  }

  /// Makes a snapshot of the workspace at `root`, which may be served at the same time, in the folder `destination`.
  ///
  /// - Parameters:
  ///   - keeping: the number of snapshots to keep; nil for all.
  ///   - json: prints the summary as JSON.
  ///   - progress: receives a line about the progress at intervals.
  public static func make(
    of root: String, to destination: String, keeping: Int?, json: Bool,
    progress: @escaping @Sendable (String) -> Void
  ) async throws -> Result {
    let line = ProgressLine(progress)
    let backup = Backup(of: try SandboxRoot(opening: root, for: .inspecting), to: destination)
    let report = try await backup.run(keeping: keeping) { report in
      line.show("\(report.copied) contents copied, \(report.copiedBytes) bytes")
    }
    let text = json ? try Self.json(report) : describe(report)
    return Result(text: text, outcome: report.isComplete ? .done : .incomplete)
  }

  /// Creates a workspace at `root`, an empty or missing directory, from a snapshot in the folder `source`.
  ///
  /// - Parameters:
  ///   - snapshot: the snapshot's name; nil for the newest.
  ///   - json: prints the summary as JSON.
  ///   - progress: receives a line about the progress at intervals.
  public static func restore(
    from source: String, to root: String, snapshot: String?, json: Bool,
    progress: @escaping @Sendable (String) -> Void
  ) async throws -> Result {
    let line = ProgressLine(progress)
    let report = try await Restore(from: source, to: root).run(snapshot) { report in
      line.show("\(report.documents) documents, \(report.versions) versions, \(report.bytes) bytes")
    }
    let text = json ? try Self.json(report) : describe(report)
    return Result(text: text, outcome: report.isComplete ? .done : .incomplete)
  }

  private static func json(_ report: some Encodable) throws -> String {
    String(decoding: try JSONResponse.encode(report, pretty: true), as: UTF8.self)
  }

  private static func describe(_ report: BackupReport) -> String {
    let counts = report.counts
    var summary = "\(report.snapshot): \(counts.documents) documents, \(counts.trashed) in the Trash, "
    summary += "\(counts.contents) contents of \(counts.bytes) bytes; "
    summary += "\(report.copied) copied (\(report.copiedBytes) bytes)"
    if counts.unindexed > 0 { summary += "; \(counts.unindexed) files that were not indexed yet" }
    if report.excluded > 0 { summary += "; \(report.excluded) documents left out, as they are marked" }
    if report.prunedSnapshots > 0 { summary += "; \(report.prunedSnapshots) earlier snapshots removed" }
    summary += report.isComplete ? ": complete" : ": \(report.findings.count) contents are missing"
    return lines(report.findings + report.notes, then: summary)
  }

  private static func describe(_ report: RestoreReport) -> String {
    var summary = "\(report.snapshot): \(report.documents) documents, \(report.trashed) in the Trash, "
    summary += "\(report.versions) versions, \(report.unindexed) files not indexed yet; \(report.bytes) bytes"
    if report.excluded > 0 { summary += "; \(report.excluded) documents were not in the backup, as marked" }
    summary += report.isComplete ? ": complete" : ": \(report.findingCount) could not be restored"
    if report.isEmpty {
      summary += "\nNothing was restored: "
      summary += report.isComplete ? "the snapshot holds no document." : "see above for why."
    }
    return lines(report.findings, then: summary)
  }

  private static func lines(_ findings: [VerificationReport.Finding], then summary: String) -> String {
    let lines = findings.map { "\($0.kind.rawValue)  \($0.place.printable)  \($0.detail.printable)" }
    return (lines + [summary]).joined(separator: "\n")
  }
}

/// The outcome of a maintenance command, as its exit status.
public enum CommandOutcome: Int32, Sendable {
  /// The command succeeded.
  case done = 0
  /// The command failed.
  case failed = 1
  /// The command succeeded, but found damaged or missing data.
  case incomplete = 2
  /// Another command or a server is using the workspace; try again later.
  case busy = 3

  /// The outcome for an error.
  public init(of error: any Error) {
    let code = (error as? DocumentError)?.code
    self = code == .busy || code == .workspaceBusy ? .busy : .failed
  }
}

/// Reports the progress of a long command at intervals.
final class ProgressLine: Sendable {
  private static let interval = Duration.seconds(2)

  private let last = Mutex(ContinuousClock.now)
  private let say: @Sendable (String) -> Void

  init(_ say: @escaping @Sendable (String) -> Void) {
    self.say = say
  }

  func show(_ line: @autoclosure () -> String) {
    let isDue = last.withLock { last in
      guard last.duration(to: .now) >= Self.interval else { return false }
      last = .now
      return true
    }
    if isDue { say(line()) }
  }
}
