import DocumentModel
import Glibc
import LinuxSystem

/// The lock that makes a process the workspace's one server: of the file `Library/lock`, and of `Library` itself.
///
/// The file holds its owner's process number for people, and its address for other commands. Any user may remove it,
/// and a lock on a file without a name excludes no process. The directory cannot go without the store.
///
/// ```
///   Library   locked by another ───────────────────────────────────────────────► busy
///      │ ours, or none to be had: NFS locks no directories
///      ▼
///   lock      locked by another, as by a server from before this one ──────────► busy
///      │ ours
///      ▼
///   taken
/// ```
struct SandboxLock: Sendable {
  private let file: Descriptor
  private let library: Descriptor?

  /// Takes the lock; it ends when the descriptors are closed, however the process ends.
  static func take(in root: Directory) throws(DocumentError) -> SandboxLock {
    do {
      let library = try lockedLibrary(of: root)
      let file = try root.open(SandboxPath.lock, flags: O_RDWR | O_CREAT, mode: 0o600)
      guard try file.lockExclusively() else { throw busy(file) }
      guard ftruncate(file.rawValue, 0) == 0 else { throw SystemError(errno: errno, call: "ftruncate") }
      // The number is for people; a full disk must not keep the server from reading.
      try? file.append("\(getpid())\n".utf8)
      return SandboxLock(file: file, library: library)
    } catch {
      throw DocumentError(disk: error, "the workspace could not be locked (\(SandboxPath.lock))")
    }
  }

  /// The directory `Library`, locked; nil where the file system locks no directories.
  private static func lockedLibrary(of root: Directory) throws -> Descriptor? {
    let library = try root.open(SandboxArea.library.path, flags: O_RDONLY | O_DIRECTORY)
    guard let isOurs = try? library.lockExclusively() else { return nil }
    guard isOurs else { throw busy(try? root.open(SandboxPath.lock)) }
    return library
  }

  /// Gives the lock back while the descriptors are still open.
  func release() {
    for descriptor in [library, file].compactMap(\.self) { _ = flock(descriptor.rawValue, LOCK_UN) }
  }

  /// Writes down where the server answers.
  ///
  /// A hint: what it says is worth as much as the lock is held.
  func advertise(_ address: String) {
    try? file.append("\(address)\n".utf8)
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

  private static func busy(_ lock: Descriptor?) -> DocumentError {
    let text = (try? lock?.read(20)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let holder = Int(text.split(separator: "\n").first ?? "").map { " (process \($0))" } ?? ""
    return DocumentError(
      .workspaceBusy, "another Sheaf\(holder) serves this workspace; stop it first, or choose another --root")
  }
}
