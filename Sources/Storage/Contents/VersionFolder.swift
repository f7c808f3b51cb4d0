import DocumentModel
import Glibc
import LinuxSystem

/// `Library/Versions`: replaced contents, one file per content, named by its hash.
///
/// All calls block.
struct VersionFolder {
  private let root: Directory

  init(_ root: Directory) {
    self.root = root
  }

  /// Moves the file at `path` in as the version `hash`, durably.
  ///
  /// When that version is kept already, the file goes.
  func keep(_ path: String, as hash: ContentHash) throws(SystemError) {
    let target = try prepare(hash)
    let size = try root.status(path).size
    if let kept = try root.statusIfPresent(target), kept.kind == .regular, kept.size == size {
      return try root.remove(path)
    }
    // A file of another length under this name is damaged: the good one takes its place.
    try root.rename(path, to: target)
    try root.directory(SandboxPath.versionFolder(hash)).synchronize()
  }

  /// Gives the file at `path` a second name as the version `hash`, or copies it where there are no second names.
  func keepCopy(of path: String, as hash: ContentHash) throws(SystemError) {
    let target = try prepare(hash)
    guard try root.statusIfPresent(target) == nil else { return }
    do {
      try root.link(path, to: target)
    } catch  where error.errno != EEXIST {
      try copy(path, to: target)
    } catch {
      return
    }
    try root.directory(SandboxPath.versionFolder(hash)).synchronize()
  }

  private func prepare(_ hash: ContentHash) throws(SystemError) -> String {
    _ = try root.makeDirectories(SandboxPath.versionFolder(hash))
    return SandboxPath.version(hash)
  }

  private func copy(_ path: String, to target: String) throws(SystemError) {
    let source = try root.open(path)
    let staging = StagingArea.path(StagingArea.stageName())
    let copy = try root.open(staging, flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o644)
    try source.copy(try source.status().size, to: copy)
    try copy.synchronize()
    try root.rename(staging, to: target)
  }
}
