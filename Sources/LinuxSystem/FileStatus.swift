import Glibc

/// What `stat(2)` says of a file.
public struct FileStatus: Hashable, Sendable {
  /// What kind of file it is.
  public enum Kind: Hashable, Sendable {
    /// A plain file.
    case regular
    /// A directory.
    case directory
    /// A symbolic link.
    case link
    /// A device, socket or FIFO.
    case special
  }

  /// What kind of file it is.
  public let kind: Kind
  /// The file system's number.
  public let device: UInt64
  /// The file's number in its file system.
  public let inode: UInt64
  /// Names that the file has.
  public let links: UInt64
  /// Length in bytes.
  public let size: Int64
  /// When the content was last written, in nanoseconds since 1970.
  public let modified: Int64
  /// When the file or its attributes last changed, in nanoseconds since 1970.
  public let changed: Int64
  /// When the file was made, in nanoseconds since 1970; nil where the file system does not know.
  ///
  /// With ``inode`` it tells a file from a later one that was given the same number.
  public let birth: Int64?

  /// A status from its parts, for what is shown as one file without being one.
  public init(
    kind: Kind, device: UInt64, inode: UInt64, links: UInt64, size: Int64, modified: Int64, changed: Int64,
    birth: Int64? = nil
  ) {
    self.kind = kind
    self.device = device
    self.inode = inode
    self.links = links
    self.size = size
    self.modified = modified
    self.changed = changed
    self.birth = birth
  }

  init(_ facts: stat, birth: Int64?) {
    kind =
      switch facts.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .directory
      case S_IFLNK: .link
      default: .special
      }
    device = UInt64(facts.st_dev)
    inode = UInt64(facts.st_ino)
    links = UInt64(facts.st_nlink)
    size = Int64(facts.st_size)
    modified = Self.nanoseconds(facts.st_mtim)
    changed = Self.nanoseconds(facts.st_ctim)
    self.birth = birth
  }

  /// Times that are too far away to be counted so, before 1677 or after 2262, are the first and the last that are not:
  /// anybody can give a file any time.
  static func nanoseconds(_ time: timespec) -> Int64 {
    let (seconds, isTooFar) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, isBeyond) = seconds.addingReportingOverflow(Int64(time.tv_nsec))
    guard isTooFar || isBeyond else { return sum }
    return time.tv_sec < 0 ? .min : .max
  }
}
