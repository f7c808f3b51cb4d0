public import DocumentModel
import Glibc
import LinuxSystem

/// `Library/index.damaged`: damage was found in the index while it was used, and the next start is to make it anew though
/// it can be opened.
///
/// ```
///   damage is found ──▶ the mark ──▶ next start: the index is put aside, the mark goes, a new one is made (IndexSalvage)
/// ```
/// The mark goes before the new index is there: when that start ends in between, the next finds no index, and makes it.
public struct IndexDamageMark: Sendable {
  private let root: SandboxRoot

  /// The mark of the workspace at `root`.
  public init(in root: SandboxRoot) {
    self.root = root
  }

  /// Places it, durably; nothing happens when it is there.
  public func place() async throws(DocumentError) {
    try await root.write("the damage of the index could not be noted") {
      _ = try root.directory.open(SandboxPath.indexDamage, flags: O_WRONLY | O_CREAT, mode: 0o600)
      try root.directory.directory(SandboxArea.library.path).synchronize()
    }
  }

  /// Whether it is there.
  ///
  /// Blocks.
  func isPlaced() throws(DocumentError) -> Bool {
    try refusing("the workspace's \(SandboxPath.indexDamage) could not be examined") {
      try root.directory.statusIfPresent(SandboxPath.indexDamage) != nil
    }
  }

  /// Takes it away; nothing happens when it is not there.
  ///
  /// Blocks.
  func remove() throws(SystemError) {
    do {
      try root.directory.remove(SandboxPath.indexDamage)
    } catch  where error.meansAbsence {}
  }
}
