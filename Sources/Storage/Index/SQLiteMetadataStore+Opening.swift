public import DocumentModel
import FoundationEssentials
import GRDB
import LinuxSystem

extension SQLiteMetadataStore {
  /// Opens the index of the workspace at `root`, or makes it.
  ///
  /// Blocks for some milliseconds, or as long as an index is made anew; belongs to the start.
  ///
  /// A damaged index is put aside and a new one made (``state`` tells) of what can be read of it and of the newest copy
  /// (``salvage`` tells, see ``IndexSalvage``); the tree tells the rest. So is one that is lost, and one in which damage was
  /// found while it was used (``IndexDamageMark``). One of an
  /// earlier release is copied before it is brought to the newest form (see ``IndexMigration``). Throws
  /// `.storageFailed` when the index is of a newer Sheaf, or cannot be opened for another reason.
  public init(root: SandboxRoot) throws(DocumentError) {
    try self.init(root: root, migrator: IndexSchema.migrator)
  }

  init(root: SandboxRoot, migrator: DatabaseMigrator) throws(DocumentError) {
    let found = try SQLiteSidecars.exists(SandboxPath.index, in: root)
    let migration = IndexMigration(root: root, migrator: migrator)
    let rescue = IndexSalvage(root: root, migrator: migrator)
    let salvage = try found || root.purpose != .serving ? nil : rescue.run(setAside: nil)
    do {
      if found, root.purpose == .serving, try IndexDamageMark(in: root).isPlaced() {
        throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "damage was found while it was used")
      }
      self.init(try Self.open(root, migration), state: found ? .kept : .created, salvage: salvage)
    } catch let error as DatabaseError where error.meansDamage && root.purpose == .serving {
      let name = try Self.setAside(in: root)
      let salvage = try rescue.run(setAside: name)
      let file = try refusing("the index could not be made anew") { try Self.open(root, migration) }
      self.init(file, state: .replaced(setAside: name), salvage: salvage)
    } catch {
      throw DocumentError(database: error, of: "the index")
    }
  }

  /// Puts a damaged index out of the way, durably, and returns its new name in `Library`.
  ///
  /// Blocks.
  static func setAside(in root: SandboxRoot) throws(DocumentError) -> String {
    let name = "\(IndexSalvage.asidePrefix)\(stamp(Date())).sqlite"
    try refusing("the damaged index could not be put aside") {
      try SQLiteSidecars.rename(SandboxPath.index, to: "\(SandboxArea.library.path)/\(name)", in: root)
      try IndexDamageMark(in: root).remove()
    }
    return name
  }

  private static func open(_ root: SandboxRoot, _ migration: IndexMigration) throws -> SQLiteFile {
    let path = "\(root.path)/\(SandboxPath.index)"
    guard root.purpose != .inspecting else {
      let file = try SQLiteFile(inspecting: path, subject: "the index")
      try file.readNow(migration.refuseNewer)
      return file
    }
    let file = try SQLiteFile(opening: path, subject: "the index", migrate: migration.run)
    try file.readNow(checkSmall)
    return file
  }

  /// Up to this many bytes the whole file is checked at every start: some 100 ms at the most.
  private static let checkedBytes = 32 << 20

  /// Looks for damage beyond what opening finds, while that is quick.
  private static func checkSmall(_ database: Database) throws {
    let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
    let pageBytes = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0
    guard pages * pageBytes <= checkedBytes else { return }
    let answer = try String.fetchOne(database, sql: "PRAGMA quick_check(1)")
    guard answer == "ok" else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: answer) }
  }

  /// `date` as part of a file's name: 2026-11-21T140900Z.
  static func stamp(_ date: Date) -> String {
    date.formatted(.iso8601.timeSeparator(.omitted))
  }
}

extension DatabaseError {
  /// The file is no database, or a broken one.
  var meansDamage: Bool {
    [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(resultCode)
  }
}

/// A database and the files that SQLite keeps beside it, which belong together.
enum SQLiteSidecars {
  private static let endings = ["", "-wal", "-shm"]

  /// Whether there is a database at `path`.
  ///
  /// Throws when a link or another kind of file is there: SQLite would follow it out of the workspace.
  static func exists(_ path: String, in root: SandboxRoot) throws(DocumentError) -> Bool {
    let kind = try refusing("the workspace's \(path) could not be examined") {
      try root.directory.statusIfPresent(path)?.kind
    }
    guard kind == nil || kind == .regular else {
      throw DocumentError(.storageFailed, "the workspace's \(path) must be a regular file")
    }
    return kind != nil
  }

  /// Renames the database and what belongs to it.
  static func rename(_ path: String, to target: String, in root: SandboxRoot) throws {
    for ending in endings where try root.directory.statusIfPresent(path + ending) != nil {
      try root.directory.rename(path + ending, to: target + ending)
    }
    try root.directory.directory(SandboxArea.library.path).synchronize()
  }
}
