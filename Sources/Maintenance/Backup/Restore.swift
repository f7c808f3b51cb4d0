public import DocumentModel
import Glibc
import LinuxSystem
import Storage

/// Makes a workspace of a snapshot, in an empty directory.
///
/// Each content is hashed while it is copied, and made durable. Damage in the backup is named, and everything else is
/// restored. Until all is done `Library/restoring` lies in the new workspace, and no server starts on it.
///
/// A forged backup cannot write outside the new directory. Names are checked as those of a client are, and the kernel
/// resolves every path beneath it. Files must have the length in the snapshot. Of its databases only tables of Sheaf
/// are taken (``ForeignSchema``).
///
/// ```swift
/// let report = try await Restore(from: "/mnt/disk/sheaf", to: "/srv/papers").run()
/// ```
public struct Restore: Sendable {
  private let source: String
  private let target: String
  /// Called with the path of what is about to be read in the backup; tests have a disk that does not give it.
  var onRead: @Sendable (String) throws -> Void = { _ in }

  /// A restoration from the backup folder at `source` into the directory at `target`.
  public init(from source: String, to target: String) {
    self.source = source
    self.target = target
  }

  /// Restores the snapshot with this name; nil for the newest.
  ///
  /// - Parameter progress: called after each content with the report so far.
  /// - Throws: `.invalidParameter` when the target is not empty or the source is no backup. `.notFound` without such
  ///   a snapshot; `.damaged` when its index or list of contents is. `.busy` while another command works in the
  ///   backup folder; `.storageFull`, `.storageFailed`.
  public func run(
    _ snapshot: String? = nil, progress: @escaping @Sendable (RestoreReport) -> Void = { _ in }
  ) async throws(DocumentError) -> RestoreReport {
    let folder = try BackupFolder(reading: source)
    defer { folder.release() }
    let name = try Self.name(snapshot, in: folder)
    let chosen = try refusing("the snapshot could not be read") { try Snapshot(name.description, in: folder) }
    // All that can be refused is refused before anything is written.
    try refusing("the snapshot could not be read") {
      if chosen.manifest.file("index.sqlite") != nil { _ = try chosen.open("index.sqlite") }
    }
    try requireEmpty()
    let root = try SandboxRoot(opening: target, for: .serving)
    defer { root.release() }
    try RestoreMark.put(in: root)
    var writer = SnapshotWriter(chosen, root, progress)
    writer.onRead = onRead
    try await writer.write()
    try RestoreMark.remove(from: root)
    return writer.report
  }

  private static func name(_ text: String?, in folder: BackupFolder) throws(DocumentError) -> SnapshotName {
    let names = try refusing("the snapshots could not be listed") { try SnapshotName.all(in: folder) }
    guard let text else {
      if let last = names.last { return last }
      throw DocumentError(.notFound, "the backup has no snapshot yet")
    }
    guard let name = SnapshotName(text), names.contains(name) else {
      throw DocumentError(.notFound, "the backup has no such snapshot")
    }
    return name
  }

  /// The top of a file system has this from its making.
  private static let allowed: Set<String> = ["lost+found"]

  private func requireEmpty() throws(DocumentError) {
    let names: [String]
    do {
      names = try Directory(opening: target).entries().map { String(decoding: $0.bytes, as: UTF8.self) }
    } catch let error as SystemError where error.errno == ENOENT {
      return
    } catch {
      throw DocumentError(disk: error, "the directory to restore into could not be read")
    }
    guard Set(names).isSubset(of: Self.allowed) else {
      throw DocumentError(
        .invalidParameter, "the directory to restore into is not empty; name an empty or a new one")
    }
  }
}

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
