import Glibc

/// A file's metadata from `stat(2)`.
public struct FileStatus: Hashable, Sendable {
  /// A file's type.
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

  /// The file's type.
  public let kind: Kind
  /// The file system's number.
  public let device: UInt64
  /// The file's number in its file system.
  public let inode: UInt64
  /// The number of hard links.
  public let links: UInt64
  /// Length in bytes.
  public let size: Int64
  /// The time of the last write, in nanoseconds since 1970.
  public let modified: Int64
  /// The time of the last change of the file or its attributes, in nanoseconds since 1970.
  public let changed: Int64
  /// The time when the file was made, in nanoseconds since 1970; nil where the file system does not record it.
  ///
  /// With ``inode`` it distinguishes a file from a later one with the same number.
  public let birth: Int64?

  /// A status from its parts, for a file that is composed of several.
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

  /// Converts a time; times before 1677 or after 2262 are clamped, because any program can set any time.
  static func nanoseconds(_ time: timespec) -> Int64 {
    let (seconds, isTooFar) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, isBeyond) = seconds.addingReportingOverflow(Int64(time.tv_nsec))
    guard isTooFar || isBeyond else { return sum }
    return time.tv_sec < 0 ? .min : .max
  }
}
