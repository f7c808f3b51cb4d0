package import DocumentModel
import Glibc
package import LinuxSystem

/// Gives a document's file another place, in the tree or in the Trash.
///
/// The index follows in a transaction of its own. A crash before that leaves one of these states, and the next pass over the
/// tree makes of it:
///
/// ```
/// another name         Documents     index
///   foldersMade        old name      old name    nothing; an empty folder stays
///   named              new name      old name    the same file, else the same bytes, under another name: moved
///   synchronized       new, durable  old name    the same
///
/// to the Trash         Documents     Trash/<id>      index
///   foldersMade        file          –               there      nothing; an empty folder stays
///   named              –             file            there      its file is in the Trash: so is the document
///   synchronized       –             file, durable   there      the same
///
/// from the Trash       Documents     Trash/<id>      index
///   foldersMade        –             file            in Trash   nothing
///   named              file          (empty)         in Trash   the same file, else the same bytes: restored
///   synchronized       file, durable (empty)         in Trash   the same
///   emptied            file, durable –               in Trash   the same
/// ```
/// When a step after `named` fails, the file gets its old name back, so that the refused caller finds all as it was. When the
/// index could not be written (the disk is full) the caller takes the file back the same way. Where even that fails, the
/// state is one of those of `synchronized`. A document whose file is in the Trash is read there until the next pass.
///
/// Where the file system cannot rename without replacing, `named` is a second name and the removal of the first. A
/// crash between leaves both. In `Documents` the second becomes a document of its own. One in the Trash, of which the
/// index knows nothing, goes when the document is thrown away again.
///
/// All calls block.
package struct FileRelocation: Sendable {
  let root: Directory
  let onStep: FilePlacement.StepObserver
  let packages: PackageRule

  private var names: TreeNames { TreeNames(root: root, packages: packages.names) }

  func move(_ source: Location, to target: Location) throws {
    BlockingPool.assertIsCurrent()
    guard try names.isFile(source) else { throw Self.absent }
    guard source != target else { return }
    let path = try names.path(of: source)
    try requirePackageName(target.name, of: path)
    do {
      try names.give(path, target) { try onStep(.foldersMade) }
    } catch let error as SystemError where error.errno == ENOENT && (try? names.isFile(source)) == false {
      throw Self.absent
    }
    try finish(path, named: try names.path(of: target)) {
      try onStep(.named)
      try names.synchronize(target.folder)
      if source.folder != target.folder { try names.synchronize(source.folder) }
      try onStep(.synchronized)
    }
    names.leave(source.folder)
  }

  /// Makes durable that the file at `source` is at `target` by now; when that fails it goes back.
  private func finish(_ source: String, named target: String, _ body: () throws -> Void) throws {
    let moved = try? root.status(target)
    do {
      try body()
    } catch {
      // Unless another program has put a file there meanwhile.
      let found = try? root.status(target)
      if let moved, let found, moved.device == found.device, moved.inode == found.inode {
        try? names.renameKeeping(target, to: source)
      }
      throw error
    }
  }

  func trash(_ id: DocumentID, at location: Location) throws {
    BlockingPool.assertIsCurrent()
    do {
      try putAway(id, from: location)
    } catch let error as SystemError where error.errno == ENOENT && (try? names.isFile(location)) == false {
      // Another program was quicker.
      try? root.removeDirectory(SandboxPath.trash(id))
      throw Self.absent
    }
  }

  private func putAway(_ id: DocumentID, from location: Location) throws {
    guard try names.isFile(location) else { throw Self.absent }
    let source = try names.path(of: location)
    let place = SandboxPath.trash(id)
    if let left = try Self.trashed(id, root) { try settle(left, besides: source) }
    _ = try root.makeDirectories(place)
    try onStep(.foldersMade)
    try names.renameKeeping(source, to: "\(place)/\(location.name)")
    try finish(source, named: "\(place)/\(location.name)") {
      try onStep(.named)
      try root.directory(place).synchronize()
      try names.synchronize(location.folder)
      try onStep(.synchronized)
    }
    names.leave(location.folder)
  }

  func restore(_ id: DocumentID, to location: Location) throws {
    BlockingPool.assertIsCurrent()
    guard let path = try Self.trashed(id, root) else { throw Self.notInTrash }
    try requirePackageName(location.name, of: path)
    try names.give(path, location) { try onStep(.foldersMade) }
    try finish(path, named: try names.path(of: location)) {
      try onStep(.named)
      try names.synchronize(location.folder)
      try onStep(.synchronized)
    }
    // It is back, durably, whatever becomes of the folder.
    try? clear(SandboxPath.trash(id))
    try? root.directory(SandboxPath.trash).synchronize()
    try onStep(.emptied)
  }

  /// Removes the folder that a document had in the Trash, with what file managers left in it.
  ///
  /// Anything else goes out of the way: it must never be taken for the document.
  private func clear(_ place: String) throws {
    let names = try root.directory(place).entries().map(\.name)
    for case let name? in names where Self.isLeftByFileManagers(name) { try root.remove("\(place)/\(name)") }
    guard names.contains(where: { name in name.map { !Self.isLeftByFileManagers($0) } ?? true }) else {
      return try root.removeDirectory(place)
    }
    _ = try root.makeDirectories(SandboxPath.damaged)
    try root.rename(place, to: "\(SandboxPath.damaged)/\(DocumentID())", rule: .keep)
  }

  /// Makes room in the Trash for a document of which something is left there, though it is in `Documents`.
  ///
  /// A second name of its file goes; another content is kept as a version.
  private func settle(_ left: String, besides source: String) throws {
    let (one, other) = (try root.status(left), try root.status(source))
    if one.device == other.device, one.inode == other.inode { return try root.remove(left) }
    guard other.kind == .directory || one.kind == .directory else {
      return try VersionFolder(root).keepUnshared(left, as: FileHasher.hash(root.open(left)))
    }
    try packages.keepAsVersion(left)
  }

  /// Throws `.invalidName` for a name under which the package at `path` would be a folder.
  private func requirePackageName(_ name: FileName, of path: String) throws {
    guard !packages.names.contains(name), try root.statusIfPresent(path)?.kind == .directory else { return }
    throw DocumentError(
      .invalidName, "a package keeps the extension of one: called \"\(name)\" it would be a folder")
  }

  /// The path of the one file of the document `id` in the Trash; nil when it is not there.
  ///
  /// Files of file managers beside it are not taken for it, and neither are later ones.
  package static func trashed(_ id: DocumentID, _ root: Directory) throws -> String? {
    let place = SandboxPath.trash(id)
    let names = try root.directoryIfPresent(place)?.entries().compactMap(\.name) ?? []
    let likely = names.filter { !isLeftByFileManagers($0) }
    // A document may well be called as some of what they leave; none has a hidden name.
    let candidates = (likely.isEmpty ? names.filter { !$0.hasPrefix(".") } : likely).map { "\(place)/\($0)" }
    guard candidates.count > 1 else { return candidates.first }
    // Its name there was the last change of the file.
    return try candidates.compactMap { path in try root.statusIfPresent(path).map { (path, $0.changed) } }
      .min { ($0.1, $0.0) < ($1.1, $1.0) }?.0
  }

  /// Whether it can be nothing that a user made.
  ///
  /// Such files are removed, so there are fewer of them than are passed over in folders that other programs
  /// share.
  private static func isLeftByFileManagers(_ name: String) -> Bool {
    name.hasPrefix(".") || ["thumbs.db", "ehthumbs.db", "desktop.ini"].contains(name.lowercased())
  }

  private static let absent = DocumentError(.notFound, "there is no such document")
  static let notInTrash = DocumentError(.notFound, "the file of this document is not in the Trash")
}
