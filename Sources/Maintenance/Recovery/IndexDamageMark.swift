public import DocumentModel
import Glibc
import LinuxSystem
public import Storage

/// `Library/index.damaged`: the next start takes the index from its newest copy, though the present one may open.
///
/// Damage was found in the index while it was used, or its file was removed.
///
/// ```
///   damage is found, or it is away ──▶ the mark ──▶ next start: the index is put aside, the mark goes, its copy is taken
///   it is back                     ──▶ no mark
/// ```
public struct IndexDamageMark: Sendable {
  private let root: SandboxRoot

  /// The mark of the workspace at `root`.
  public init(in root: SandboxRoot) {
    self.root = root
  }

  /// Places it, durably; nothing happens when it is there.
  public func place() async throws(DocumentError) {
    try await root.write("the damage of the index could not be noted") {
      guard try root.directory.statusIfPresent(SandboxPath.indexDamage) == nil else { return }
      _ = try root.directory.open(SandboxPath.indexDamage, flags: O_WRONLY | O_CREAT, mode: 0o600)
      try root.directory.directory(SandboxArea.library.path).synchronize()
    }
  }

  /// Takes it away; nothing happens when it is not there.
  public func remove() async throws(DocumentError) {
    try await root.write("the index's return could not be noted") { try removeNow() }
  }

  func removeNow() throws(SystemError) {
    do {
      try root.directory.remove(SandboxPath.indexDamage)
    } catch  where error.meansAbsence {}
  }

  func isPlaced() throws(DocumentError) -> Bool {
    try refusing("the workspace's \(SandboxPath.indexDamage) could not be examined") {
      try root.directory.statusIfPresent(SandboxPath.indexDamage) != nil
    }
  }
}
