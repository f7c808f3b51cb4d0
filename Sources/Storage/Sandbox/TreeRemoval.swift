import Glibc
import LinuxSystem

/// Removes a file, or a directory with all that is in it, without following any link.
enum TreeRemoval {
  /// Removes `name` in `directory`; nothing happens when it is not there.
  static func remove(_ name: String, in directory: Directory) throws {
    guard let error = failure(removing: name, in: directory), error.errno != ENOENT else { return }
    guard error.errno == EISDIR else { throw error }
    let inner = try directory.directory(name)
    for entry in try inner.entries() {
      if let name = entry.name { try remove(name, in: inner) }
    }
    try directory.removeDirectory(name)
  }

  private static func failure(removing name: String, in directory: Directory) -> SystemError? {
    do {
      try directory.remove(name)
      return nil
    } catch {
      return error
    }
  }
}
