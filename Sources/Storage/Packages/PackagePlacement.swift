import DocumentModel
import Glibc
import LinuxSystem

/// Gives staged archives their place in the tree as packages. Remains of a crash after each step, and their treatment
/// by the next start:
///
/// ```
/// a new name           Documents      tmp
///   foldersMade        (folders)      new, as stage-…                           tmp is emptied
///   named              new            –
///   synchronized       new, durable   –                                         the caller is told only now
///
/// a replacement        Documents      tmp/replaced-<old>-<new>       Versions
///   verified           old            –                              –
///   versionKept        old            –                              old      nothing
///   setAside           old            new                            old      hash is that of new: removed
///   exchanged          new            old, or another save           old      hash is another: becomes a version
///   synchronized       new, durable   old                            old      the same
///   emptied            new            –                              old
/// ```
/// Files in a package are made durable before it gets its name. See ``FilePlacement`` for files.
///
/// All calls block.
struct PackagePlacement: Sendable {
  let root: Directory
  let packages: PackageRule
  let known: KnownHashes
  let held: HeldFolder
  let onStep: FilePlacement.StepObserver
  let clock: @Sendable () -> Int64

  private var names: TreeNames { TreeNames(root: root, packages: packages.names) }

  /// Places `staged` as a package; nil, with nothing done, when it is to be a regular file.
  ///
  /// A package becomes what is an archive under the name of one, unless a regular file is there to be replaced. Throws
  /// `.unfitPackage` for an archive that is none of a package, and for other bytes in place of a package.
  func place(
    _ staged: StagedFile, at location: Location, replacing expected: ContentHash?
  ) throws -> PlacedContent? {
    guard packages.names.contains(location.name) else { return nil }
    let target = try names.path(of: location)
    let isThere = try root.statusIfPresent(target)?.kind == .directory
    guard expected == nil || isThere else { return nil }
    guard let name = staged.staging.take() else {
      throw DocumentError(.invalidParameter, "the content has been placed already")
    }
    do {
      guard try ArchiveReader.looksLikeArchive(root.open(StagingArea.path(name))) else {
        guard expected == nil else { throw PackageShape.refusal("what replaces a package is its archive") }
        staged.staging.giveBack(name)
        return nil
      }
      let placed = try place(name, of: staged, at: location, replacing: expected)
      try? root.remove(StagingArea.path(name))
      return placed
    } catch {
      staged.staging.giveBack(name)
      throw error
    }
  }

  private func place(
    _ name: String, of staged: StagedFile, at location: Location, replacing expected: ContentHash?
  ) throws -> PlacedContent {
    try onStep(.staged)
    let status: FileStatus
    if let expected {
      status = try replace(expected, at: location, by: staged, name)
    } else {
      status = try create(at: location, name, staged.size)
    }
    // Where it cannot be held it is placed all the same.
    try? held.hold(StagingArea.path(name), as: staged.sha256)
    let fingerprint = status.fingerprint(readAt: clock())
    if fingerprint == status.fingerprint { known[fingerprint] = staged.sha256 }
    return status.placed(at: location, fingerprint: fingerprint)
  }

  /// Unpacks the staged archive `name` into the folder at `path`, and tells how that looks.
  private func unpack(_ name: String, _ size: Int64, to path: String) throws -> FileStatus {
    guard try root.makeDirectory(path) else { throw SystemError(errno: EEXIST, call: "mkdirat") }
    do {
      let directory = try root.directory(path)
      try ArchiveReader(file: root.open(StagingArea.path(name)), size: size).unpack(into: directory)
      return try PackageTree(directory).status
    } catch {
      try? root.removeTree(path)
      throw error
    }
  }

  // MARK: A new name

  private func create(at location: Location, _ name: String, _ size: Int64) throws -> FileStatus {
    let path = StagingArea.path(StagingArea.stageName())
    let status = try unpack(name, size, to: path)
    do {
      try names.give(path, location) { try onStep(.foldersMade) }
    } catch {
      try? root.removeTree(path)
      throw error
    }
    do {
      try onStep(.named)
      try names.synchronize(location.folder)
      try onStep(.synchronized)
    } catch {
      // No client heard of it, and it may not survive: it goes back to where it is removed.
      takeBack(status, from: try names.path(of: location), to: path)
      throw error
    }
    return status
  }

