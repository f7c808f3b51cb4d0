import Glibc
import LinuxSystem

/// Why a disk takes no bytes, found by giving it some.
///
/// SQLite reports a failed write alike (`SQLITE_IOERR_WRITE`) on a read-only, full or broken disk, and does not keep
/// the kernel's reason (sqlite.org/rescode.html). The flags of a disk that turned read-only after an error do not say
/// so either: only a write shows it.
enum DiskRefusal {
  /// `O_TMPFILE`, a macro that is not imported: a file without a name, which is gone when it is closed.
  private static let unnamed: CInt = 0o20_000_000 | O_DIRECTORY

  /// The kernel's reason for which nothing can be written in `folder`; nil when something can.
  ///
  /// Nothing of it stays. No file of a database is touched: closing one would let go of the locks of its users.
  /// Blocks.
  static func reason(in folder: String) -> CInt? {
    do throws(SystemError) {
      let file = try Descriptor.open(folder, flags: O_RDWR | unnamed)
      try file.append([UInt8](repeating: 0, count: 4096))
      return nil
    } catch {
      return reason(of: error.errno, isReadOnly: isReadOnly(folder))
    }
  }

  private static func isReadOnly(_ folder: String) -> Bool {
    (try? Directory(opening: folder).descriptor.isOnReadOnlyDisk()) ?? false
  }

  /// The kernel's reason, but a read-only disk instead of permissions where the disk is one: changing permissions would
  /// not help there.
  static func reason(of errno: CInt, isReadOnly: @autoclosure () -> Bool) -> CInt {
    [EACCES, EPERM].contains(errno) && isReadOnly() ? EROFS : errno
  }

  /// Runs `body`, which writes to the disk of `directory`; what it throws has the reason that is true of that disk.
  ///
  /// Blocks.
  static func explaining<Value>(on directory: Directory, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as SystemError {
      let errno = reason(
        of: error.errno, isReadOnly: (try? directory.descriptor.isOnReadOnlyDisk()) ?? false)
      throw SystemError(errno: errno, call: error.call)
    }
  }
}
