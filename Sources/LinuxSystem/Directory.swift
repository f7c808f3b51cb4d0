import CLinux
public import Glibc

/// A directory that no path can escape: the kernel resolves every path beneath it.
///
/// Paths are relative, with `/` between names. `openat2(2)` resolves them with `RESOLVE_BENEATH`,
/// `RESOLVE_NO_SYMLINKS` and `RESOLVE_NO_MAGICLINKS`. So `..`, absolute paths and symbolic links fail with `EXDEV`
/// or `ELOOP`, without races. Every call blocks its thread on the disk; call from a ``BlockingPool``.
public final class Directory: Sendable {
  /// `O_PATH` (`open(2)`), which Glibc hides without _GNU_SOURCE: refers to a file without opening it.
  private static let pathOnly: CInt = 0o10000000

  /// The directory's own descriptor.
  public let descriptor: Descriptor

  /// Opens an absolute path of the server's own, never a client's.
  public init(opening path: String) throws(SystemError) {
    descriptor = try Descriptor.open(path, flags: O_RDONLY | O_DIRECTORY)
  }

  init(_ descriptor: Descriptor) {
    self.descriptor = descriptor
  }

  /// The directory that is open as `descriptor`, which stays its owner's.
  ///
  /// Throws `ENOTDIR` when `descriptor` is no directory.
  public convenience init(duplicating descriptor: CInt) throws(SystemError) {
    let copy = try Descriptor(duplicating: descriptor)
    guard try copy.status().kind == .directory else { throw SystemError(errno: ENOTDIR, call: "fcntl") }
    self.init(copy)
  }

  /// The directory at `path` beneath this one; `""` is this one.
  public func directory(_ path: String) throws(SystemError) -> Directory {
    guard !path.isEmpty else { return Directory(try descriptor.duplicate()) }
    return Directory(try open(path, flags: O_RDONLY | O_DIRECTORY))
  }

  /// Opens the file at `path`.
  ///
  /// Never follows a link and never waits for a FIFO or device.
  public func open(
    _ path: String, flags: CInt = O_RDONLY, mode: UInt32 = 0o644
  ) throws(SystemError) -> Descriptor {
    // openat2 refuses O_NONBLOCK with O_PATH, which never waits.
    let waits: CInt = flags & Self.pathOnly != 0 ? 0 : O_NONBLOCK
    let result = clinux_openat2(
      descriptor.rawValue, path, flags | O_CLOEXEC | O_NOFOLLOW | waits, flags & O_CREAT != 0 ? mode : 0,
      clinux_resolve_beneath())
    return Descriptor(owning: try SystemError.check(result, "openat2"))
  }

  /// The metadata of the file at `path`; the file is not opened, a link not followed.
  public func status(_ path: String) throws(SystemError) -> FileStatus {
    try open(path, flags: Self.pathOnly).status()
  }

  /// Makes the directory at `path`, whose parent must exist; false when it exists.
  public func makeDirectory(_ path: String, mode: UInt32 = 0o755) throws(SystemError) -> Bool {
    let (parent, name) = try parent(of: path)
    do {
      _ = try SystemError.checkErrno("mkdirat") { mkdirat(parent.rawValue, name, mode) }
      return true
    } catch  where error.errno == EEXIST {
      guard try status(path).kind == .directory else { throw error }
      return false
    }
  }

  /// Makes the directory at a path outside any `Directory`, and synchronises its parent; an existing one is no error.
  public static func make(_ path: String, mode: UInt32) throws(SystemError) {
    guard mkdir(path, mode_t(mode)) == 0 else {
      guard errno == EEXIST else { throw SystemError(errno: errno, call: "mkdir") }
      return
    }
    // An unreadable parent cannot be synchronised.
    guard let above = try? Directory(opening: parent(of: path)) else { return }
    try above.synchronize()
  }

  private static func parent(of path: String) -> String {
    let names = path.utf8.split(separator: UInt8(ascii: "/")).dropLast()
    let joined = names.map { String(Substring($0)) }.joined(separator: "/")
    return path.utf8.first == UInt8(ascii: "/") ? "/" + joined : joined.isEmpty ? "." : joined
  }

  /// Makes the directory at `path` and its missing parents, each made durable in its parent; true when it is new.
  ///
  /// A directory that another request has just made is made durable, too.
  ///
  /// - Parameter durably: false for directories whose loss does no harm, to avoid waiting for the disk.
  public func makeDirectories(_ path: String, durably: Bool = true) throws(SystemError) -> Bool {
    var made = false
    var soFar = ""
    // Split by bytes, as the kernel does: Swift joins a slash and a following combining mark to one character.
    for name in path.utf8.split(separator: UInt8(ascii: "/")) {
      let above = soFar
      soFar = soFar.isEmpty ? String(Substring(name)) : "\(soFar)/\(Substring(name))"
      made = try makeDirectory(soFar)
      guard durably else { continue }
      let found = try status(soFar)
      guard made || !DurableNames.known.contains(found) else { continue }
      try directory(above).synchronize()
      DurableNames.known.insert(found)
    }
    return made
  }

