/// Pages of a document as the index of words has them.
public struct IndexedPages: Hashable, Sendable {
  /// A page with its words.
  public struct Page: Hashable, Sendable {
    /// The page's number, from 1.
    public let number: Int
    /// Its words.
    public let text: PageText
    /// The language by whose stems its words are found, by its tag (BCP 47); nil where none is known.
    public let language: String?

    /// A page from its parts.
    public init(number: Int, _ text: PageText, language: String?) {
      (self.number, self.text, self.language) = (number, text, language)
    }
  }

  /// The content whose pages they are.
  public let hash: ContentHash
  /// How far the index is with the content.
  public let progress: ContentProgress
  /// The content's pages in whose pictures words may still be read.
  public let scans: Int
  /// The pages in their order.
  public let pages: [Page]
  /// Whether no page follows.
  public let isLast: Bool

  /// Pages from their parts.
  public init(
    _ pages: [Page], of hash: ContentHash, progress: ContentProgress, scans: Int, isLast: Bool
  ) {
    (self.pages, self.hash, self.progress) = (pages, hash, progress)
    (self.scans, self.isLast) = (scans, isLast)
  }
}
