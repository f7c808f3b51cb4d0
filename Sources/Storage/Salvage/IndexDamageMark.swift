public import DocumentModel
import Glibc
import LinuxSystem

/// `Library/index.damaged`: the next start is to make the index anew, though there may be one that can be opened.
///
/// Damage was found in it while it was used; or somebody took it away, and the mark holds the name of the copy that has all
/// of it.
///
/// ```
///   damage is found ──▶ the mark ──▶ next start: the index is put aside, the mark goes, a new one is made (IndexSalvage)
///   is away        ──▶ the mark with the copy's name ──▶ next start: the same, of that copy alone, and the mark goes last
///   is back        ──▶ no mark
/// ```
/// The mark without a name goes before the new index is there: when that start ends in between, the next finds no index, and makes it.
public struct IndexDamageMark: Sendable {
  private let root: SandboxRoot

  /// The mark of the workspace at `root`.
  public init(in root: SandboxRoot) {
    self.root = root
  }

  /// Places it with the name of a copy in `Library/Backups`, durably; nothing happens when it is there with that name.
  public func place(of copy: String) async throws(DocumentError) {
    try await root.write("the loss of the index could not be noted") {
      guard try name() != copy else { return }
      let file = try root.directory.open(
        SandboxPath.indexDamage, flags: O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
      try file.append(Array(copy.utf8))
      try file.synchronize()
      try root.directory.directory(SandboxArea.library.path).synchronize()
    }
  }

  /// Takes it away if it has a copy's name: the index is where it was.
  public func takeBack() async throws(DocumentError) {
    try await root.write("the index's return could not be noted") {
      if try name() != nil { try remove() }
    }
  }

  /// The name of the copy that has all of the index, if it says one and that is there; nil when the index is back and went on.
  ///
  /// Blocks.
  func copy() throws(DocumentError) -> IndexCopyName? {
    try refusing("the workspace's \(SandboxPath.indexDamage) could not be read") {
      guard let text = try name(), let copy = IndexCopyName(text), copy.kind == .daily,
        try root.directory.statusIfPresent(copy.path)?.kind == .regular
      else { return nil }
      return hasGoneOn(since: copy) ? nil : copy
    }
  }

  /// Whether the index knows more than a copy: it was put back, and written to before the mark was taken away.
  private func hasGoneOn(since copy: IndexCopyName) -> Bool {
    let path = "\(root.path)/\(SandboxPath.index)"
    guard let then = IndexCopy(name: copy, modified: 0).knowledge(in: root),
      let index = try? SQLiteFile(inspecting: path, subject: "the index")
    else { return false }
    defer { index.close() }
    guard let now = try? index.readNow(IndexKnowledge.init) else { return false }
    return then.epoch == now.epoch && then.lastEvent < now.lastEvent
  }

  private func name() throws(SystemError) -> String? {
    guard let size = try root.directory.statusIfPresent(SandboxPath.indexDamage)?.size, size > 0 else {
      return nil
    }
    return String(decoding: try root.directory.open(SandboxPath.indexDamage).read(255), as: UTF8.self)
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
