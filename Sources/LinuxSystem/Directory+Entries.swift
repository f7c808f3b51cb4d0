import CLinux
import Glibc

/// One name in a directory.
public struct DirectoryEntry: Hashable, Sendable {
  /// The name's bytes as the file system has them; they need not be UTF-8.
  public let bytes: [UInt8]
  /// The name; nil when its bytes are not UTF-8.
  public var name: String? { String(validating: bytes, as: UTF8.self) }
  /// What it names; nil where the file system does not say (then ask ``Directory/status(_:)``).
  public let kind: FileStatus.Kind?
}

extension Directory {
  /// Calls `body` for each name in this directory, in no order, without `.` and `..`.
  ///
  /// Memory is bounded however many there are. An error thrown by `body` ends the reading and is thrown on.
  public func forEachEntry(_ body: (DirectoryEntry) throws -> Void) throws {
    // fdopendir takes the descriptor over and moves its position, so it gets one of its own.
    let own = try open(".", flags: O_RDONLY | O_DIRECTORY)
    guard let stream = fdopendir(clinux_duplicate(own.rawValue)) else {
      throw SystemError(errno: Glibc.errno, call: "fdopendir")
    }
    defer { closedir(stream) }
    while true {
      Glibc.errno = 0
      guard let entry = readdir(stream) else {
        guard Glibc.errno == 0 else { throw SystemError(errno: Glibc.errno, call: "readdir") }
        return
      }
      let found = Self.entry(entry)
      if found.bytes != [0x2E], found.bytes != [0x2E, 0x2E] { try body(found) }
    }
  }

  /// All names in this directory.
  ///
  /// Only for directories of the server's own, known to be small.
  public func entries() throws -> [DirectoryEntry] {
    var all: [DirectoryEntry] = []
    try forEachEntry { all.append($0) }
    return all
  }

  private static func entry(_ entry: UnsafeMutablePointer<dirent>) -> DirectoryEntry {
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
