/// What `sheaf backup` did.
public struct BackupReport: Hashable, Sendable, Codable {
  /// The snapshot's name.
  public internal(set) var snapshot = ""
  /// What it holds.
  public internal(set) var counts = BackupCounts()
  /// Documents that were left out because somebody wants them in no backup, also those in the Trash.
  public internal(set) var excluded = 0
  /// Contents that were copied; all others were there from earlier snapshots.
  public internal(set) var copied = 0
  /// Their bytes.
  public internal(set) var copiedBytes: Int64 = 0
  /// Contents that could not be kept: damage in the workspace.
  public internal(set) var findings: [VerificationReport.Finding] = []
  /// What is worth a word.
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
