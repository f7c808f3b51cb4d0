import DocumentModel

/// The layout of a document on pages.
///
/// Used by one thread. Pages count from 1; a caller asks for existing pages only.
protocol PageLayout: AnyObject {
  var pageCount: Int { get }
  /// Whether a page exists, which a long document knows sooner than the number of its pages.
  func hasPage(_ number: Int) -> Bool
  /// Whether the document goes on beyond its last page.
  var isTruncated: Bool { get }
  var title: String? { get }
  var outline: [OutlineItem] { get }
  /// The document's own title, author and the like (``ContentMetadata/fields``).
  var fields: [String: String] { get }
  /// The files inside the document.
  var attachments: [ContentMetadata.Attachment] { get }
  func attachment(_ number: Int) throws(DocumentError) -> [UInt8]
  /// The addresses of pictures beside the document (``ContentMetadata/pictures``).
  var pictures: [String] { get }
  func size(ofPage number: Int) -> PageSize
  func page(_ number: Int) -> TypesetPage
  /// The links of a page that lead to other pages, which are known later than the page itself.
  func innerLinks(ofPage number: Int) -> [PageLink]
}

extension PageLayout {
  func hasPage(_ number: Int) -> Bool { (1...pageCount).contains(number) }
  func innerLinks(ofPage number: Int) -> [PageLink] { [] }
  var isTruncated: Bool { false }
  var title: String? { nil }
  var outline: [OutlineItem] { [] }
  var fields: [String: String] { title.map { ["title": $0] } ?? [:] }
  var attachments: [ContentMetadata.Attachment] { [] }
  var pictures: [String] { [] }
  func size(ofPage number: Int) -> PageSize { Paper.size }

  func attachment(_ number: Int) throws(DocumentError) -> [UInt8] {
    throw DocumentError(.notFound, "the document has no attachments")
  }
}

extension OutlineItem {
  /// The entries of an outline, each below the last one before it that has a lower level.
  static func tree(_ entries: ArraySlice<(level: Int, item: OutlineItem)>) -> [OutlineItem] {
    var items: [OutlineItem] = []
    var rest = entries
    while let first = rest.popFirst() {
      let below = rest.prefix { $0.level > first.level }
      rest = rest.dropFirst(below.count)
      items.append(
        OutlineItem(
          title: first.item.title, page: first.item.page, area: first.item.area, children: tree(below)))
    }
    return items
  }
}

/// The sheet of typeset pages: A4, in points.
enum Paper {
  static let size = PageSize(width: 595.28, height: 841.89)
}

/// A document without pages of its own, typeset by a ``PageLayout``.
///
/// Used by one thread.
final class TypesetDocument: VectorDocument {
  private let layout: any PageLayout
  /// The latest page; drawing and reading often follow each other.
  private var latest: (number: Int, page: TypesetPage)?

  init(_ layout: any PageLayout) {
    self.layout = layout
  }

  func facts() -> DocumentFacts {
    let listed = min(layout.pageCount, DocumentFacts.maximumListedPages)
    return DocumentFacts(
      pageCount: layout.pageCount, pages: (1...listed).map(describe), outline: layout.outline,
      title: layout.title, renderer: Typesetter.renderer, isTruncated: layout.isTruncated)
  }

  private func describe(_ number: Int) -> PageFacts {
    PageFacts(number: number, size: layout.size(ofPage: number), label: String(number))
  }

  func facts(ofPage number: Int) throws(DocumentError) -> PageFacts {
    try check(number)
    return describe(number)
  }

  func size(ofPage number: Int) throws(DocumentError) -> PageSize {
    try check(number)
    return layout.size(ofPage: number)
  }

  private func check(_ number: Int) throws(DocumentError) {
    guard layout.hasPage(number) else {
      throw DocumentError(.notFound, "the document has no page \(number), only \(layout.pageCount)")
    }
  }

  private func page(_ number: Int) -> TypesetPage {
    if let latest, latest.number == number { return latest.page }
    let page = layout.page(number)
    latest = (number, page)
    return page
  }

  func draw(page number: Int, _ window: PageWindow) throws(DocumentError) -> PixelBuffer {
    let size = try size(ofPage: number)
    let page = page(number)
    return try CairoCanvas.draw(size, window) { page.draw(with: CairoPen(in: $0)) }
  }

  func print(page number: Int, with pen: CairoPen) throws(DocumentError) {
    try check(number)
    page(number).draw(with: pen)
  }

  func text(ofPage number: Int) throws(DocumentError) -> PageText {
    try check(number)
    let page = page(number)
    return PageText(truncating: page.words(), links: page.links + layout.innerLinks(ofPage: number))
  }

  var pictures: [String] { layout.pictures }

  func metadata() -> ContentMetadata {
    ContentMetadata(
      fields: layout.fields, pageFormats: ContentMetadata.formats(of: facts().pages),
      attachments: layout.attachments, pictures: pictures)
  }

  func attachment(_ number: Int) throws(DocumentError) -> [UInt8] { try layout.attachment(number) }

  func rest() { latest = nil }
}
