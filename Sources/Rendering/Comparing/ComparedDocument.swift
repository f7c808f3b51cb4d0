import DocumentModel

/// One of the two compared pages; blank where its document has no such page.
struct ComparedDocument {
  private let document: any OpenedDocument
  private let page: Int
  private let found: Result<PageSize, DocumentError>

  init(_ document: any OpenedDocument, page: Int) {
    self.document = document
    self.page = page
    found = Result { () throws(DocumentError) in try document.size(ofPage: page) }
  }

  /// The size of the page; nil when the document has fewer pages.
  ///
  /// Rethrows every other error of the document.
  func size() throws(DocumentError) -> PageSize? {
    do throws(DocumentError) {
      return try found.get()
    } catch  where error.code == .notFound {
      return nil
    }
  }

  func draw(_ scale: Double) throws(DocumentError) -> PixelBuffer? {
    guard try size() != nil else { return nil }
    return try document.draw(RenderRequest(page: page, size: .scale(scale)))
  }
}
