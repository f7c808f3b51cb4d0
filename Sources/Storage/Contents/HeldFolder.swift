import DocumentModel
import Glibc
import LinuxSystem
import Synchronization

/// `Library/Held`: the contents that documents have now, once more, one file per content, named by its hash.
///
/// Somebody who saves by renaming a new file over a document's, or removes it, would take the last name of bytes that
/// were acknowledged. So each content is held from before it gets its name in `Documents`:
///
/// ```
///   the file system shares blocks    a clone         nothing that others do reaches it
///   short, or there is room          a copy          the same (``HoldingRule``)
///   else                             a second name   renaming over it and removing it do not reach it; writing into the
///                                                    file does
/// ```
/// A hold is a help and no promise: it takes no room that others may need, it is not made durable, and its bytes are proved
/// by their hash before a version is made of them.
///
/// All calls block.
struct HeldFolder: Sendable {
  private let root: Directory
  private let cloning: CloneSupport
  private let rule: HoldingRule

  init(_ root: Directory, _ cloning: CloneSupport, _ rule: HoldingRule = HoldingRule()) {
    self.root = root
    self.cloning = cloning
    self.rule = rule
  }

  /// Holds the content of the file at `path`.
  ///
  /// Nothing changes when it is held already, also by a name of another file with this content: to take that name away
  /// would make that file look changed.
  func hold(_ path: String, as hash: ContentHash) throws(SystemError) {
    let (source, target) = (try root.status(path), SandboxPath.held(hash))
    if let held = try root.statusIfPresent(target) {
      guard held.size != source.size else { return }
      try root.remove(target)
    }
    _ = try root.makeDirectories(SandboxPath.heldFolder(hash), durably: false)
    try make(target, of: path, source.size)
  }

  /// Gives what is held of the file at `path` the form that suits the disk by now.
  ///
  /// At each moment it is held in one form or the other. Nothing changes when it is not held.
  func refit(_ path: String, as hash: ContentHash) throws(SystemError) {
    let (source, target) = (try root.status(path), SandboxPath.held(hash))
    guard let held = try root.statusIfPresent(target), held.size == source.size, try !fits(held) else {
      return
    }
    let stage = StagingArea.path(StagingArea.stageName())
    try make(stage, of: path, source.size)
    try root.rename(stage, to: target)
  }

  /// Whether what is held has a form that suits the disk by now.
  ///
  /// What has one name is a copy, or what is left of a file that others removed.
  func fits(_ held: FileStatus) throws(SystemError) -> Bool {
    switch try form(of: held.size) {
    case .either: true
    case .copy: held.links == 1
    // A clone takes no room, and a file system that may make some gives none back.
    case .name: held.links > 1 || cloning.isThere
    }
  }

  private func form(of bytes: Int64) throws(SystemError) -> HoldingRule.Form {
    let space = try root.descriptor.space()
    return rule.form(of: bytes, free: space.free, total: space.total)
  }

  private func make(_ target: String, of path: String, _ bytes: Int64) throws(SystemError) {
    if try clone(path, to: target) { return }
    // What cannot be copied, for want of room say, has a second name still.
    if try form(of: bytes) == .copy, (try? copy(path, bytes, to: target)) != nil { return }
    try root.link(path, to: target)
  }

  /// Holds what a package was packed into, by bytes of their own.
  func hold(_ archive: FileContent, as hash: ContentHash) throws(SystemError) {
    let target = SandboxPath.held(hash)
    if let held = try root.statusIfPresent(target) {
      guard held.size != archive.size else { return }
      try root.remove(target)
    }
    _ = try root.makeDirectories(SandboxPath.heldFolder(hash), durably: false)
    let copy = try make(target)
    do {
      if cloning.isThere, try archive.file.clone(to: copy) { return }
      try archive.file.copy(archive.size, to: copy)
    } catch {
      try root.remove(target)
      throw error
    }
  }

  /// Makes a version of a held content, durably; false when it is not held, or is not what it was.
  func promote(_ hash: ContentHash) throws -> Bool {
    let path = SandboxPath.held(hash)
    guard let (file, status) = try Self.whole(hash, in: root) else {
      try release(hash)
      return false
    }
    let versions = VersionFolder(root)
    // Who still has the file, under another name or open, must not write into a version.
    guard status.links == 1, file.hasWriter() == false else {
      return try versions.keepDuplicate(of: path, as: hash)
    }
    try file.synchronize()
    try versions.keep(path, as: hash)
    return true
  }

  /// What is held of a content in the workspace at `root`, if it still has those bytes.
  static func whole(
    _ hash: ContentHash, in root: Directory
  ) throws -> (file: Descriptor, status: FileStatus)? {
    guard let found = try FileContent.open(SandboxPath.held(hash), in: root),
      try FileHasher.hash(found.0) == hash
    else { return nil }
    return found
  }

  /// Lets go of a content; nothing happens when it is not held.
  func release(_ hash: ContentHash) throws(SystemError) {
    do {
      try root.remove(SandboxPath.held(hash))
    } catch  where error.meansAbsence {}
  }

  /// Whether what is held of a content is a second name of the file at `path`.
  func isName(_ hash: ContentHash, of path: String) throws(SystemError) -> Bool {
    guard let held = try root.statusIfPresent(SandboxPath.held(hash)) else { return false }
    let file = try root.status(path)
    return held.device == file.device && held.inode == file.inode
  }

  /// How many parts there are.
  static let parts = 256

  /// The contents of one part that are held since before `moment`, in nanoseconds since 1970.
  func contents(ofPart part: Int, before moment: Int64) throws -> [ContentHash] {
    let digits = String(part, radix: 16)
    let path = "\(SandboxPath.held)/\(digits.count == 1 ? "0" : "")\(digits)"
    guard let directory = try root.directoryIfPresent(path) else { return [] }
    return try directory.entries().compactMap { entry in
      guard let name = entry.name, let hash = ContentHash(name),
        let status = try directory.statusIfPresent(name), status.changed < moment
      else { return nil }
      return hash
    }
  }

  private func clone(_ path: String, to target: String) throws(SystemError) -> Bool {
    guard cloning.isThere else { return false }
    let copy = try make(target)
    do {
      if try root.open(path).clone(to: copy) { return true }
    } catch {
      try root.remove(target)
      throw error
    }
    cloning.isThere = false
    try root.remove(target)
    return false
  }

  private func copy(_ path: String, _ count: Int64, to target: String) throws(SystemError) {
    let copy = try make(target)
    do {
      try root.open(path).copy(count, to: copy)
    } catch {
      try root.remove(target)
      throw error
    }
  }

  private func make(_ path: String) throws(SystemError) -> Descriptor {
    try root.open(path, flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o644)
  }
}

/// Whether the workspace's file system shares blocks; learned at the first try.
///
/// Safe from any thread.
final class CloneSupport: Sendable {
  private let isMissing = Atomic(false)

  var isThere: Bool {
    get { !isMissing.load(ordering: .relaxed) }
    set { isMissing.store(!newValue, ordering: .relaxed) }
  }
}
