import DocumentModel
import Glibc
import LinuxSystem

/// Gives staged bytes their place in the tree. What a crash leaves after each step, and what the next start does:
///
/// ```
/// a new name           Documents      tmp               at the next start
///   staged             –              new               tmp is emptied
///   foldersMade        (folders)      new               tmp is emptied
///   named              new            –
///   synchronized       new, durable   –                 the caller is told only now
///
/// a replacement        Documents      tmp/replaced-<hash of old>     Versions
///   staged, verified   old            new, as stage-…                –      tmp is emptied
///   setAside           old            new                            –      hash differs from the name: removed
///   exchanged          new            old                            –      hash is the name's: becomes a version
///   synchronized       new, durable   old                            –      the same
///   versionKept        new, durable   –                              old
/// ```
/// The exchange is one atomic step of the kernel, and afterwards shows what was replaced. If that is not what the
/// caller expected, because somebody saved at the same moment, both change places again and the caller is refused.
struct FilePlacement: Sendable {
  /// The steps, in order.
  enum Step: String, CaseIterable, Sendable {
    case staged, foldersMade, named, verified, setAside, exchanged, synchronized, versionKept
  }
  /// Called after each step.
  typealias StepObserver = @Sendable (Step) throws -> Void

  let root: Directory
  let known: KnownHashes
  let onStep: StepObserver

  private var names: TreeNames { TreeNames(root: root) }

  /// Places `staged`; when that fails it can be placed again elsewhere.
  ///
  /// Blocks.
  func place(
    _ staged: StagedFile, at location: Location, replacing expected: ContentHash?
  ) throws -> PlacedContent {
    guard var name = staged.staging.take() else {
      throw DocumentError(.invalidParameter, "the content has been placed already")
    }
    do {
      try onStep(.staged)
      if let expected {
        try replace(expected, at: location, with: &name)
      } else {
        try create(name, at: location)
      }
      return try finding(of: staged, at: location)
    } catch {
      staged.staging.giveBack(name)
      throw error
    }
  }

  private func finding(of staged: StagedFile, at location: Location) throws -> PlacedContent {
    let status = try staged.status()
    known[status.fingerprint] = staged.sha256
    return status.placed(at: location)
  }

  private func create(_ name: String, at location: Location) throws {
    try names.give(StagingArea.path(name), location) { try onStep(.foldersMade) }
    do {
      try onStep(.named)
      try names.synchronize(location.folder)
      try onStep(.synchronized)
    } catch {
      // Nobody was told of it, and it may not survive: back to where it is removed.
      try names.renameKeeping(SandboxPath.document(location), to: StagingArea.path(name))
      throw error
    }
  }

  private func replace(_ expected: ContentHash, at location: Location, with name: inout String) throws {
    let target = SandboxPath.document(location)
    let current = try verified(target, expected)
    try onStep(.verified)
    let aside = StagingArea.replacedName(expected)
    try root.rename(StagingArea.path(name), to: StagingArea.path(aside), rule: .keep)
    name = aside
    try onStep(.setAside)
    guard try exchange(aside, target) else {
      return try replaceWithoutExchange(current, expected, at: location, with: aside)
    }
    do {
      try onStep(.exchanged)
      guard try root.status(StagingArea.path(aside)).isSameContent(as: current) else { throw Self.conflict }
      try names.synchronize(location.folder)
      try onStep(.synchronized)
      try VersionFolder(root).keep(StagingArea.path(aside), as: expected)
    } catch {
      try exchangeBack(aside, target)
      throw error
    }
    try onStep(.versionKept)
  }

  /// How the file at `target` looks from outside, if its content is `expected`.
  private func verified(_ target: String, _ expected: ContentHash) throws -> FileStatus {
    guard let (file, status) = try FileContent.open(target, in: root) else { throw Self.conflict }
    let hash = try known[status.fingerprint] ?? FileHasher.hash(file)
    guard hash == expected, try file.status() == status else { throw Self.conflict }
    return status
  }

  /// Lets both change places; false where the file system does not know how to.
  private func exchange(_ aside: String, _ target: String) throws -> Bool {
    do {
      try root.rename(StagingArea.path(aside), to: target, rule: .exchange)
      return true
    } catch  where error.errno == ENOENT {
      throw Self.conflict
    } catch  where [EINVAL, ENOSYS, EOPNOTSUPP].contains(error.errno) {
      return false
    }
  }

  /// Undoes an exchange.
  private func exchangeBack(_ aside: String, _ target: String) throws {
    try root.rename(StagingArea.path(aside), to: target, rule: .exchange)
  }

  /// The same with a second name for the old content and a plain rename.
  ///
  /// Somebody who saves in the instant between the last look and the rename is overwritten; only file systems
  /// without exchange have that instant.
  private func replaceWithoutExchange(
    _ current: FileStatus, _ expected: ContentHash, at location: Location, with aside: String
  ) throws {
    let target = SandboxPath.document(location)
    try VersionFolder(root).keepCopy(of: target, as: expected)
    try onStep(.versionKept)
    guard try root.status(target).isSameContent(as: current) else { throw Self.conflict }
    try root.rename(StagingArea.path(aside), to: target)
    try onStep(.exchanged)
    try names.synchronize(location.folder)
    try onStep(.synchronized)
  }

  private static let conflict = DocumentError(
    .versionConflict, "the document has changed meanwhile; read it again")
}
