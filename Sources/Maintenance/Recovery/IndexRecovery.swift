public import DocumentModel
import FoundationEssentials
import Glibc
import LinuxSystem
public import Storage

/// Opens the index of a workspace that is to be served; a damaged or lost one is replaced by its newest copy.
///
/// ```
///                    Library/index.sqlite   index.corrupt-….sqlite   tmp/stage-…
///   found            damaged                –                        –
///   set aside        –                      the damaged one          –             a crash from here on: the next start
///   copied           –                      the damaged one          the copy      finds no index, and takes the copy
///   named, durable   the copy               the damaged one          –
/// ```
/// An index is damaged when SQLite says so, or when damage was found while it was used (``IndexDamageMark``). It also
/// is when it knows less than its newest copy: it was emptied, lost its log, or an older one took its place
/// (``IndexKnowledge``). Changes after the copy are in the files alone, and the pass over the tree that follows takes
/// them up. Without a copy the tree is all there is.
///
/// All calls block.
public struct IndexRecovery: Sendable {
  /// An index that was opened.
  public struct Opened: Sendable {
    /// The index, open.
    public let index: SQLiteIndex
    /// The fault and the replacement, as a sentence; nil when nothing was wrong.
    public let rebuilt: String?
  }

  private let root: SandboxRoot

  /// The recovery of the index of the workspace at `root`, which was opened to be served.
  public init(_ root: SandboxRoot) {
    self.root = root
  }

  /// Opens the index; takes some milliseconds, or as long as its copy is read and written.
  ///
  /// Throws `.storageFailed` when the index is of a newer Sheaf, or cannot be opened for another reason than damage.
  public func open() throws(DocumentError) -> Opened {
    guard try SQLiteSidecars.exists(SandboxPath.index, in: root) else {
      let isFirst = try !Self.hadIndex(root)
      return try openAnew(isFirst ? nil : "there was none")
    }
    if try !IndexDamageMark(in: root).isPlaced(), let index = try openWhole() {
      return Opened(index: index, rebuilt: nil)
    }
    return try openAnew("it was damaged and lies beside as \(try setAside())")
  }

  /// Reads all of the index, and puts it aside when that finds damage; returns what ``Opened/rebuilt`` says.
  ///
  /// To be called before anything opens the index.
  public func settle() async throws(DocumentError) -> String? {
    if try SQLiteSidecars.exists(SandboxPath.index, in: root),
      try await !SQLiteIndex.isSound(in: root)
    {
      try await IndexDamageMark(in: root).place()
    }
    let recovery = self
    return try await root.run("the index could not be made anew") {
      let opened = try recovery.open()
      opened.index.close()
      return opened.rebuilt
    }
  }

  /// The index at its place; nil when it is damaged, or knows less than its newest copy.
  private func openWhole() throws(DocumentError) -> SQLiteIndex? {
    let copy = try newestKnowledge()
    let size = try refusing("the index could not be examined") {
      try root.directory.status(SandboxPath.index).size
    }
    // SQLite would make a new one of an empty file, and remove its log.
    guard size > 0 || copy?.hasDocuments != true else { return nil }
    do throws(DocumentError) {
      let index = try SQLiteIndex(root: root)
      guard let copy else { return index }
      guard try index.knowledge().isBehind(copy) else { return index }
      index.close()
      return nil
    } catch  where error.meansDamage {
      return nil
    }
  }

  private func newestKnowledge() throws(DocumentError) -> IndexKnowledge? {
    try refusing("the copies of the index could not be examined") {
      try IndexCopy.all([.daily], in: root).lazy.compactMap { $0.knowledge(in: root) }.first
    }
  }

  static func hadIndex(_ root: SandboxRoot) throws(DocumentError) -> Bool {
    try refusing("what is kept could not be examined") {
      let keepsContents = try [SandboxPath.held, SandboxPath.versions, SandboxPath.trash].contains { path in
        try root.directory.directoryIfPresent(path)?.entries().isEmpty == false
      }
      return try keepsContents || !IndexCopy.all(IndexCopyName.Kind.allCases, in: root).isEmpty
    }
  }

