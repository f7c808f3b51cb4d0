import DocumentModel

/// A document opened by a library.
///
/// Used by one thread. Pages count from 1; every method that takes a page throws `.notFound` for a page that the
/// document does not have.
protocol OpenedDocument: AnyObject {
  /// The page count, sizes, labels, outline and title.
  func facts() throws(DocumentError) -> DocumentFacts
  /// The size and label of a page.
  func facts(ofPage number: Int) throws(DocumentError) -> PageFacts
  func size(ofPage number: Int) throws(DocumentError) -> PageSize
  /// Draws the part of a page that `window` shows.
  func draw(page number: Int, _ window: PageWindow) throws(DocumentError) -> PixelBuffer
  func text(ofPage number: Int) throws(DocumentError) -> PageText
  /// The metadata that the document carries.
  func metadata() throws(DocumentError) -> ContentMetadata
  /// The addresses of the pictures beside the document.
  var pictures: [String] { get }
  /// The annotations that the document brings.
  func annotations() throws(DocumentError) -> [EmbeddedAnnotation]
  /// The bytes of a file inside the document, by its place in the metadata.
  func attachment(_ number: Int) throws(DocumentError) -> [UInt8]
  /// Whether drawing a part of the page needs the decoding of all rows above it; usually every part costs the same.
  ///
  /// Such pages are best drawn in whole rows from the top.
  func isReadDownward(page number: Int, _ window: PageWindow) -> Bool
  func rest()
}

/// A document whose pages stay text and curves in a PDF.
protocol VectorDocument: OpenedDocument {
  /// Draws a page for printing, in points from its top left corner.
  func print(page number: Int, with pen: CairoPen) throws(DocumentError)
}

extension OpenedDocument {
  var pictures: [String] { [] }

  func isReadDownward(page number: Int, _ window: PageWindow) -> Bool { false }

  func rest() {}

  func metadata() throws(DocumentError) -> ContentMetadata {
    let facts = try facts()
    return ContentMetadata(
      fields: facts.title.map { ["title": $0] } ?? [:], pageFormats: ContentMetadata.formats(of: facts.pages))
  }

  func annotations() throws(DocumentError) -> [EmbeddedAnnotation] { [] }

  func attachment(_ number: Int) throws(DocumentError) -> [UInt8] {
    throw DocumentError(.notFound, "the document has no attachments")
  }

  /// Measures the page and draws it; the plan checks the memory budget before any allocation.
  func draw(_ request: RenderRequest) throws(DocumentError) -> PixelBuffer {
    let size = try size(ofPage: request.page)
    return try draw(page: request.page, PageWindow(RenderPlan(request, on: size), on: size))
  }
}
