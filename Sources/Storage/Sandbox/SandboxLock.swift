import DocumentModel
import Glibc
import LinuxSystem

/// The file `Library/lock`: whoever has it locked is the workspace's server.
///
/// It holds its process number for people, and the address at which it answers for other commands.
enum SandboxLock {
  /// Takes the lock; it ends when the descriptor is closed, however the process ends.
  static func take(in root: Directory) throws(DocumentError) -> Descriptor {
    do {
      let lock = try root.open(SandboxPath.lock, flags: O_RDWR | O_CREAT, mode: 0o600)
      guard try lock.lockExclusively() else { throw busy(lock) }
      guard ftruncate(lock.rawValue, 0) == 0 else { throw SystemError(errno: errno, call: "ftruncate") }
      try lock.append("\(getpid())\n".utf8)
      return lock
    } catch {
      throw DocumentError(disk: error, "the workspace could not be locked")
    }
  }

  /// Writes down where the server answers.
  ///
  /// A hint: what it says is worth as much as the lock is held.
  static func advertise(_ address: String, in lock: Descriptor) {
    try? lock.append("\(address)\n".utf8)
  }

  /// Where the server of `root` said that it answers; nil when it said nothing.
  static func address(in root: Directory) -> String? {
    guard let file = try? root.open(SandboxPath.lock, flags: O_RDONLY), let bytes = try? file.read(1024)
    else {
      return nil
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    return lines.count > 1 ? String(lines[1]) : nil
  }

  private static func busy(_ lock: Descriptor) -> DocumentError {
    let text = (try? lock.read(20)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let holder = Int(text.split(separator: "\n").first ?? "").map { " (process \($0))" } ?? ""
    return DocumentError(
      .workspaceBusy, "another Sheaf\(holder) serves this workspace; stop it first, or choose another --root")
  }
}
