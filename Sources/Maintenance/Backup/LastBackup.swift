public import DocumentModel
import Glibc
import LinuxSystem
public import Storage

/// When the last complete backup of a workspace was made: the time of an empty file, which `sheaf backup` touches.
///
/// The server of the workspace is another process, and tells its operator.
public enum LastBackup {
  /// The time in seconds since 1970; nil where no complete backup is known of.
  ///
  /// Throws `.storageFailed`.
  public static func time(in root: SandboxRoot) async throws(DocumentError) -> Int64? {
    try await root.run("the time of the last backup could not be read") {
      try root.directory.statusIfPresent(SandboxPath.lastBackup).map { $0.modified / 1_000_000_000 }
    }
  }

  /// Notes that a backup is complete now.
  ///
  /// Blocks. A workspace that cannot be written to has no such note: its backup is as good.
  static func note(in root: SandboxRoot) {
    let file = try? root.directory.open(SandboxPath.lastBackup, flags: O_WRONLY | O_CREAT, mode: 0o600)
    try? file?.touch()
  }
}
