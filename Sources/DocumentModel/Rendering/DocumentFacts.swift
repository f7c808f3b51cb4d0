/// What a worker found out about a document by opening it.
public struct DocumentFacts: Hashable, Sendable, Codable {
  /// How many pages it has.
  public let pageCount: Int
  /// The first pages in order; fewer than `pageCount` when there are more than ``maximumListedPages``, or when finding out
  /// about the others takes long.
  public let pages: [PageFacts]
  /// The table of contents.
  public let outline: [OutlineItem]
  /// The title that the document gives itself.
  public let title: String?
  /// Which library opened it, with its version: "poppler 22.12.0".
  public let renderer: String

  /// More pages than this are counted but not listed, so that an answer stays bounded.
  public static let maximumListedPages = 20_000

  /// Facts from their parts.
  public init(pageCount: Int, pages: [PageFacts], outline: [OutlineItem], title: String?, renderer: String) {
    self.pageCount = pageCount
    self.pages = pages
    self.outline = outline
    self.title = title
    self.renderer = renderer
  }

  /// The page of a number, counted from 1; nil for one that is there and not listed.
  ///
  /// Throws `.notFound` for a page that is not there.
  public func page(_ number: Int) throws(DocumentError) -> PageFacts? {
    guard number >= 1, number <= pageCount else {
      throw DocumentError(.notFound, "there is no page \(number); the document has \(pageCount)")
    }
    return number <= pages.count ? pages[number - 1] : nil
  }
}