  /// The treatment of an existing target of a rename.
  public enum RenameRule: Sendable {
    /// The target is replaced.
    case replace
    /// The rename fails with `EEXIST`.
    case keep
    /// Source and target change places.
    case exchange
  }

  /// Renames the file at `source` to `target` beneath `other` (this directory when nil), atomically.
  public func rename(
    _ source: String, to target: String, in other: Directory? = nil, rule: RenameRule = .replace
  ) throws(SystemError) {
    let (from, oldName) = try parent(of: source)
    let (to, newName) = try (other ?? self).parent(of: target)
    let flags: UInt32 =
      switch rule {
      case .replace: 0
      case .keep: 1  // RENAME_NOREPLACE
      case .exchange: 2  // RENAME_EXCHANGE
      }
    let result = clinux_renameat2(from.rawValue, oldName, to.rawValue, newName, flags)
    _ = try SystemError.check(result, "renameat2")
  }

  /// Makes a hard link `target` to the file at `source`, beneath `other` (this directory when nil).
  public func link(
    _ source: String, to target: String, in other: Directory? = nil
  ) throws(SystemError) {
    let (from, oldName) = try parent(of: source)
    let (to, newName) = try (other ?? self).parent(of: target)
    _ = try SystemError.checkErrno("linkat") { linkat(from.rawValue, oldName, to.rawValue, newName, 0) }
  }

  /// Removes the file at `path`.
  public func remove(_ path: String) throws(SystemError) {
    let (parent, name) = try parent(of: path)
    _ = try SystemError.checkErrno("unlinkat") { unlinkat(parent.rawValue, name, 0) }
  }

  /// Removes the empty directory at `path`.
  public func removeDirectory(_ path: String) throws(SystemError) {
    let (parent, name) = try parent(of: path)
    _ = try SystemError.checkErrno("unlinkat") { unlinkat(parent.rawValue, name, AT_REMOVEDIR) }
  }

  /// Makes the names in this directory durable.
  public func synchronize() throws(SystemError) {
    try descriptor.synchronize()
  }

  private func parent(of path: String) throws(SystemError) -> (Descriptor, String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else {
      return (descriptor, try Self.checked(path))
    }
    let parent = try open(String(path[..<slash]), flags: Self.pathOnly | O_DIRECTORY)
    return (parent, try Self.checked(String(path[path.utf8.index(after: slash)...])))
  }

  /// The `*at` calls do not refuse these names by themselves.
  private static func checked(_ name: String) throws(SystemError) -> String {
    guard !name.isEmpty, name != ".", name != "..", !name.utf8.contains(0),
      !name.utf8.contains(UInt8(ascii: "/"))
    else {
      throw SystemError(errno: EINVAL, call: "path")
    }
    return name
  }
}

// MARK: - Entries

/// A name in a directory.
public struct DirectoryEntry: Hashable, Sendable {
  /// The name's bytes in the file system; they need not be UTF-8.
  public let bytes: [UInt8]
  /// The name; nil when its bytes are not UTF-8.
  public var name: String? { String(validating: bytes, as: UTF8.self) }
  /// The kind of file; nil where the file system does not tell (then use ``Directory/status(_:)``).
  public let kind: FileStatus.Kind?
}

extension Directory {
  /// Calls `body` for each name in this directory, in no order, without `.` and `..`.
  ///
  /// Memory is bounded for any number of names. An error thrown by `body` ends the reading and is rethrown.
  public func forEachEntry(_ body: (DirectoryEntry) throws -> Void) throws {
    let reader = try DirectoryReader(self)
    while true {
      let entries = try reader.next(256)
      guard !entries.isEmpty else { return }
      for entry in entries { try body(entry) }
    }
  }

  /// All names in this directory.
  ///
  /// Only for the server's own directories, which are small.
  public func entries() throws -> [DirectoryEntry] {
    var all: [DirectoryEntry] = []
    try forEachEntry { all.append($0) }
    return all
  }

