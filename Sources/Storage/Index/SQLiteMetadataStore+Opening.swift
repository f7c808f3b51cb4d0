public import DocumentModel
import FoundationEssentials
import GRDB
import Glibc
import LinuxSystem

extension SQLiteMetadataStore {
  /// Opens the index of the workspace at `root`, or makes it.
  ///
  /// Blocks for some milliseconds, or as long as an index is made anew; belongs to the start.
  ///
  /// A damaged index is put aside and a new one made (``state`` tells) of what can be read of it and of the newest copy
  /// (``salvage`` tells, see ``IndexSalvage``); the tree tells the rest. So is one that is lost, and one in which damage was
  /// found while it was used (``IndexDamageMark``), and one that knows less than its newest copy: what it was went with its
  /// log, or somebody put another in its place (``IndexKnowledge``). One of an earlier release is copied before it is
  /// brought to the newest form (see ``IndexMigration``).
  ///
  /// Throws `.storageFailed` when the index is of a newer Sheaf, or cannot be opened for another reason.
  public init(root: SandboxRoot) throws(DocumentError) {
    try self.init(root: root, migrator: IndexSchema.migrator)
  }

  init(root: SandboxRoot, migrator: DatabaseMigrator) throws(DocumentError) {
    let found = try SQLiteSidecars.exists(SandboxPath.index, in: root)
    let isLost = found ? false : try Self.hasKeptContents(in: root)
    let migration = IndexMigration(root: root, migrator: migrator)
    let rescue = IndexSalvage(root: root, migrator: migrator)
    let whole = root.purpose == .serving ? try IndexDamageMark(in: root).copy() : nil
    let salvage = try found || root.purpose != .serving ? nil : Self.remake(rescue, whole)
    var isBehind = false
    do {
      if found, root.purpose == .serving, try IndexDamageMark(in: root).isPlaced() {
        throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "damage was found while it was used")
      }
      let copy = found && root.purpose == .serving ? try Self.newestCopy(in: root) : nil
      // SQLite would make a new one of it, and remove its log.
      isBehind = try copy?.hasDocuments == true && root.directory.status(SandboxPath.index).size == 0
      let file = isBehind ? nil : try Self.open(root, migration)
      if let file, let copy { isBehind = try file.readNow(IndexKnowledge.init).isBehind(copy) }
      guard let file, !isBehind else {
        file?.close()
        throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "it knows less than its copy")
      }
      self.init(file, state: found ? .kept : isLost ? .lost : .created, salvage: salvage)
    } catch let error as DatabaseError where error.meansDamage && root.purpose == .serving {
      let name = try Self.setAside(in: root, keepingMark: whole != nil)
      let salvage = try rescue.run(setAside: name, isBehind: isBehind, whole: whole)
      if whole != nil { try Self.removeMark(in: root) }
      do {
        self.init(try Self.open(root, migration), state: .replaced(setAside: name), salvage: salvage)
      } catch {
        throw DocumentError(opening: SandboxPath.index, "the index that is made anew", error, in: root)
      }
    } catch {
      throw DocumentError(opening: SandboxPath.index, "the index", error, in: root)
    }
  }

  /// Whether contents were kept here before, of which an index told.
  static func hasKeptContents(in root: SandboxRoot) throws(DocumentError) -> Bool {
    try refusing("what is kept could not be examined") {
      try [SandboxPath.held, SandboxPath.versions, SandboxPath.trash].contains { path in
        try root.directory.directoryIfPresent(path)?.entries().isEmpty == false
      }
    }
  }

  /// What the newest copy knows that was made of the index; nil where there is none that can be read.
  private static func newestCopy(in root: SandboxRoot) throws -> IndexKnowledge? {
    for copy in try IndexCopy.all([.daily], in: root) {
      if let knowledge = copy.knowledge(in: root) { return knowledge }
    }
    return nil
  }

  /// Makes an index in the place of one that is lost, or that was put aside by a start which ended then.
  private static func remake(
    _ rescue: IndexSalvage, _ whole: IndexCopyName?
  ) throws(DocumentError) -> SalvageReport? {
    // That start may have ended before it took the mark away, which would have this index made anew as well.
    if whole == nil { try removeMark(in: rescue.root) }
    let report = try rescue.run(setAside: nil, whole: whole)
    if whole != nil { try removeMark(in: rescue.root) }
    return report
  }

  private static func removeMark(in root: SandboxRoot) throws(DocumentError) {
    try refusing("the workspace's \(SandboxPath.indexDamage) could not be removed") {
      try IndexDamageMark(in: root).remove()
    }
  }

  /// Puts a damaged index out of the way, durably, and returns its new name in `Library`.
  ///
  /// `onStep` is called after each step; tests stop there. Blocks.
  static func setAside(
    in root: SandboxRoot, keepingMark: Bool = false, onStep: (SQLiteSidecars.Step) throws -> Void = { _ in }
  ) throws(DocumentError) -> String {
    try refusing("the damaged index (\(SandboxPath.index)) could not be put aside") {
      let name = try IndexCopy.next(.aside, stamp(Date()), in: root)
      try SQLiteSidecars.rename(SandboxPath.index, to: name.path, in: root, onStep: onStep)
      if !keepingMark { try IndexDamageMark(in: root).remove() }
      return name.text
    }
  }

  private static func open(_ root: SandboxRoot, _ migration: IndexMigration) throws -> SQLiteFile {
    let path = "\(root.path)/\(SandboxPath.index)"
    guard root.purpose != .inspecting else {
      let file = try SQLiteFile(inspecting: path, subject: "the index")
      try file.readNow(migration.refuseNewer)
      return file
    }
    let file = try SQLiteFile(
      opening: path, subject: "the index",
      locate: { try DatabasePlace(of: SandboxPath.index, in: root.directory) }, migrate: migration.run)
    try file.readNow(checkSmall)
    return file
  }

  /// Up to this many bytes the whole file is checked at every start: some 100 ms at the most.
  private static let checkedBytes = 32 << 20

  /// So often the file is looked at while the disk does not give it, with this many microseconds in between: what a disk fails
  /// to give for longer is damaged.
  private static let (looks, pause) = (3, useconds_t(300_000))

  /// Looks for damage beyond what opening finds, while that is quick.
  private static func checkSmall(_ database: Database) throws {
    let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
    let pageBytes = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0
    guard pages * pageBytes <= checkedBytes else { return }
    for look in 1...looks {
      do {
        guard let damage = try CheckAnswer.quick(database).damage() else { return }
        throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: damage)
      } catch let error as DatabaseError where !error.meansDamage {
        guard look < looks else {
          throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: error.message)
        }
        // Opening blocks, and nobody is served before it is done.
        usleep(pause)
      }
    }
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
  /// What ``rename(_:to:in:onStep:)`` does, in order.
  enum Step: CaseIterable, Sendable {
    case logKept, renamed, cleared
  }

  /// What the name of a database's log ends with.
  static let log = "-wal"

  /// Whether there is a database at `path`.
  ///
  /// Throws when a link or another kind of file is there: SQLite would follow it out of the workspace.
  static func exists(_ path: String, in root: SandboxRoot) throws(DocumentError) -> Bool {
    try SandboxLayout(root: root.directory).demand(.regular, at: path)
    return try refusing("the workspace's \(path) could not be examined") {
      try root.directory.statusIfPresent(path) != nil
    }
  }

  /// Gives the database and its log the name `target` in `Library`, durably.
  ///
  /// ```
  ///              path   its log   target   its log
  ///   found      x      x
  ///   logKept    x      x                  x         a crash up to here has changed nothing
  ///   renamed           x         x        x         a crash from here on leaves a whole database under the new name
  ///   cleared                     x        x
  /// ```
  /// A log of which the database is gone is nobody's: who makes another one at `path` removes it.
  static func rename(
    _ path: String, to target: String, in root: SandboxRoot, onStep: (Step) throws -> Void = { _ in }
  ) throws {
    let library = try root.directory.directory(SandboxArea.library.path)
    try keepLog(of: path, as: target + log, in: root)
    try library.synchronize()
    try onStep(.logKept)
    try root.directory.rename(path, to: target)
    try library.synchronize()
    try onStep(.renamed)
    for ending in [log, "-shm"] where try root.directory.statusIfPresent(path + ending) != nil {
      try root.directory.remove(path + ending)
    }
    try library.synchronize()
    try onStep(.cleared)
  }

  /// Gives a database's log a second name, or copies it where files have one name.
  private static func keepLog(of path: String, as target: String, in root: SandboxRoot) throws {
    let directory = root.directory
    guard let status = try directory.statusIfPresent(path + log) else { return }
    if try directory.statusIfPresent(target) != nil { try directory.remove(target) }
    guard (try? directory.link(path + log, to: target)) == nil else { return }
    let copy = try directory.open(target, flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
    try directory.open(path + log).copy(status.size, to: copy)
    try copy.synchronize()
  }
}
