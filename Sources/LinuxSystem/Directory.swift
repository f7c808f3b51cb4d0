import CLinux
public import Glibc

/// A directory that no path can escape: the kernel resolves every path beneath it.
///
/// Paths are relative, with `/` between names. `openat2(2)` resolves them with `RESOLVE_BENEATH`,
/// `RESOLVE_NO_SYMLINKS` and `RESOLVE_NO_MAGICLINKS`. So `..`, absolute paths and symbolic links fail with `EXDEV`
/// or `ELOOP`, without races. Every call blocks its thread on the disk; call from a ``BlockingPool``.
public final class Directory: Sendable {
  /// `O_PATH` (`open(2)`), which Glibc hides without _GNU_SOURCE: refers to a file without opening it.
  static let pathOnly: CInt = 0o10000000

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

  func parent(of path: String) throws(SystemError) -> (Descriptor, String) {
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