  static func entry(_ entry: UnsafeMutablePointer<dirent>) -> DirectoryEntry {
    let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
    let kind: FileStatus.Kind? =
      switch Int(entry.pointee.d_type) {
      case Int(DT_REG): .regular
      case Int(DT_DIR): .directory
      case Int(DT_LNK): .link
      case Int(DT_UNKNOWN): nil
      default: .special
      }
    return DirectoryEntry(bytes: bytes, kind: kind)
  }
}

// MARK: - Bytes

/// The calls for paths that need not be UTF-8.
///
/// A path is the ``DirectoryEntry/bytes`` of its names, joined by slashes, and is resolved under the same rules.
extension Directory {
  /// The directory at a path of bytes.
  public func directory(bytes path: [UInt8]) throws(SystemError) -> Directory {
    Directory(try open(bytes: path, flags: O_RDONLY | O_DIRECTORY))
  }

  /// Opens the file at a path of bytes; does not create files.
  public func open(bytes path: [UInt8], flags: CInt = O_RDONLY) throws(SystemError) -> Descriptor {
    let waits: CInt = flags & Self.pathOnly != 0 ? 0 : O_NONBLOCK
    let result = clinux_openat2(
      descriptor.rawValue, try Self.cString(path), flags | O_CLOEXEC | O_NOFOLLOW | waits, 0,
      clinux_resolve_beneath())
    return Descriptor(owning: try SystemError.check(result, "openat2"))
  }

  /// The metadata of the file at a path of bytes; the file is not opened, a link not followed.
  public func status(bytes path: [UInt8]) throws(SystemError) -> FileStatus {
    try open(bytes: path, flags: Self.pathOnly).status()
  }

  /// Renames the file at a path of bytes to `target`, atomically.
  ///
  /// Throws `EEXIST` when `target` exists.
  public func rename(bytes source: [UInt8], to target: String) throws(SystemError) {
    let (from, oldName) = try parent(ofBytes: source)
    let (to, newName) = try parent(of: target)
    let keep: UInt32 = 1  // RENAME_NOREPLACE
    let result = clinux_renameat2(from.rawValue, oldName, to.rawValue, newName, keep)
    _ = try SystemError.check(result, "renameat2")
  }

  private func parent(ofBytes path: [UInt8]) throws(SystemError) -> (Descriptor, [CChar]) {
    let name = path.lastIndex(of: UInt8(ascii: "/")).map { Array(path[($0 + 1)...]) } ?? path
    guard !name.isEmpty, name != Array(".".utf8), name != Array("..".utf8) else {
      throw SystemError(errno: EINVAL, call: "path")
    }
    let folder = Array(path.dropLast(name.count + 1))
    let parent = folder.isEmpty ? descriptor : try open(bytes: folder, flags: Self.pathOnly | O_DIRECTORY)
    return (parent, try Self.cString(name))
  }

  private static func cString(_ bytes: [UInt8]) throws(SystemError) -> [CChar] {
    guard !bytes.contains(0) else { throw SystemError(errno: EINVAL, call: "path") }
    return bytes.map { CChar(bitPattern: $0) } + [0]
  }
}

// MARK: - Removal

extension Directory {
  /// Removes the file or directory tree at a path of bytes, without following links.
  ///
  /// A missing path is no error. The first failure ends the removal; files removed before it stay removed.
  public func removeTree(bytes path: [UInt8]) throws {
    guard let error = failure(unlinking: path, 0), error.errno != ENOENT else { return }
    guard error.errno == EISDIR else { throw error }
    let inner = try directory(bytes: path)
    for entry in try inner.entries() { try inner.removeTree(bytes: entry.bytes) }
    if let error = failure(unlinking: path, AT_REMOVEDIR) { throw error }
  }

  /// Removes a tree as ``removeTree(bytes:)`` does.
  public func removeTree(_ path: String) throws {
    try removeTree(bytes: Array(path.utf8))
  }

  private func failure(unlinking path: [UInt8], _ flags: CInt) -> SystemError? {
    do {
      let (parent, name) = try parent(ofBytes: path)
      _ = try SystemError.checkErrno("unlinkat") { unlinkat(parent.rawValue, name, flags) }
      return nil
    } catch {
      return error
    }
  }
}

// MARK: - Unnoticed

extension Directory {
  /// `O_NOATIME` (`open(2)`), which Glibc hides without _GNU_SOURCE.
  private static let keepsAccessTime: CInt = 0o1000000

  /// Opens the file at `path` for reading without changing its access time.
  ///
  /// Only the file's owner may do so; other users open it in the usual way.
  public func openUnnoticed(_ path: String) throws(SystemError) -> Descriptor {
    do {
      return try open(path, flags: O_RDONLY | Self.keepsAccessTime)
    } catch  where error.errno == EPERM {
      return try open(path)
    }
  }
}
