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
