import DocumentModel
import Glibc
import LinuxSystem

/// How often credentials were taken away from a workspace, by whichever process: the length of a file that only grows.
///
/// A server remembers for a while whom it let in, and `sheaf token revoke` is another process. A look into the database
/// at every request would cost more than most answers; the length of an open file costs less than a microsecond.
struct RevocationCount: Sendable {
  private let file: Descriptor

  init(root: SandboxRoot) throws(SystemError) {
    file = try root.directory.open(
      SandboxPath.revocations, flags: O_RDWR | O_CREAT | O_APPEND, mode: 0o600)
  }

  /// The count; nil when it cannot be known, because the file was removed.
  var value: Int64? {
    guard let status = try? file.status(), status.links > 0 else { return nil }
    return status.size
  }

  /// Counts one more.
  ///
  /// Blocks.
  func add() throws(SystemError) {
    try file.append([UInt8(ascii: ".")])
  }
}
