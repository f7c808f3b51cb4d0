public import FoundationEssentials

/// One immutable content that a document has or had.
public struct Version: Hashable, Sendable, Codable {
  /// Counts up from 1 within the document.
  public let number: Int
  /// Hash of the content.
  public let sha256: ContentHash
  /// Bytes of the content.
  public let size: Int64
  /// What the content was identified as.
  public let type: TypeIdentifier
  /// When it was made.
  public let created: Date
  /// Which way it came in.
  public let origin: Origin

  /// A version from all its parts.
  public init(
    number: Int, sha256: ContentHash, size: Int64, type: TypeIdentifier, created: Date, origin: Origin
  ) {
    self.number = number
    self.sha256 = sha256
    self.size = size
    self.type = type
    self.created = created
    self.origin = origin
  }
}
