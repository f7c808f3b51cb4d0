public import FoundationEssentials

/// The entries of an archive, in the order in which they are stored.
public struct ArchiveListing: Hashable, Sendable, Codable {
  /// A file, folder or link in an archive.
  public struct Entry: Hashable, Sendable, Codable {
    /// The kinds of entries.
    public enum Kind: String, Hashable, Sendable, Codable {
      /// A file with bytes.
      case file
      /// A folder; many archives name the files in it alone.
      case folder
      /// A link to another entry, a device and the like: nothing that can be taken out.
      case other
    }

    /// The path within the archive, as it is written there; empty for the only file of a compressed file.
    public let path: String
    /// Its kind.
    public let kind: Kind
    /// The length in bytes, as the archive says; nil where it does not say.
    public let size: Int64?
    /// The time of the last change; nil where the archive does not say.
    public let modified: Date?
    /// Whether a password is needed for its bytes.
    public let isEncrypted: Bool

    /// An entry from its parts.
    public init(path: String, kind: Kind, size: Int64?, modified: Date?, isEncrypted: Bool) {
      self.path = path
      self.kind = kind
      self.size = size
      self.modified = modified
      self.isEncrypted = isEncrypted
    }
  }

  /// The most entries that are listed.
  public static let maximumEntries = 10_000
  /// The longest path in bytes; longer ones are cut.
  public static let maximumPathBytes = 1_024

  /// The format, as libarchive calls it: "ZIP 2.0 (deflation)".
  public let format: String
  /// The entries; their places in this list are their numbers, from 0.
  public let entries: [Entry]
  /// Whether all entries are listed; false beyond a limit, and for an archive that is damaged after these.
  public let isWhole: Bool

  /// A listing from its parts.
  public init(format: String, entries: [Entry], isWhole: Bool) {
    self.format = format
    self.entries = entries
    self.isWhole = isWhole
  }
}
