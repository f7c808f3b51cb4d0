/// A content that a client has handed over to be saved, and which content it is a change of.
public struct HandedContent: Hashable, Sendable, Codable {
  /// Counts up from 1 within the session: the client's own number.
  public let sequence: Int
  /// Hash of the content.
  public let sha256: ContentHash
  /// Bytes of the content.
  public let size: Int64
  /// What it is to replace: nothing else is ever overwritten by it.
  public var base: SavedContent

  /// A content from its parts.
  public init(sequence: Int, sha256: ContentHash, size: Int64, base: SavedContent) {
    self.sequence = sequence
    self.sha256 = sha256
    self.size = size
    self.base = base
  }
}
