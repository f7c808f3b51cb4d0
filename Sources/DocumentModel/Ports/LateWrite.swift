/// A file that was replaced here while somebody had it open for writing, and what it has now that they are done.
public struct LateWrite: Sendable {
  /// What the store knows it by.
  public let name: String
  /// What it had when it was replaced, which is an earlier version.
  public let replaced: ContentHash
  /// What it was replaced by.
  public let replacement: ContentHash
  /// Where it lay; nil when only another run of the server knew.
  public let location: Location?
  /// What was written to it since.
  public let content: any ReadableContent
  /// The hash of that.
  public let sha256: ContentHash

  /// A finding from its parts.
  public init(
    name: String, replaced: ContentHash, replacement: ContentHash, location: Location?,
    content: any ReadableContent, sha256: ContentHash
  ) {
    (self.name, self.replaced, self.replacement, self.location) = (name, replaced, replacement, location)
    (self.content, self.sha256) = (content, sha256)
  }
}
