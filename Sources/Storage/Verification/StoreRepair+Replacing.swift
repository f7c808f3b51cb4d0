import DocumentModel
import Glibc
import LinuxSystem

/// Good bytes that take the place of damaged ones.
///
/// ```
///               its place   Library/Damaged/<id>/file/<name>
///   found       damaged     –
///   prepared    damaged     good       a crash here: the damage is found again, and nothing is lost
///   exchanged   good        damaged
/// ```
/// Where the file system cannot exchange two files, the damaged one gets its second name before it loses the first.
extension StoreRepair {
  /// Puts what lies in staging at `good`, durable, in the place of what is at `path`; says where that is now.
  func replace(_ path: String, with good: String, _ reason: String) async throws(DocumentError) -> String {
    let (root, exchange) = (root, exchange)
    return try await root.run("a damaged file could not be replaced") {
      let aside = try DamagedFolder(root: root.directory).makePlace(for: path, reason)
      let folders = [DamagedFolder.parent(of: aside), DamagedFolder.parent(of: path)]
      try TreeNames(root: root.directory).renameKeeping(good, to: aside)
      for folder in folders { try root.directory.directory(folder).synchronize() }
      do {
        try exchange(root.directory, aside, path)
      } catch let error as SystemError where [EINVAL, ENOSYS, EOPNOTSUPP].contains(error.errno) {
        try root.directory.rename(aside, to: good)
        try Self.replaceWithoutExchange(path, good, aside, root.directory)
      } catch {
        // Nothing damaged lies there.
        try? root.directory.rename(aside, to: good)
        throw error
      }
      for folder in folders { try root.directory.directory(folder).synchronize() }
      return aside
    }
  }

  private static func replaceWithoutExchange(
    _ path: String, _ good: String, _ aside: String, _ root: Directory
  ) throws {
    do {
      try root.link(path, to: aside)
    } catch {
      // A package has one name, and so has every file on some disks.
      try TreeNames(root: root).renameKeeping(path, to: aside)
    }
    try root.directory(DamagedFolder.parent(of: aside)).synchronize()
    try root.rename(good, to: path)
  }

  /// Moves the file at `path` out of the way, durably, with the reason beside it; returns where it is.
  func setAside(_ path: String, _ reason: String) async throws(DocumentError) -> String {
    let root = root
    return try await root.run("a damaged file could not be put aside") {
      try DamagedFolder(root: root.directory).take(path, reason)
    }
  }
}
