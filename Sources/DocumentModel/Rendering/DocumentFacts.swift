/// A worker's description of an opened document.
public struct DocumentFacts: Hashable, Sendable, Codable {
  /// The number of pages.
  public let pageCount: Int
  /// The first pages in order; fewer than `pageCount` beyond ``maximumListedPages``, or when describing the
  /// other pages would take long.
  public let pages: [PageFacts]
  /// The table of contents.
  public let outline: [OutlineItem]
  /// The title in the document's own metadata.
  public let title: String?
  /// The library that opened it, with its version: "poppler 22.12.0".
  public let renderer: String
  /// Whether the document goes on beyond its pages, which are as many as are shown of one of its kind.
  public let isTruncated: Bool

  /// The most pages in `pages`, so that a response stays bounded.
  public static let maximumListedPages = 20_000

  /// Facts from their parts.
  public init(
    pageCount: Int, pages: [PageFacts], outline: [OutlineItem], title: String?, renderer: String,
    isTruncated: Bool = false
  ) {
    self.pageCount = pageCount
    self.pages = pages
    self.outline = outline
    self.title = title
    self.renderer = renderer
    self.isTruncated = isTruncated
  }

  /// The same with labels from the outline, whose entries are sheets or slides: "Budget", "Budget (2)".
  public var labelledByOutline: DocumentFacts {
    let starts = outline.compactMap { item in item.page.map { (page: $0, title: item.title) } }
    guard !starts.isEmpty else { return self }
    var next = starts[...]
    var current: (page: Int, title: String)?
    let labelled = pages.map { page in
      while let start = next.first, start.page <= page.number {
        current = start
        next = next.dropFirst()
      }
      guard let current else { return page }
      let place = page.number - current.page + 1
      let label = place == 1 ? current.title : "\(current.title) (\(place))"
      return PageFacts(number: page.number, size: page.size, label: label)
    }
    return DocumentFacts(
      pageCount: pageCount, pages: labelled, outline: outline, title: title, renderer: renderer,
      isTruncated: isTruncated)
  }

  /// The page of a number, counted from 1; nil for an existing page that is not listed.
  ///
  /// Throws `.notFound` for a number beyond the pages.
  public func page(_ number: Int) throws(DocumentError) -> PageFacts? {
    guard number >= 1, number <= pageCount else {
      throw DocumentError(.notFound, "there is no page \(number); the document has \(pageCount)")
    }
    return number <= pages.count ? pages[number - 1] : nil
  }
}
