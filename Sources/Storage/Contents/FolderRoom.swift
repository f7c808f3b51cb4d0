import DocumentModel
import LinuxSystem

/// Whether a folder with all folders in it may get another place, as the disk has them.
///
/// A folder that another program made a moment ago is in no index yet. It would never come into one where it
/// lies too deep.
struct FolderRoom {
  let root: Directory
  /// Folders of these names are documents: what is in them has no depth of its own.
  let packages: PackageNames

  /// Throws `.invalidName` when a folder in `source`, which can be listed where it is, would lie too deep in `target`.
  ///
  /// Folders alone are looked at, however many files there are, and none where nothing comes to lie deeper. Blocks.
  func require(for source: FolderPath, in target: FolderPath) throws {
    BlockingPool.assertIsCurrent()
    let (old, new) = (Reach(of: source), Reach(of: target))
    guard new.levels > old.levels || new.bytes > old.bytes else { return }
    let path = try TreeNames(root: root).path(of: source)
    guard let directory = try root.directoryIfPresent(path) else { return }
    try require(in: directory, at: old, new)
  }

  private struct Reach {
    var levels: Int
    var bytes: Int

    init(of folder: FolderPath) {
      levels = folder.names.count
      bytes = folder.description.utf8.count
    }

    var isLegal: Bool { levels <= FolderPath.maximumDepth && bytes <= FolderPath.maximumBytes }

    func entering(_ name: FileName) -> Reach {
      var inner = self
      inner.levels += 1
      inner.bytes += 1 + name.description.utf8.count
      return inner
    }
  }

  private func require(in directory: Directory, at old: Reach, _ new: Reach) throws {
    try directory.forEachEntry { entry in
      guard TreeWalk.kind(of: entry, in: directory) == .directory, let name = TreeWalk.legalName(entry),
        !packages.contains(name), let spelling = entry.name, old.entering(name).isLegal
      else { return }
      guard new.entering(name).isLegal else { throw FolderPath.tooDeepInside }
      // One that may not be read is listed nowhere.
      guard let inner = try? directory.directoryIfPresent(spelling) else { return }
      try require(in: inner, at: old.entering(name), new.entering(name))
    }
  }
}

extension FolderPath {
  static var tooDeepInside: DocumentError {
    DocumentError(.invalidName, "a folder in it would be nested too deeply or have too long a path")
  }
}
