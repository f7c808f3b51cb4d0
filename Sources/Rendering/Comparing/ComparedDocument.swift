import DocumentModel

/// A page of one of two documents that are compared, or empty paper where the document has no such page.
struct ComparedDocument {
  private let document: any OpenedDocument
  private let page: Int
  private let found: Result<PageSize, DocumentError>

  /// Page `page` of an opened document.
  init(_ document: any OpenedDocument, page: Int) {
    self.document = document
    self.page = page
    found = Result { () throws(DocumentError) in try document.size(ofPage: page) }
  }

  /// The size of the page; nil when the document has fewer pages.
  ///
  /// Throws as the document does for anything else.
  func size() throws(DocumentError) -> PageSize? {
    do throws(DocumentError) {
      return try found.get()
    } catch  where error.code == .notFound {
      return nil
    }
  }

  /// The page at so many pixels per page unit; nil when there is none.
  func draw(_ scale: Double) throws(DocumentError) -> PixelBuffer? {
    guard try size() != nil else { return nil }
    return try document.draw(RenderRequest(page: page, size: .scale(scale)))
  }
}
