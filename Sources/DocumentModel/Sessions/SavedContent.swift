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
