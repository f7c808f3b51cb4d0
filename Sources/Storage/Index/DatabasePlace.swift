import DocumentModel
import LinuxSystem

/// The places of an open database's files, and whether they are still there.
///
/// A process that has the database open goes on with removed or replaced files without names. Its writes to them are
/// gone with the process (sqlite.org/howtocorrupt.html, "Unlinking or renaming a database file while in use").
///
/// Calls block for a look at two names.
struct DatabasePlace: Sendable {
  private let directory: Directory
  private let found: [String: FileStatus]

  /// Where the database at `path` beneath `directory`, which was opened just now, and its log are.
  ///
  /// By the directory and not by its name: the whole workspace may be moved while it is served.
  init(of path: String, in directory: Directory) throws {
    self.directory = directory
    var found: [String: FileStatus] = [:]
    for name in [path, path + SQLiteSidecars.log] { found[name] = try directory.statusIfPresent(name) }
    self.found = found
  }

  /// Whether all of them are where they were.
  ///
  /// A disk that does not answer says nothing about it.
  var isKept: Bool {
    found.allSatisfy { path, before in
      do {
        guard let now = try directory.statusIfPresent(path) else { return false }
        return now.device == before.device && now.inode == before.inode
      } catch {
        return true
      }
    }
  }
}
