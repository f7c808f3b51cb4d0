package import DocumentModel
import Glibc
package import LinuxSystem

/// `Library/Versions`: replaced contents, one file per content, named by its hash.
///
/// A file that is there already is read before it is trusted: the disk may have damaged it, while the good bytes are at
/// hand. `known` remembers the files that were read, so a document that goes to and fro between two contents costs that
/// once.
///
/// All calls block.
package struct VersionFolder {
  private let root: Directory
  private let known: KnownHashes?

  package init(_ root: Directory) {
    self.init(root, known: nil)
  }

  init(_ root: Directory, known: KnownHashes?) {
    self.root = root
    self.known = known
  }

  /// Moves the file at `path` in as the version `hash`, durably.
  ///
  /// When that version is kept already and whole, the file goes.
  package func keep(_ path: String, as hash: ContentHash) throws(SystemError) {
    let target = try prepare(hash)
    if try isWhole(target, of: try root.status(path).size, hash) { return try root.remove(path) }
    // The file under this name is damaged: the good one takes its place.
    try root.rename(path, to: target)
    try root.directory(SandboxPath.versionFolder(hash)).synchronize()
  }

  /// As ``keep(_:as:)``, of a file that another program may still have: under another name, or open for writing.
  ///
  /// Its later writes must not reach the version, which is a copy then.
  ///
  /// Throws `.contentChanged` when the file was written to already.
  func keepUnshared(_ path: String, as hash: ContentHash) throws {
    guard try isInUse(path) else { return try keep(path, as: hash) }
    try keepOwnCopy(of: path, as: hash)
    try root.remove(path)
  }

  /// Whether the file at `path` has other names, or is open for writing, where the kernel can tell.
  private func isInUse(_ path: String) throws -> Bool {
    guard let (file, status) = try FileContent.open(path, in: root) else { return false }
    return status.links > 1 || file.hasWriter() == true
  }

  private func keepOwnCopy(of path: String, as hash: ContentHash) throws {
    guard try isKept(hash) || keepDuplicate(of: path, as: hash) else {
      throw DocumentError(
        .contentChanged, "another program is writing to the document; try again in a moment")
    }
  }

  func isKept(_ hash: ContentHash) throws(SystemError) -> Bool {
    let target = SandboxPath.version(hash)
    guard let kept = try root.statusIfPresent(target) else { return false }
    return try isWhole(target, of: kept.size, hash)
  }

  /// Whether the file at `target` is there and has the bytes of `hash`.
  ///
  /// One that cannot be read is not whole.
  private func isWhole(_ target: String, of size: Int64, _ hash: ContentHash) throws(SystemError) -> Bool {
    guard let kept = try root.statusIfPresent(target), kept.kind == .regular, kept.size == size else {
      return false
    }
    if let known, known[kept.fingerprint] == hash { return true }
    let moment = SystemClock.now()
    guard let file = try? root.open(target), (try? FileHasher.hash(file)) == hash else { return false }
    if kept.isSettled(at: moment) { known?[kept.fingerprint] = hash }
    return true
  }

  /// Gives the file at `path` a second name as the version `hash`.
  ///
  /// Copies it where there are no second names, or another program has it as well.
  func keepCopy(of path: String, as hash: ContentHash) throws {
    guard try !isInUse(path) else { return try keepOwnCopy(of: path, as: hash) }
    let target = try prepare(hash)
    guard try !isWhole(target, of: root.status(path).size, hash) else { return }
    do {
      try root.link(path, to: target)
    } catch {
      // There are no second names here, or a damaged file has this one: it is replaced.
      let staging = StagingArea.path(StagingArea.stageName())
      try copy(path, to: staging)
      try root.rename(staging, to: target)
    }
    try root.directory(SandboxPath.versionFolder(hash)).synchronize()
  }

  /// Copies the file at `path` as the version `hash`, durably; false when the copy has another content, because the
  /// file is being written to.
  private func keepDuplicate(of path: String, as hash: ContentHash) throws -> Bool {
    let staging = StagingArea.path(StagingArea.stageName())
    defer { try? root.remove(staging) }
    try copy(path, to: staging)
    guard try FileHasher.hash(root.open(staging)) == hash else { return false }
    _ = try prepare(hash)
    try keep(staging, as: hash)
    return true
  }

  private func prepare(_ hash: ContentHash) throws(SystemError) -> String {
    _ = try root.makeDirectories(SandboxPath.versionFolder(hash))
    return SandboxPath.version(hash)
  }

  private func copy(_ path: String, to target: String) throws(SystemError) {
    let source = try root.open(path)
    let copy = try root.open(target, flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o644)
    try source.copy(try source.status().size, to: copy)
    try copy.synchronize()
  }
}
