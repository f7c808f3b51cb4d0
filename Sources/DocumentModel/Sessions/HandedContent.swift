/// A content that a client sent to be saved, and the content that it replaces.
public struct HandedContent: Hashable, Sendable, Codable {
  /// The client's own number, counted up from 1 within the session.
  public let sequence: Int
  /// Hash of the content.
  public let sha256: ContentHash
  /// Bytes of the content.
  public let size: Int64
  /// The only content that it may replace.
  public var base: SavedContent

  /// A content from its parts.
  public init(sequence: Int, sha256: ContentHash, size: Int64, base: SavedContent) {
    self.sequence = sequence
    self.sha256 = sha256
    self.size = size
    self.base = base
  }
}

/// A content that a document has or had, by its hash and the number of its version.
public struct SavedContent: Hashable, Sendable, Codable {
  /// Hash of the content.
  public let sha256: ContentHash
  /// Number of the version.
  public let version: Int

  /// A content from its parts.
  public init(sha256: ContentHash, version: Int) {
    self.sha256 = sha256
    self.version = version
  }

  /// The current content of `document`.
  public init(_ document: Document) {
    self.init(sha256: document.sha256, version: document.version)
  }
}
