public import FoundationEssentials

/// One immutable content that a document has or had.
///
/// Versions are ordered by number, never by time, because a clock may go backwards.
public struct Version: Hashable, Sendable, Codable {
  /// Counts up from 1 within the document.
  public let number: Int
  /// Hash of the content.
  public let sha256: ContentHash
  /// Bytes of the content.
  public let size: Int64
  /// The identified type of the content.
  public let type: TypeIdentifier
  /// The time at which it was made.
  public let created: Date
  /// The way by which the content came in.
  public let origin: Origin
  /// The name of the token or session that made it; nil without authentication or a record of it.
  public let author: String?
  /// The version whose content came back; only with the origin `.restored`.
  public let restoredFrom: Int?

  /// A version from all its parts.
  public init(
    number: Int, sha256: ContentHash, size: Int64, type: TypeIdentifier, created: Date, origin: Origin,
    author: String? = nil, restoredFrom: Int? = nil
  ) {
    self.number = number
    self.sha256 = sha256
    self.size = size
    self.type = type
    self.created = created
    self.origin = origin
    self.author = author
    self.restoredFrom = restoredFrom
  }
}

/// The way by which a content came into the store.
public enum Origin: String, Hashable, Sendable, Codable, CaseIterable {
  /// Uploaded or saved through the REST API or the browser.
  case api
  /// Claimed from a drop folder.
  case dropFolder = "drop-folder"
  /// Found in `Documents`, written there by another program.
  case disk
  /// Given to `sheaf import`.
  case commandLine = "command-line"
  /// A sample document of the first start.
  case sample
  /// An earlier version of the same document, brought back.
  case restored
  /// The content of another document.
  case copy
  /// Handed over by another app.
  case handOver = "hand-over"
  /// Fetched from an address of the web.
  case web
}

/// The rule for earlier versions: the newest by number and all young ones are kept.
///
/// The current version is always kept.
public struct VersionRetention: Hashable, Sendable {
  /// The number of newest versions that are kept at any age; at least 1, the current one.
  public let count: Int
  /// The age in seconds below which every version is kept.
  public let age: TimeInterval

  /// A hundred versions, and those of the last ninety days.
  public static let standard = VersionRetention(count: 100, days: 90)

  /// A rule; a `count` below 1 becomes 1, a number of `days` below 0 becomes 0.
  public init(count: Int, days: Int) {
    self.count = max(1, count)
    age = TimeInterval(max(0, days)) * 86_400
  }

  /// The earliest creation time of a version that is young at `date`.
  public func horizon(at date: Date) -> Date {
    date.addingTimeInterval(-age)
  }
}
