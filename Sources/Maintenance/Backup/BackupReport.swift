/// The result of `sheaf backup`.
public struct BackupReport: Hashable, Sendable, Codable {
  /// The snapshot's name.
  public internal(set) var snapshot = ""
  /// The contents of the snapshot, counted.
  public internal(set) var counts = BackupCounts()
  /// Documents that users excluded from backups, also those in the Trash.
  public internal(set) var excluded = 0
  /// Contents that were copied; earlier snapshots had the rest.
  public internal(set) var copied = 0
  /// Their bytes.
  public internal(set) var copiedBytes: Int64 = 0
  /// Contents that could not be kept: damage in the workspace.
  public internal(set) var findings: [VerificationReport.Finding] = []
  /// Findings that are no failures.
  public internal(set) var notes: [VerificationReport.Finding] = []
  /// Snapshots that were let go of.
  public internal(set) var prunedSnapshots = 0
  /// Contents that no snapshot had any more.
  public internal(set) var prunedContents = 0

  /// Whether the snapshot holds everything.
  public var isComplete: Bool { findings.isEmpty }

  mutating func note(_ kind: VerificationReport.Kind, _ place: String, _ detail: String) {
    guard notes.count < VerificationReport.maximumFindings else { return }
    notes.append(.init(kind, place, detail))
  }
}
