/// The result of `sheaf verify`.
public struct VerificationReport: Hashable, Sendable, Codable {
  /// One thing that is not as it should be.
  public struct Finding: Hashable, Sendable, Codable {
    /// The kind of finding.
    public let kind: Kind
    /// Where, relative to the workspace's root; never an absolute path.
    public let place: String
    /// A sentence for people.
    public let detail: String

    /// A finding from its parts.
    public init(_ kind: Kind, _ place: String, _ detail: String) {
      self.kind = kind
      self.place = place
      self.detail = detail
    }
  }

  /// The kinds of findings.
  ///
  /// The raw values never change.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// The index has a document that is not on the disk.
    case missingFile = "missing-file"
    /// A file has other bytes than when it was indexed, though it looks untouched: the disk damaged it.
    case damagedFile = "damaged-file"
    /// The index has another size for the same bytes.
    case wrongSize = "wrong-size"
    /// A version is kept neither as such nor as a current content.
    case missingVersion = "missing-version"
    /// A version's bytes are not those of its hash.
    case damagedVersion = "damaged-version"
    /// A draft cannot be taken up, or has other bytes.
    case damagedDraft = "damaged-draft"
    /// A file of settings, or what a client left, cannot be understood.
    case damagedSettings = "damaged-settings"
    /// A file of annotations cannot be read, or not as a whole.
    case damagedAnnotations = "damaged-annotations"
    /// A database is damaged or cannot be read.
    case damagedDatabase = "damaged-database"
    /// A file could not be read.
    case unreadable
    /// The index has another sum for all contents than they have together.
    case wrongUsage = "wrong-usage"
    /// The index holds an entry that can be no document; it is left out of every list.
    case unreadableEntry = "unreadable-entry"
    /// The index holds an event that cannot be read.
    case unreadableEvent = "unreadable-event"

    /// A content in a backup whose bytes are not those of its hash.
    case damagedContent = "damaged-content"
    /// A content that a snapshot has and its backup has not.
    case missingContent = "missing-content"
    /// A snapshot that cannot be restored, or not as a whole.
    case damagedSnapshot = "damaged-snapshot"

    /// A file that is not in the index; the next start takes it up.
    case unindexedFile = "unindexed-file"
    /// A file was written to since it was indexed; the next start makes a version of it.
    case changedFile = "changed-file"
    /// A file was moved since it was indexed; the next start follows it.
    case movedFile = "moved-file"
    /// A version that no document has; it is left where it is.
    case unusedVersion = "unused-version"
    /// A document in the Trash whose file was removed on the disk.
    case emptyTrash = "empty-trash"
    /// A content was overwritten on the disk before it could be kept.
    case overwrittenVersion = "overwritten-version"
    /// A content of an earlier version that a repair found to be lost.
    case lostVersion = "lost-version"
    /// A file in the Trash of which the index knows nothing.
    case orphanedTrash = "orphaned-trash"
    /// A file in `tmp`; the next start removes it.
    case leftover
    /// A file that can be no document: its name is not legal, or it is a link or device.
    case passedOver = "passed-over"
  }

  /// Documents whose content was read and compared.
  public internal(set) var documents = 0
  /// Versions whose content was read and compared.
  public internal(set) var versions = 0
  /// Bytes read.
  public internal(set) var bytes: Int64 = 0
  /// Damage: what no start repairs.
  ///
  /// At most ``maximumFindings`` are listed.
  public internal(set) var findings: [Finding] = []
  /// Findings that the next start settles by itself, or that were done on purpose.
  ///
  /// At most ``maximumFindings``.
  public internal(set) var notes: [Finding] = []
  /// All damage, also what is not listed.
  public internal(set) var findingCount = 0
  /// All notes, also those that are not listed.
  public internal(set) var noteCount = 0

  /// So many findings, and so many notes, are listed: memory is bounded however broken a store is.
  public static let maximumFindings = 10_000

  /// Whether there is no damage.
  public var isClean: Bool { findingCount == 0 }

  /// A report without findings.
  public init() {}

  mutating func add(_ kind: Kind, _ place: String, _ detail: String) {
    findingCount += 1
    if findings.count < Self.maximumFindings { findings.append(Finding(kind, place, detail)) }
  }

  mutating func note(_ kind: Kind, _ place: String, _ detail: String) {
    noteCount += 1
    if notes.count < Self.maximumFindings { notes.append(Finding(kind, place, detail)) }
  }
}
