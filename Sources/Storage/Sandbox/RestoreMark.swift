package import DocumentModel
import Glibc
import LinuxSystem

/// Marks a workspace that is not restored yet: half of one must not be taken for a whole.
package enum RestoreMark {
  private static let path = "Library/restoring"

  package static func put(in root: SandboxRoot) throws(DocumentError) {
    try refusing("the new workspace could not be written") {
      _ = try root.directory.open(path, flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
      try root.directory.directory(SandboxArea.library.path).synchronize()
    }
  }

  package static func remove(from root: SandboxRoot) throws(DocumentError) {
    try refusing("the new workspace could not be finished") {
      try root.directory.remove(path)
      try root.directory.directory(SandboxArea.library.path).synchronize()
    }
  }

  /// Throws `.storageFailed` when a restoration into this workspace was interrupted.
  static func requireAbsent(from root: Directory) throws(DocumentError) {
    let isThere = try refusing("the workspace's \(path) could not be examined") {
      try root.statusIfPresent(path) != nil
    }
    guard isThere else { return }
    throw DocumentError(
      .storageFailed,
      "a restoration into this directory was not finished (\(path)); empty the directory and restore again")
  }
}
