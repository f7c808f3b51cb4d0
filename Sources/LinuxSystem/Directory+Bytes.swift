import CLinux
public import Glibc

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

  func parent(ofBytes path: [UInt8]) throws(SystemError) -> (Descriptor, [CChar]) {
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
