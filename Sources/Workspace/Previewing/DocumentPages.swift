public import DocumentModel

/// A document opened for its pages: as it was then, what was found in it, and which library found it.
public struct DocumentPages: Sendable {
  /// The document, with the hash of the content that was opened.
  public let document: Document
  /// Its pages and outline.
  public let facts: DocumentFacts
  /// Which library opens it.
  public let renderer: RendererKind
}

extension DocumentFacts {
  /// The page of a number, counted from 1.
  ///
  /// A page beyond those that are listed is taken to be like the last of them. Throws `.notFound` for a page that
  /// is not there.
  public func page(_ number: Int) throws(DocumentError) -> PageFacts {
    guard number >= 1, number <= pageCount else {
      throw DocumentError(.notFound, "there is no page \(number); the document has \(pageCount)")
    }
    guard let page = number <= pages.count ? pages[number - 1] : pages.last else {
      throw DocumentError(.damaged, "the document lists no pages")
    }
    return page
  }
}
