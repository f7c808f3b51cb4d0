package import DocumentModel
import Glibc
package import LinuxSystem
import Synchronization

/// `Library/Held`: the contents that documents have now, once more, one file per content, named by its hash.
///
/// A program that writes into a document's file, replaces it or removes it would take the last acknowledged bytes. So
/// each content is held before it gets its name in `Documents`. Where the file system shares blocks it is held as a
/// clone. Else it is held as a copy, up to a length and while the disk has room.
///
/// A hold is no promise. It gives way when the disk gets full, and is not made durable. Its hash proves it before a
/// version is made of it.
///
/// All calls block.
package struct HeldFolder: Sendable {
  /// Up to so many bytes are copied whatever the disk has: most of what people edit in place, texts, is shorter.
  static let smallBytes: Int64 = 64 << 10
  /// Up to so many bytes are copied where nothing else is said, which takes some tens of milliseconds.
  static let longestCopy: Int64 = 64 << 20

  private let root: Directory
  private let cloning: CloneSupport
  private let longest: Int64

  init(_ root: Directory, _ cloning: CloneSupport, longest: Int64) {
    (self.root, self.cloning, self.longest) = (root, cloning, longest)
  }

  func hold(_ path: String, as hash: ContentHash) throws(SystemError) {
    let file = try root.open(path)
    _ = try hold(file, of: try file.status().size, as: hash)
  }

  /// Holds a content of so many bytes; false when it is too long for a copy, or the disk has no room for one.
  ///
  /// Nothing changes when it is held already.
  func hold(_ file: Descriptor, of bytes: Int64, as hash: ContentHash) throws(SystemError) -> Bool {
    let target = SandboxPath.held(hash)
    if let held = try root.statusIfPresent(target) {
      guard held.size != bytes else { return true }
      try root.remove(target)
    }
    if !cloning.isThere, try !hasRoom(for: bytes) { return false }
    _ = try root.makeDirectories(SandboxPath.heldFolder(hash), durably: false)
    let copy = try root.open(target, flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o644)
    do throws(SystemError) {
      if try fill(copy, with: file, bytes) { return true }
    } catch {
      try root.remove(target)
      throw error
    }
    try root.remove(target)
    return false
  }

  private func fill(_ copy: Descriptor, with file: Descriptor, _ bytes: Int64) throws(SystemError) -> Bool {
    if cloning.isThere {
      if try file.clone(to: copy) { return true }
      cloning.isThere = false
    }
    guard try hasRoom(for: bytes) else { return false }
    try file.copy(bytes, to: copy)
    return true
  }

  private func hasRoom(for bytes: Int64) throws(SystemError) -> Bool {
    let space = try root.descriptor.space()
    return Self.isCopied(bytes, upTo: longest, free: space.free, of: space.total)
  }

  /// Whether a content of so many bytes is copied on a disk of `total` bytes with `free` left.
  ///
  /// A longer copy leaves 2 GiB or a twelfth free, whichever is more, but half of a small disk.
  static func isCopied(_ bytes: Int64, upTo longest: Int64, free: Int64, of total: Int64) -> Bool {
    bytes <= smallBytes || bytes <= longest && free - bytes >= min(max(2 << 30, total / 12), total / 2)
  }

  /// Makes a version of a held content, durably; false when it is not held, or is not what it was.
  func promote(_ hash: ContentHash) throws -> Bool {
    guard let (file, _) = try Self.whole(hash, in: root) else {
      try release(hash)
      return false
    }
    try file.synchronize()
    try VersionFolder(root).keepUnshared(SandboxPath.held(hash), as: hash)
    return true
  }

  /// The held content in the workspace at `root`, if it still has those bytes.
  package static func whole(
    _ hash: ContentHash, in root: Directory
  ) throws -> (file: Descriptor, status: FileStatus)? {
    guard let found = try FileContent.open(SandboxPath.held(hash), in: root),
      try FileHasher.hash(found.0) == hash
    else { return nil }
    return found
  }

  func release(_ hash: ContentHash) throws(SystemError) {
    do {
      try root.remove(SandboxPath.held(hash))
    } catch  where error.meansAbsence {}
  }

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
