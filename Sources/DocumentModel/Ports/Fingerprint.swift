/// How a file looks from outside: enough to notice, without reading it, that it is another one or was written to.
///
/// All times are nanoseconds since 1970.
public struct Fingerprint: Hashable, Sendable {
  /// The file system's number; another one when the file system is mounted again.
  public let device: UInt64
  /// The file's number in its file system: a rename leaves it as it is.
  public let inode: UInt64
  /// Length in bytes.
  public let size: Int64
  /// When the content was last written.
  public let modified: Int64
  /// When the content, the name or the attributes last changed.
  public let changed: Int64
  /// When the file was made; nil where the file system does not say.
  public let born: Int64?
  /// Whether any later write shows in the times.
  ///
  /// False for a content that was read a moment after it was written. The clock of the file system may show the same
  /// time for a second write. Such a fingerprint is like no file's, so the content is read again.
  public let isSettled: Bool

  /// A fingerprint from its parts.
  public init(
    device: UInt64, inode: UInt64, size: Int64, modified: Int64, changed: Int64, born: Int64? = nil,
    isSettled: Bool = true
  ) {
    (self.device, self.inode, self.size) = (device, inode, size)
    (self.modified, self.changed, self.born) = (modified, changed, born)
    self.isSettled = isSettled
  }

  /// Like no file's.
  public static let unknown = Fingerprint(
    device: 0, inode: 0, size: 0, modified: 0, changed: 0, isSettled: false)

  /// The fingerprint of the same file, with which its content is read again.
  public var unsettled: Fingerprint {
    Fingerprint(
      device: device, inode: inode, size: size, modified: modified, changed: changed, born: born,
      isSettled: false)
  }
}

/// Comparisons of two fingerprints.
extension Fingerprint {
  /// Whether both are of one content: a rename or a link, which changes ``changed``, leaves that alone.
  public func hasContent(of other: Fingerprint) -> Bool {
    isSettled == other.isSettled && isWritten(as: other)
  }

  /// As ``hasContent(of:)``, whether or not later writes show.
  public func isWritten(as other: Fingerprint) -> Bool {
    (device, inode, size, modified) == (other.device, other.inode, other.size, other.modified)
  }

  /// Whether nothing has changed, the name and the attributes included.
  ///
  /// A fingerprint that does not say when the file was made counts as well.
  public func isUnchanged(from other: Fingerprint) -> Bool {
    hasContent(of: other) && changed == other.changed
  }

  /// Whether both are surely of one file, wherever it lies and whatever was written to it.
  ///
  /// False where the file system does not say when a file was made: the numbers of removed files are given to new ones.
  public func isSameFile(as other: Fingerprint) -> Bool {
    born != nil && born == other.born && inode == other.inode
  }

  /// Whether both are surely of two files.
  ///
  /// False where the file system does not say when a file was made.
  public func isOtherFile(than other: Fingerprint) -> Bool {
    born != nil && other.born != nil && !isSameFile(as: other)
  }
}

/// How a fingerprint is kept: `device:inode:size:modified:changed@born`, with a `?` behind `modified` when it is not settled.
///
/// The texts of one file begin alike: so an index of texts finds a file by its number.
extension Fingerprint: LosslessStringConvertible {
  /// The beginning of the texts of all fingerprints of this file.
  public var filePrefix: String { "\(device):\(inode):" }

  /// The text.
  public var description: String {
    "\(filePrefix)\(size):\(modified)\(isSettled ? "" : "?"):\(changed)\(born.map { "@\($0)" } ?? "")"
  }

  /// The fingerprint that a text is of; nil when it is of none.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 5, let device = UInt64(parts[0]), let inode = UInt64(parts[1]),
      let size = Int64(parts[2])
    else { return nil }
    let isSettled = parts[3].last != "?"
    let last = parts[4].split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard let modified = Int64(isSettled ? parts[3] : parts[3].dropLast()), let changed = Int64(last[0])
    else { return nil }
    let born = last.count > 1 ? Int64(last[1]) : nil
    guard last.count == 1 || born != nil else { return nil }
    self.init(
      device: device, inode: inode, size: size, modified: modified, changed: changed, born: born,
      isSettled: isSettled)
  }
}
