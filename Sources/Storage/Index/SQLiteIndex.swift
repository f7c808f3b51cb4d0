public import DocumentModel
package import FoundationEssentials
import GRDB
import Glibc
import LinuxSystem

/// The index of a workspace in SQLite: `Library/index.sqlite`.
///
/// It can be lost: one that is made anew knows nothing of the tree, which the caller then rescans. Deep reasons for its form
/// are in ``IndexSchema`` (tables and indexes) and ``ListStatement`` (why lists stay fast).
///
/// ```swift
/// let index = try SQLiteIndex(root: root)
/// if index.isNew { try await rescan() }
/// ```
public struct SQLiteIndex: DocumentIndex, VersionIndex, TrashIndex, EventLog, BatchJournal {
  /// Whether there was none when the store was opened.
  public let isNew: Bool
  let file: SQLiteFile
  let retention: Int64
  let unreadable = UnreadableRows()

  /// As many events are kept at least.
  public static let eventRetention: Int64 = 100_000

  init(_ file: SQLiteFile, isNew: Bool = false, retention: Int64 = eventRetention) {
    self.file = file
    self.isNew = isNew
    self.retention = retention
  }

  /// Closes the file.
  ///
  /// Later calls fail with `.storageFailed`.
  public func close() {
    file.close()
  }
}

extension SQLiteIndex {
  /// Damage that was met while the index was read or written, in SQLite's words; for one listener.
  ///
  /// The latest damage from before is sent when it begins to listen.
  public var damages: AsyncStream<String> { file.damages }

  /// Whether the index still lies where it was opened.
  ///
  /// A removed or replaced index is read and copied; nothing more is written.
  public func isInPlace() async -> Bool { await file.isInPlace() }

  /// The faults that are left after `damage` was met, as whole pages look damaged while the disk fails; nil when there are
  /// none.
  public func lasting(_ damage: String) async -> String? {
    guard !damage.hasSuffix(Row.damageEnding) else { return damage }
    return (try? await self.damage()) ?? nil
  }

  /// The damage in the structure of the index, in SQLite's words; nil when there is none.
  ///
  /// Reads all of it, one table after the other, on threads of its own while reads and writes go on. Throws `.busy`
  /// when the task is cancelled.
  public func damage() async throws(DocumentError) -> String? {
    do throws(DocumentError) {
      return try await file.damage()
    } catch  where error.meansDamage {
      return (error.cause as? DatabaseError)?.message ?? "no answer"
    }
  }
}

// MARK: - Opening

extension SQLiteIndex {
  /// Opens the index of the workspace at `root`, or makes it; takes some milliseconds.
  ///
  /// One of an earlier release is copied before it is brought to the newest form (see ``IndexMigration``). Blocks; belongs to
  /// the start.
  ///
  /// Throws `.storageFailed` when the index is damaged (`DocumentError.meansDamage`), is of a newer Sheaf, or
  /// cannot be opened for another reason.
  public init(root: SandboxRoot) throws(DocumentError) {
    try self.init(root: root, onWrite: {})
  }

  init(
    root: SandboxRoot, migrator: DatabaseMigrator = IndexSchema.migrator,
    onWrite: @escaping SQLiteFile.WriteObserver = {}
  ) throws(DocumentError) {
    let isNew = try !SQLiteSidecars.exists(SandboxPath.index, in: root)
    do {
      self.init(try Self.open(root, IndexMigration(root: root, migrator: migrator), onWrite), isNew: isNew)
    } catch {
      throw DocumentError(opening: SandboxPath.index, "the index", error, in: root)
    }
  }

  private static func open(
    _ root: SandboxRoot, _ migration: IndexMigration, _ onWrite: @escaping SQLiteFile.WriteObserver
  ) throws -> SQLiteFile {
    let path = "\(root.path)/\(SandboxPath.index)"
    guard root.purpose != .inspecting else {
      let file = try SQLiteFile(inspecting: path, subject: "the index")
      try file.readNow(migration.refuseNewer)
      return file
    }
    let file = try SQLiteFile(
      opening: path, subject: "the index", onWrite: onWrite,
      locate: { try DatabasePlace(of: SandboxPath.index, in: root.directory) }, migrate: migration.run)
    try file.readNow(checkSmall)
    return file
  }

  /// Up to this many bytes the whole file is checked at every start: some 100 ms at the most.
  private static let checkedBytes = 32 << 20

  /// So often the file is looked at while the disk does not give it, with this many microseconds in between.
  ///
  /// A file that a disk fails to give for longer is damaged.
  private static let (looks, pause) = (3, useconds_t(300_000))

  /// Looks for damage beyond what opening finds, while that is quick.
  private static func checkSmall(_ database: Database) throws {
    let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
    let pageBytes = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0
    guard pages * pageBytes <= checkedBytes else { return }
    for look in 1...looks {
      do {
        guard let damage = try CheckResult.quick(database).damage() else { return }
        throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: damage)
      } catch let error as DatabaseError where !error.meansDamage {
        guard look < looks else {
          throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: error.message)
        }
        // Opening blocks, and no request is served before it is done.
        usleep(pause)
      }
    }
  }

  /// `date` as part of a file's name: 2026-11-21T140900Z.
  package static func stamp(_ date: Date) -> String {
    date.formatted(.iso8601.timeSeparator(.omitted))
  }
}

extension DatabaseError {
  var meansDamage: Bool {
    [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(resultCode)
  }
}

extension DocumentError {
  /// Whether a database that was asked is none, or a broken one.
  package var meansDamage: Bool { (cause as? DatabaseError)?.meansDamage == true }
}

/// A database and the files that SQLite keeps beside it, which belong together.
package enum SQLiteSidecars {
  package static let log = "-wal"

  /// Whether there is a database at `path`.
  ///
  /// Throws when a link or another kind of file is there: SQLite would follow it out of the workspace.
  package static func exists(_ path: String, in root: SandboxRoot) throws(DocumentError) -> Bool {
    try SandboxLayout(root: root.directory).require(.regular, at: path)
    return try refusing("the workspace's \(path) could not be examined") {
      try root.directory.statusIfPresent(path) != nil
    }
  }
}
