import Glibc

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
