import DocumentModel
import LinuxSystem

/// The directories of a workspace from the first start on, and the kinds of files that may lie in their places.
///
/// All calls block.
struct SandboxLayout {
  private static let made = [SandboxPath.versions, SandboxPath.trash]
  /// Made when the first thing comes into them.
  private static let folders = [
    SandboxPath.held, SandboxPath.drafts, SandboxPath.uploads, SandboxPath.indexCopies, SandboxPath.damaged,
  ]
  private static let files = [
    SandboxPath.lock, SandboxPath.revocations, SandboxPath.indexDamage, SandboxPath.lastBackup,
  ]

  let root: Directory

  /// Makes missing directories: `Caches` and even `Library` may be removed while the server is down.
  ///
  /// Throws `.storageFailed` with the path of a file that lies in the place of a directory.
  func make() throws(DocumentError) {
    for area in SandboxArea.allCases where area.isPermanent { try make(area.path, mode: area.mode) }
    for path in Self.made { try make(path, mode: 0o700) }
    for path in Self.folders { try require(.directory, at: path) }
    for path in Self.files { try require(.regular, at: path) }
    try refusing("the workspace's \(SandboxArea.library.path) could not be made durable") {
      try root.directory(SandboxArea.library.path).synchronize()
      try root.synchronize()
    }
    try refuseSeveralFileSystems()
  }

  private func make(_ path: String, mode: UInt32) throws(DocumentError) {
    try require(.directory, at: path)
    try refusing("the workspace's \(path) could not be made or opened") {
      _ = try root.makeDirectory(path, mode: mode)
      _ = try root.directory(path)
    }
  }

  /// Throws `.storageFailed` when another kind of thing than `kind`, or a link, is at `path`.
  func require(_ kind: FileStatus.Kind, at path: String) throws(DocumentError) {
    let found = try refusing("the workspace's \(path) could not be examined") {
      try root.statusIfPresent(path)?.kind
    }
    guard found == nil || found == kind else {
      let wanted = kind == .directory ? "a real directory" : "a regular file"
      throw DocumentError(.storageFailed, "the workspace's \(path) must be \(wanted)")
    }
  }

  /// A content gets its name by a rename, which cannot cross file systems.
  private func refuseSeveralFileSystems() throws(DocumentError) {
    let areas: [SandboxArea] = [.documents, .library, .temporary]
    let devices = try refusing("the workspace's areas could not be examined") {
      try areas.map { try root.directory($0.path).descriptor.status().device }
    }
    guard Set(devices).count == 1 else {
      throw DocumentError(
        .storageFailed,
        "Documents, Library and tmp must lie on one file system; mount one volume for all three")
    }
  }
}
