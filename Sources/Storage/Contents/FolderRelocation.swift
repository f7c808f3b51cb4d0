import DocumentModel
import Glibc
import LinuxSystem

/// Gives a folder another place with all that is in it, and removes empty ones.
///
/// The index follows in a transaction of its own. A crash before that leaves one of these states, and the next pass over the
/// tree makes of it:
///
/// ```
/// another name         Documents     index
///   named              new name      old name    the same files, under other names: moved, each with its id
///   synchronized       new, durable  old name    the same
/// ```
/// When it cannot be made durable the folder goes back, so that the refused caller finds all as it was. When the index could
/// not be written, the caller moves it back the same way.
///
/// All calls block.
struct FolderRelocation: Sendable {
  let root: Directory
  let onStep: FilePlacement.StepObserver
  /// Folders of these names are documents.
  let packages: PackageNames

  private var names: TreeNames { TreeNames(root: root) }

  func move(_ source: FolderPath, to target: FolderPath) throws {
    BlockingPool.assertIsCurrent()
    guard !source.isTop, !target.isWithin(source), let above = target.parent, let from = source.parent else {
      throw Self.stays
    }
    guard !packages.covers(source) else { throw Self.absent }
    try packages.requireFolder(target)
    let (path, goal) = (try names.path(of: source), try names.path(of: target))
    guard try root.directoryIfPresent(path) != nil else { throw Self.absent }
    guard try root.directoryIfPresent(names.path(of: above)) != nil else { throw Self.noParent }
    do {
      try rename(path, to: goal)
    } catch let error as SystemError {
      throw refusal(error, path, target)
    }
    try finish(path, named: goal) {
      try onStep(.named)
      try names.synchronize(above)
      if from != above { try names.synchronize(from) }
      try onStep(.synchronized)
    }
    names.leave(from)
  }

  /// Makes durable that the folder at `path` is at `goal` by now; when that fails it goes back.
  private func finish(_ path: String, named goal: String, _ body: () throws -> Void) throws {
    let moved = try? root.status(goal)
    do {
      try body()
    } catch {
      // Unless another program has put one there meanwhile.
      let found = try? root.status(goal)
      if let moved, let found, moved.device == found.device, moved.inode == found.inode {
        try? rename(goal, to: path)
      }
      throw error
    }
  }

  private func rename(_ path: String, to goal: String) throws {
    do {
      try root.rename(path, to: goal, rule: .keep)
    } catch {
      switch error.errno {
      // A file system that ignores case has the folder itself under the new name.
      case EEXIST where try isSame(path, goal): try root.rename(path, to: goal)
      // One that cannot rename without replacing replaces nothing but an empty folder, and there is none.
      case EINVAL, ENOSYS, EOPNOTSUPP:
        guard try root.statusIfPresent(goal) == nil else {
          throw SystemError(errno: EEXIST, call: "renameat2")
        }
        try root.rename(path, to: goal)
      default: throw error
      }
    }
  }

  private func isSame(_ path: String, _ other: String) throws -> Bool {
    let (one, two) = (try root.status(path), try root.status(other))
    return one.device == two.device && one.inode == two.inode
  }

  private func refusal(_ error: SystemError, _ path: String, _ target: FolderPath) -> any Error {
    switch error.errno {
    case EEXIST, ENOTEMPTY, ENOTDIR:
      DocumentError(.nameTaken, "something is named \"\(target)\" already", cause: error)
    case EINVAL:
      DocumentError(.folderStays, "a folder cannot be moved into itself", cause: error)
    case EXDEV, EBUSY:
      DocumentError(
        .folderStays, "the folder cannot be moved there: it is, or would come to, another disk", cause: error)
    case ENOENT: (try? root.statusIfPresent(path)) == nil ? Self.absent : Self.noParent
    default: error
    }
  }

  private static let absent = DocumentError(.notFound, "there is no such folder")
  private static let noParent = DocumentError(.notFound, "the folder that it is to lie in is not there")
  private static let stays = DocumentError(.folderStays, "a folder cannot be moved into itself")

  func removeEmpty(_ folder: FolderPath) throws -> LeftFiles {
    BlockingPool.assertIsCurrent()
    guard let parent = folder.parent else {
      throw DocumentError(.folderStays, "Documents itself cannot be removed")
    }
    let path = try names.path(of: folder)
    guard !packages.covers(folder), let directory = try root.directoryIfPresent(path) else {
      throw Self.absent
    }
    var left = LeftFiles()
    try removeEmpty(in: directory, at: folder.description, depth: folder.names.count, &left)
    if left.count == 0 { try remove(path, folder.description, in: root, &left) }
    try names.synchronize(parent)
    names.leave(parent)
    return left
  }

  /// Removes what is empty in `directory`; the names of the rest are noted.
  private func removeEmpty(
    in directory: Directory, at path: String, depth: Int, _ left: inout LeftFiles
  ) throws {
    var folders: [String] = []
    try directory.forEachEntry { entry in
      let isFolder = TreeWalk.kind(of: entry, in: directory) == .directory
      guard isFolder, depth < FolderPath.maximumDepth, let name = TreeWalk.legalName(entry),
        !packages.contains(name), let spelling = entry.name
      else { return left.add("\(path)/\(String(decoding: entry.bytes, as: UTF8.self))") }
      folders.append(spelling)
    }
    for name in folders {
      let before = left.count
      guard let inner = try directory.directoryIfPresent(name) else { continue }
      try removeEmpty(in: inner, at: "\(path)/\(name)", depth: depth + 1, &left)
      if left.count == before { try remove(name, "\(path)/\(name)", in: directory, &left) }
    }
  }

  private func remove(
    _ name: String, _ shown: String, in directory: Directory, _ left: inout LeftFiles
  ) throws {
    do {
      try directory.removeDirectory(name)
    } catch  where [ENOTEMPTY, EEXIST, EBUSY].contains(error.errno) {
      left.add(shown)
    } catch  where error.errno == ENOENT {
      return
    }
  }
}
