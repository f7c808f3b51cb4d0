import DocumentModel
import GRDB
import Glibc
import LinuxSystem

/// Brings the index of an earlier release to the newest form, after a copy of it was made.
///
/// ```
///                    Library/index.sqlite    Library/Backups/index-before-<step>-<n>.sqlite
///   found            old                     –
///   copied           old                     old, durable
///   a step done      between                 old, durable      a crash here: the next start goes on from there
///   all steps done   new                     old, durable
///   a step failed    old again               old, durable      the start is refused
/// ```
/// An index of a newer release is refused before anything is written.
///
/// All calls block.
struct IndexMigration: Sendable {
  static let keptCopies = 3

  let root: SandboxRoot
  let migrator: DatabaseMigrator

  /// Throws `.storageFailed` when a release that this one does not know of has written to the index.
  func refuseNewer(_ database: Database) throws {
    guard try migrator.hasBeenSuperseded(database) else { return }
    throw DocumentError(
      .storageFailed,
      "the index was written by a newer release of Sheaf and was left as it is; run that release or a later one"
    )
  }

  /// Runs the steps that the index has not seen.
  func run(_ pool: any DatabaseWriter) throws {
    let applied = try pool.read { database in
      try refuseNewer(database)
      return try migrator.appliedIdentifiers(database)
    }
    guard let step = migrator.migrations.first(where: { !applied.contains($0) }) else { return }
    guard !applied.isEmpty else { return try migrator.migrate(pool) }
    let copy = try keepCopy(of: pool, before: step)
    do {
      try migrator.migrate(pool)
    } catch let error as DatabaseError where error.meansDamage {
      throw error
    } catch {
      throw failure(error, after: try? putBack(copy, pool))
    }
    try prune()
  }

  private func failure(_ error: any Error, after isBack: Void?) -> DocumentError {
    let state =
      isBack == nil
      ? "a copy from before lies in \(SandboxPath.indexCopies)" : "the index is as it was before"
    return DocumentError(
      .storageFailed,
      "the index could not be brought to this release's form; \(state), and the earlier release can use it",
      cause: error)
  }

  private func keepCopy(of pool: any DatabaseWriter, before step: String) throws -> String {
    _ = try root.directory.makeDirectory(SandboxPath.indexCopies, mode: 0o700)
    let staging = StagingArea.path(StagingArea.stageName())
    do {
      try pool.writeWithoutTransaction { try $0.vacuum(into: "\(root.path)/\(staging)") }
      try root.directory.open(staging).synchronize()
      let name = try IndexCopy.next(.before, Self.slug(step), in: root)
      try root.directory.rename(staging, to: name.path)
      try root.directory.directory(SandboxPath.indexCopies).synchronize()
      try root.directory.directory(SandboxArea.library.path).synchronize()
      try removeEarlier(than: name)
      return name.path
    } catch {
      try? root.directory.remove(staging)
      throw error
    }
  }

  /// One from before the same step is of a try that failed, and the index was put back.
  private func removeEarlier(than name: IndexCopyName) throws {
    for copy in try IndexCopy.all([.before], in: root)
    where copy.name.label == name.label && copy.name.number < name.number {
      try root.directory.remove(copy.path)
    }
  }

  private func putBack(_ copy: String, _ pool: any DatabaseWriter) throws {
    try pool.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    try pool.close()
    // A log that is still there would be read into the copy.
    let log = try root.directory.statusIfPresent(SandboxPath.index + "-wal")
    guard log.map({ $0.size == 0 }) ?? true else { throw SystemError(errno: EBUSY, call: "close") }
    let staging = StagingArea.path(StagingArea.stageName())
    let source = try root.directory.open(copy)
    let target = try root.directory.open(staging, flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
    try source.copy(try source.status().size, to: target)
    try target.synchronize()
    try root.directory.rename(staging, to: SandboxPath.index)
    for ending in ["-wal", "-shm"] { try? root.directory.remove(SandboxPath.index + ending) }
    try root.directory.directory(SandboxArea.library.path).synchronize()
  }

  private func prune() throws {
    for copy in try IndexCopy.all([.before], in: root).dropFirst(Self.keptCopies) {
      try root.directory.remove(copy.path)
    }
  }

  private static func slug(_ step: String) -> String {
    String(step.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
  }
}
