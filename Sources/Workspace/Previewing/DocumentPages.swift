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

/// A page of a document opened for it.
public struct DocumentPage: Sendable {
  /// The document.
  public let pages: DocumentPages
  /// The page, also where the document's facts do not list it.
  public let facts: PageFacts
}