  /// Undoes a creation, unless another program saved under that name or in it meanwhile.
  private func takeBack(_ status: FileStatus, from target: String, to path: String) {
    guard look(target) == status, (try? root.rename(target, to: path, rule: .keep)) != nil else { return }
    guard look(path) == status else {
      // Another program saved between the look and the rename: its file goes back.
      try? root.rename(path, to: target, rule: .keep)
      return
    }
    try? root.removeTree(path)
  }

  /// How the package in the folder at `path` looks, whatever its name; nil when that cannot be told.
  private func look(_ path: String) -> FileStatus? {
    try? PackageTree(root.directory(path)).status
  }

  // MARK: A replacement

  private func replace(
    _ expected: ContentHash, at location: Location, by staged: StagedFile, _ name: String
  ) throws -> FileStatus {
    let target = try names.path(of: location)
    let old = try verified(target, expected)
    try onStep(.verified)
    try packages.keepVersion(old, as: expected)
    try onStep(.versionKept)
    let aside = StagingArea.path(StagingArea.replacedName(expected, by: staged.sha256))
    let status = try unpack(name, staged.size, to: aside)
    do {
      try onStep(.setAside)
      try exchange(aside, target)
    } catch {
      try? root.removeTree(aside)
      throw error
    }
    do {
      try onStep(.exchanged)
      guard try isUnchanged(aside, old.opened, expected) else { throw Self.conflict }
      try names.synchronize(location.folder)
      try onStep(.synchronized)
    } catch {
      exchangeBack(status, aside, target)
      throw error
    }
    // The rest may fail. A version needs no other hold.
    try? held.release(expected)
    try? root.removeTree(aside)
    try? onStep(.emptied)
    return status
  }

  /// The archive of the package at `target`, if its content is `expected`.
  private func verified(_ target: String, _ expected: ContentHash) throws -> FileContent {
    guard let old = try packages.open(target), old.isArchive else { throw Self.conflict }
    guard try FileHasher.hash(old.file) == expected else { throw Self.conflict }
    return old
  }

  private func exchange(_ aside: String, _ target: String) throws {
    do {
      try root.rename(aside, to: target, rule: .exchange)
    } catch  where error.errno == ENOENT {
      throw Self.conflict
    } catch  where [EINVAL, ENOSYS, EOPNOTSUPP].contains(error.errno) {
      throw DocumentError(
        .storageFailed, "this file system cannot exchange two folders, so a package cannot be replaced",
        cause: error)
    }
  }

  /// Whether the package at `path` is still the one that was verified, and not being written to.
  ///
  /// Read again where its times cannot tell.
  private func isUnchanged(_ path: String, _ verified: FileStatus, _ expected: ContentHash) throws -> Bool {
    let directory = try root.directory(path)
    guard try PackageTree(directory).status == verified, try !packages.isOpenForWriting(directory) else {
      return false
    }
    guard !FileStatus.isPast(verified.modified, at: clock()) else { return true }
    return try packages.open(path, isPackage: true).map { try FileHasher.hash($0.file) } == expected
  }

  /// Undoes an exchange, whatever other programs did to the name meanwhile; `status` is that of the new package.
  private func exchangeBack(_ status: FileStatus, _ aside: String, _ target: String) {
    do {
      try root.rename(aside, to: target, rule: .exchange)
    } catch {
      // The new content was removed: the name is free for the old one. Else it becomes a version.
      guard (try? root.rename(aside, to: target, rule: .keep)) == nil else { return }
      try? packages.keepAsVersion(aside)
      return
    }
    if look(aside) == status {
      try? root.removeTree(aside)
    } else {
      // Another program wrote to the new content while it was there.
      try? packages.keepAsVersion(aside)
    }
  }

  private static let conflict = DocumentError(
    .versionConflict, "the document has changed meanwhile; read it again")
}
