/// The result of `sheaf restore`.
public struct RestoreReport: Hashable, Sendable, Codable {
  /// The snapshot that was taken.
  public internal(set) var snapshot = ""
  /// Documents whose file is in `Documents` again.
  public internal(set) var documents = 0
  /// Documents whose file is in the Trash again.
  public internal(set) var trashed = 0
  /// Earlier versions.
  public internal(set) var versions = 0
  /// Files that the index did not have; the first start takes them up.
  public internal(set) var unindexed = 0
  /// Documents of the workspace that the snapshot was told to leave out, and that are not here therefore.
  public internal(set) var excluded = 0
  /// Bytes written.
  public internal(set) var bytes: Int64 = 0
  /// Contents that could not be restored.
  public internal(set) var findings: [VerificationReport.Finding] = []
  /// All that could not be restored, also what is not listed.
  public internal(set) var findingCount = 0

  /// Whether all of the snapshot was restored.
  public var isComplete: Bool { findingCount == 0 }

  /// Whether the new workspace is empty, though the snapshot may have had something.
  public var isEmpty: Bool { documents + trashed + versions + unindexed == 0 }

  mutating func add(_ kind: VerificationReport.Kind, _ place: String, _ detail: String) {
    findingCount += 1
    guard findings.count < VerificationReport.maximumFindings else { return }
    findings.append(.init(kind, place, detail))
  }
}
