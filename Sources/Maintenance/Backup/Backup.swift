public import DocumentModel
import FoundationEssentials
import Glibc
import LinuxSystem
public import Storage

/// Makes a snapshot of a workspace in a folder of backups, while a server may be serving and changing it.
///
/// The index is copied at one moment, and the copy says which contents there were. Contents are immutable under their
/// hashes, so each is found in the workspace later: as a document, as a version or in the Trash. When the server has
/// let go of one for good meanwhile, the index is copied again.
///
/// ```swift
/// let root = try SandboxRoot(opening: path, for: .inspecting)
/// let report = try await Backup(of: root, to: "/mnt/disk/sheaf").run(keeping: 30)
/// ```
public struct Backup: Sendable {
  let root: SandboxRoot
  let path: String
  /// Called between the steps; tests stop there, or change the workspace.
  var onStep: @Sendable (Step) async throws -> Void = { _ in }
  /// Called with the path of what is about to be read; tests have a disk that does not give it.
  var onRead: @Sendable (String) throws -> Void = { _ in }

  enum Step: String, CaseIterable, Sendable {
    case indexCopied, treeWalked, contentsKept, described, named
  }

  /// So often the index is copied when contents were let go of meanwhile.
  private static let tries = 3

  /// A backup of the workspace at `root` to the folder at `path`, which must not lie in the workspace.
  public init(of root: SandboxRoot, to path: String) {
    self.root = root
    self.path = path
  }

  /// Makes one snapshot.
  ///
  /// - Parameters:
  ///   - count: how many snapshots to keep; nil for all. Nothing is let go of unless the new one is complete.
  ///   - progress: called after each content with the report so far.
  /// - Throws: `.notFound` when there is no workspace, `.busy` while another command works in the folder,
  ///   `.invalidParameter` for a folder that holds something else, `.storageFull` and `.storageFailed`.
  public func run(
    keeping count: Int? = nil, progress: @escaping @Sendable (BackupReport) -> Void = { _ in }
  ) async throws(DocumentError) -> BackupReport {
    try await StoreVerifier(root: root).requireWorkspace()
    try requireOutside()
    let folder = try BackupFolder(writing: path)
    defer { folder.release() }
    var attempt = 1
    while true {
      var snapshot = try SnapshotMaker(self, folder, progress)
      try await snapshot.make()
      if !snapshot.report.isComplete, attempt < Self.tries, try await snapshot.isOutdated() {
        attempt += 1
        continue
      }
      try await snapshot.finish()
      if snapshot.report.isComplete { LastBackup.note(in: root) }
      guard let count, snapshot.report.isComplete else { return snapshot.report }
      return try await prune(folder, keeping: count, snapshot.report)
    }
  }

  private func prune(
    _ folder: BackupFolder, keeping count: Int, _ report: BackupReport
  ) async throws(DocumentError) -> BackupReport {
    let pruned = try await root.run("earlier snapshots could not be removed") {
      try SnapshotPruning(folder).keep(count)
    }
    var report = report
    report.prunedSnapshots = pruned.snapshots
    report.prunedContents = pruned.contents
    for name in pruned.unreadable {
      report.note(
        .damagedSnapshot, "\(BackupFolder.snapshots)/\(name)",
        "it cannot be read; as long as it is there no content is let go of, since it may have it")
    }
    return report
  }

  /// A backup inside the workspace would be lost with it, and would back itself up.
  private func requireOutside() throws(DocumentError) {
    guard let own = Self.resolved(root.path) else { return }
    let parent = path.hasPrefix("/") ? path : "./\(path)"
    let target =
      Self.resolved(path)
      ?? Self.resolved(String(parent[..<(parent.lastIndex(of: "/") ?? parent.endIndex)] + "/"))
    guard let target, target == own || target.hasPrefix(own + "/") else { return }
    throw DocumentError(
      .invalidParameter, "a backup must not lie in the workspace itself; name another folder")
  }

  private static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}

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

/// When the last complete backup of a workspace was made: the time of an empty file, which `sheaf backup` touches.
///
/// The server of the workspace is another process, and tells its operator.
public enum LastBackup {
  /// The time in seconds since 1970; nil where no complete backup is known of.
  ///
  /// Throws `.storageFailed`.
  public static func time(in root: SandboxRoot) async throws(DocumentError) -> Int64? {
    try await root.run("the time of the last backup could not be read") {
      try root.directory.statusIfPresent(SandboxPath.lastBackup).map { $0.modified / 1_000_000_000 }
    }
  }

  /// Notes that a backup is complete now.
  ///
  /// Blocks. A workspace that cannot be written to has no such note: its backup is as good.
  static func note(in root: SandboxRoot) {
    let file = try? root.directory.open(SandboxPath.lastBackup, flags: O_WRONLY | O_CREAT, mode: 0o600)
    try? file?.touch()
  }
}
