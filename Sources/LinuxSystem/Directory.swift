import CLinux
public import Glibc

/// A directory out of which no path can lead: the kernel resolves every path beneath it.
///
/// Paths are relative, with `/` between names, and are resolved by `openat2(2)` with `RESOLVE_BENEATH`,
/// `RESOLVE_NO_SYMLINKS` and `RESOLVE_NO_MAGICLINKS`: `..`, absolute paths and symbolic links on the way fail with
/// `EXDEV` or `ELOOP`, whoever races. Every call blocks its thread on the disk; call from a ``BlockingPool``.
public final class Directory: Sendable {
  /// `O_PATH` (`open(2)`), which Glibc hides without _GNU_SOURCE: names a file without opening it.
  static let pathOnly: CInt = 0o10000000

  /// The directory's own descriptor.
  public let descriptor: Descriptor

  /// Opens an absolute path of the server's own (never one that a client named).
  public init(opening path: String) throws(SystemError) {
    descriptor = try Descriptor.open(path, flags: O_RDONLY | O_DIRECTORY)
  }

  init(_ descriptor: Descriptor) {
    self.descriptor = descriptor
  }

  /// The directory that is open as `descriptor`, which stays its owner's.
  ///
  /// Throws `ENOTDIR` when that is none.
  public convenience init(duplicating descriptor: CInt) throws(SystemError) {
    let copy = try Descriptor(duplicating: descriptor)
    guard try copy.status().kind == .directory else { throw SystemError(errno: ENOTDIR, call: "fcntl") }
    self.init(copy)
  }

  /// The directory at `path` beneath this one; `""` is this one again.
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
    // openat2 refuses O_NONBLOCK beside O_PATH, which never waits anyway.
    let waits: CInt = flags & Self.pathOnly != 0 ? 0 : O_NONBLOCK
    let result = clinux_openat2(
      descriptor.rawValue, path, flags | O_CLOEXEC | O_NOFOLLOW | waits, flags & O_CREAT != 0 ? mode : 0,
      clinux_resolve_beneath())
    return Descriptor(owning: try SystemError.check(result, "openat2"))
  }

  /// What the kernel knows of the file at `path`, which is not opened and, if a link, not followed.
  public func status(_ path: String) throws(SystemError) -> FileStatus {
    try open(path, flags: Self.pathOnly).status()
  }

  /// Makes the directory at `path`; false when one is there already.
  ///
  /// Its parent must exist.
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

  /// Makes the directory at `path`, in no other's tree, durable in the one above; nothing happens when it is there.
  public static func make(_ path: String, mode: UInt32) throws(SystemError) {
    guard mkdir(path, mode_t(mode)) == 0 else {
      guard errno == EEXIST else { throw SystemError(errno: errno, call: "mkdir") }
      return
    }
    // One that may not be read cannot be synchronised.
    guard let above = try? Directory(opening: parent(of: path)) else { return }
    try above.synchronize()
  }

  private static func parent(of path: String) -> String {
    let names = path.utf8.split(separator: UInt8(ascii: "/")).dropLast()
    let joined = names.map { String(Substring($0)) }.joined(separator: "/")
    return path.utf8.first == UInt8(ascii: "/") ? "/" + joined : joined.isEmpty ? "." : joined
  }

  /// Makes the directory at `path` and those above it, each made durable in its parent, also where somebody else has just
  /// made it.
  ///
  /// True when it is new.
  ///
  /// - Parameter durably: false where nothing is lost with them, so that the disk is not waited for.
  public func makeDirectories(_ path: String, durably: Bool = true) throws(SystemError) -> Bool {
    var made = false
    var soFar = ""
    // By bytes, as the kernel does it: a slash and a combining mark after it are one character to Swift.
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

  /// How a rename treats what lies at the target.
  public enum RenameRule: Sendable {
    /// What lies there is lost.
    case replace
    /// The rename fails with `EEXIST`.
    case keep
    /// Both change places.
    case exchange
  }

  /// Gives the file at `source` the name `target` beneath `other` (this directory when nil), atomically.
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

  /// Gives the file at `source` a second name `target` beneath `other` (this directory when nil).
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

  /// The directory that holds the last name of `path`, and that name.
  func parent(of path: String) throws(SystemError) -> (Descriptor, String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else {
      return (descriptor, try Self.checked(path))
    }
    let parent = try open(String(path[..<slash]), flags: Self.pathOnly | O_DIRECTORY)
    return (parent, try Self.checked(String(path[path.utf8.index(after: slash)...])))
  }

  /// The calls that take a parent and a name do not refuse these by themselves.
  private static func checked(_ name: String) throws(SystemError) -> String {
    guard !name.isEmpty, name != ".", name != "..", !name.utf8.contains(0),
      !name.utf8.contains(UInt8(ascii: "/"))
    else {
      throw SystemError(errno: EINVAL, call: "path")
    }
    return name
  }
}
