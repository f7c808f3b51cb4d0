import DocumentModel
import Glibc
import LinuxSystem

/// Gives staged bytes their place in the tree. Remains of a crash after each step, and their treatment by the next
/// start:
///
/// ```
/// a new name           Documents      tmp               at the next start
///   staged             –              new               tmp is emptied
///   foldersMade        (folders)      new               tmp is emptied
///   named              new            –
///   synchronized       new, durable   –                 the caller is told only now
///
/// a replacement        Documents      tmp/replaced-<old>-<new>       Versions
///   staged, verified   old            new, as stage-…                –      tmp is emptied
///   setAside           old            new                            –      hash is that of new: removed
///   exchanged          new            old, or what a program saved   –      hash is another: becomes a version
///   synchronized       new, durable   old                            –      the same
///   versionKept        new, durable   –                              old
/// ```
/// The exchange is one atomic step of the kernel, and afterwards shows what was replaced. If the caller expected
/// another content, because another program saved at the same moment, both change places again and the caller is
/// refused. Where they cannot, the file that was set aside goes back under its name if that is free. Else it becomes
/// a version. It is never removed.
struct FilePlacement: Sendable {
  enum Step: String, CaseIterable, Sendable {
    case staged, foldersMade, named, verified, setAside, exchanged, synchronized, versionKept, emptied
  }
  typealias StepObserver = @Sendable (Step) throws -> Void

  let root: Directory
  let known: KnownHashes
  let held: HeldFolder
  let onStep: StepObserver
  let clock: @Sendable () -> Int64
  /// Folders of these names are documents, and nothing can be put into them.
  let packages: PackageNames

  private var names: TreeNames { TreeNames(root: root, packages: packages) }

  /// Places `staged`; when that fails it can be placed again elsewhere.
  ///
  /// Blocks.
  func place(
    _ staged: StagedFile, at location: Location, replacing expected: ContentHash?
  ) throws -> PlacedContent {
    BlockingPool.assertIsCurrent()
    guard var name = staged.staging.take() else {
      throw DocumentError(.invalidParameter, "the content has been placed already")
    }
    do {
      try onStep(.staged)
      // Where it cannot be held it is placed all the same.
      try? held.hold(StagingArea.path(name), as: staged.sha256)
      if let expected {
        try replace(expected, at: location, by: staged, with: &name)
      } else {
        try create(staged, name, at: location)
      }
      return try finding(of: staged, at: location)
    } catch {
      // Only the incoming bytes may be removed with their owner; any other file under that name is a user's content.
      if holds(staged, StagingArea.path(name)) { staged.staging.giveBack(name) }
      throw error
    }
  }

  private func holds(_ staged: StagedFile, _ path: String) -> Bool {
    guard let found = try? root.status(path), let own = try? staged.status() else { return false }
    return found.device == own.device && found.inode == own.inode
  }

  private func finding(of staged: StagedFile, at location: Location) throws -> PlacedContent {
    let status = try staged.status()
    // A write since it got its name changed the file and not the placed content: the next look reads it.
    guard staged.isUntouched(status) else {
      return PlacedContent(
        location: location, size: staged.size, fingerprint: status.fingerprint(readAt: status.modified))
    }
    // Its content is known since before it got its name; a write since then shows in the time of writing.
    guard FileStatus.isPast(status.modified, at: clock()) else {
      return status.placed(at: location, fingerprint: status.fingerprint(readAt: status.modified))
    }
    known[status.fingerprint] = staged.sha256
    return status.placed(at: location)
  }

  private func create(_ staged: StagedFile, _ name: String, at location: Location) throws {
    try names.give(StagingArea.path(name), location) { try onStep(.foldersMade) }
    do {
      try onStep(.named)
      try names.synchronize(location.folder)
      try onStep(.synchronized)
    } catch {
      // No client heard of it, and it may not survive: it goes back to where it is removed.
      takeBack(staged, from: try names.path(of: location), to: StagingArea.path(name))
      throw error
    }
  }

  /// Undoes a creation, unless another program saved under that name meanwhile.
  private func takeBack(_ staged: StagedFile, from target: String, to path: String) {
    guard holds(staged, target), (try? names.renameKeeping(target, to: path)) != nil, !holds(staged, path)
    else { return }
    // Another program saved between the look and the rename: its file goes back.
    try? names.renameKeeping(path, to: target)
  }

  private func replace(
    _ expected: ContentHash, at location: Location, by staged: StagedFile, with name: inout String
  ) throws {
    let target = try names.path(of: location)
    let current = try verified(target, expected)
    try onStep(.verified)
    let aside = StagingArea.replacedName(expected, by: staged.sha256)
    try root.rename(StagingArea.path(name), to: StagingArea.path(aside), rule: .keep)
    name = aside
    try onStep(.setAside)
    guard try exchange(aside, target) else {
      return try replaceWithoutExchange(current, expected, at: location, with: aside)
    }
    do {
      try onStep(.exchanged)
      guard try isUnchanged(StagingArea.path(aside), current, expected) else { throw Self.conflict }
      try names.synchronize(location.folder)
      try onStep(.synchronized)
      try VersionFolder(root, known: known).keepUnshared(StagingArea.path(aside), as: expected)
      // A version needs no other hold.
      try? held.release(expected)
    } catch {
      exchangeBack(staged, aside, target)
      throw error
    }
    try onStep(.versionKept)
  }

  /// Whether the file at `path` is still the one that was verified.
  ///
  /// Read again where its times cannot tell.
  private func isUnchanged(_ path: String, _ verified: FileStatus, _ expected: ContentHash) throws -> Bool {
    guard try root.status(path).isSameContent(as: verified) else { return false }
    guard !FileStatus.isPast(verified.modified, at: clock()) else { return true }
    return try FileHasher.hash(root.open(path)) == expected
  }

  private func verified(_ target: String, _ expected: ContentHash) throws -> FileStatus {
    guard let (file, status) = try FileContent.openReadable(target, in: root) else { throw Self.conflict }
    let hash = try known[status.fingerprint] ?? FileHasher.hash(file, as: status)
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

  /// Undoes an exchange, whatever other programs did to the name meanwhile.
  private func exchangeBack(_ staged: StagedFile, _ aside: String, _ target: String) {
    let path = StagingArea.path(aside)
    do {
      try root.rename(path, to: target, rule: .exchange)
      guard !holds(staged, path) else { return }
      // Another program saved over the new content: its file stays, and the replaced one becomes a version.
      try root.rename(path, to: target, rule: .exchange)
    } catch  where error.errno == ENOENT {
      // The new content was removed: the name is free for the old one.
      guard (try? names.renameKeeping(path, to: target)) == nil else { return }
    } catch {}
    keepAside(aside)
  }

  /// A content that lost its name becomes a version under its own hash.
  ///
  /// Where even that fails it stays in `tmp`, and the next start tries again.
  private func keepAside(_ aside: String) {
    guard let hash = try? FileHasher.hash(root.open(StagingArea.path(aside))) else { return }
    try? VersionFolder(root).keepUnshared(StagingArea.path(aside), as: hash)
  }

  /// The same with a second name for the old content and a plain rename.
  ///
  /// A save in the instant between the last look and the rename is overwritten; only file systems without exchange have
  /// that instant.
  private func replaceWithoutExchange(
    _ current: FileStatus, _ expected: ContentHash, at location: Location, with aside: String
  ) throws {
    let target = try names.path(of: location)
    try VersionFolder(root, known: known).keepCopy(of: target, as: expected)
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