  /// Opens the index where none is; `reason` says why none is, and nothing at a first start.
  private func openAnew(_ reason: String?) throws(DocumentError) -> Opened {
    // A start that ended here would have the new one put aside as well.
    try refusing("the workspace's \(SandboxPath.indexDamage) could not be removed") {
      try IndexDamageMark(in: root).removeNow()
    }
    let copy = try takeNewestCopy()
    let index = try SQLiteIndex(root: root)
    guard let reason else { return Opened(index: index, rebuilt: nil) }
    let outcome =
      copy.map { "\($0) took its place: what happened after that was made is known of the files alone" }
      ?? "no copy can be read: a new one is made of the tree, without earlier ids, histories, tags and notes"
    return Opened(index: index, rebuilt: "\(reason); \(outcome)")
  }

  // MARK: Setting aside

  /// Puts the index out of the way, durably, and returns its new name in `Library`.
  ///
  /// `onStep` is called after each step; tests stop there.
  func setAside(onStep: (Step) throws -> Void = { _ in }) throws(DocumentError) -> String {
    try refusing("the damaged index (\(SandboxPath.index)) could not be put aside") {
      let name = try IndexCopy.next(.aside, SQLiteIndex.stamp(Date()), in: root)
      try rename(to: name.path, onStep)
      return name.text
    }
  }

  /// The steps of ``setAside(onStep:)``, in order.
  enum Step: CaseIterable, Sendable {
    case logKept, renamed, cleared
  }

  /// Gives the index and its log the name `target`, durably.
  ///
  /// ```
  ///              index   its log   target   its log
  ///   found      x       x
  ///   logKept    x       x                  x         a crash up to here has changed nothing
  ///   renamed            x         x        x         a crash from here on leaves a whole database under the new name
  ///   cleared                      x        x
  /// ```
  private func rename(to target: String, _ onStep: (Step) throws -> Void) throws {
    let (directory, index, log) = (root.directory, SandboxPath.index, SQLiteSidecars.log)
    let library = try directory.directory(SandboxArea.library.path)
    if let status = try directory.statusIfPresent(index + log) {
      if try directory.statusIfPresent(target + log) != nil { try directory.remove(target + log) }
      try keepLog(index + log, status.size, as: target + log)
    }
    try library.synchronize()
    try onStep(.logKept)
    try directory.rename(index, to: target)
    try library.synchronize()
    try onStep(.renamed)
    for ending in [log, "-shm"] where try directory.statusIfPresent(index + ending) != nil {
      try directory.remove(index + ending)
    }
    try library.synchronize()
    try onStep(.cleared)
  }

  /// Gives a log a second name, or copies it where files have one name.
  private func keepLog(_ log: String, _ size: Int64, as target: String) throws {
    guard (try? root.directory.link(log, to: target)) == nil else { return }
    let copy = try root.directory.open(target, flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
    try root.directory.open(log).copy(size, to: copy)
    try copy.synchronize()
  }

  // MARK: Taking a copy

  /// Puts the newest copy that is whole in the index's place, durably; its path, or nil when there is none.
  private func takeNewestCopy() throws(DocumentError) -> String? {
    try refusing("the index (\(SandboxPath.index)) could not be made anew of its copy") {
      try IndexCopy.all([.before, .daily], in: root).first(where: place)?.path
    }
  }

  /// False for a copy that is damaged, or none of Sheaf's.
  private func place(_ copy: IndexCopy) throws -> Bool {
    let staging = StagingArea.path(StagingArea.stageName())
    defer { try? root.directory.remove(staging) }
    let target = try root.directory.open(staging, flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
    let source = try root.directory.open(copy.path)
    try source.copy(try source.status().size, to: target)
    guard try SQLiteIndex.settle(copyAt: staging, in: root) else { return false }
    try target.synchronize()
    // A log that was left of a lost index would be read into this one.
    for ending in ["-wal", "-shm"] { try? root.directory.remove(SandboxPath.index + ending) }
    try root.directory.rename(staging, to: SandboxPath.index)
    try root.directory.directory(SandboxArea.library.path).synchronize()
    return true
  }
}
