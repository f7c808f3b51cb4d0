import Glibc
import LinuxSystem

/// Removes a file, or a directory with all that is in it, without following any link.
enum TreeRemoval {
  /// Removes `name` in `directory`; nothing happens when it is not there.
  static func remove(_ name: String, in directory: Directory) throws {
    try directory.removeTree(name)
  }
}
