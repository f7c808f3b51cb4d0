public import FoundationEssentials

/// An annotation that a PDF brings with it; its pages show it.
public struct EmbeddedAnnotation: Hashable, Sendable, Codable {
  /// The most annotations that are told of a document.
  public static let most = 10_000
  /// The most characters of each text.
  public static let mostCharacters = 4_000

  /// The page, from 1.
  public let page: Int
  /// Its subtype as PDF names it: `Highlight`, `Text`, `Ink` (ISO 32000-1, 12.5.6).
  public let kind: String
  /// The rectangle around it, in page units.
  public let box: PageRectangle
  /// Its note; nil without one.
  public let contents: String?
  /// The words under it; nil for one that marks none.
  public let words: String?
  /// The author's name; nil when it is not given.
  public let author: String?
  /// The time of its last change; nil when it is not given.
  public let modified: Date?
  /// The colour as `#rrggbb`; nil when it is not given.
  public let color: String?

  /// An annotation from its parts.
  public init(
    page: Int, kind: String, box: PageRectangle, contents: String? = nil, words: String? = nil,
    author: String? = nil, modified: Date? = nil, color: String? = nil
  ) {
    (self.page, self.kind, self.box) = (page, kind, box)
    (self.contents, self.words, self.author) = (contents, words, author)
    (self.modified, self.color) = (modified, color)
  }
}
