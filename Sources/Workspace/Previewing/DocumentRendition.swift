public import DocumentModel

/// A board as a PDF.
public struct BoardRendition: Sendable {
  /// The board, with the hash of the content that was drawn.
  public let document: Document
  /// Names the PDF: the board, all documents on it as they are now, and what draws them.
  ///
  /// Equal names are equal bytes.
  public let name: ContentHash
  /// The PDF; nil when the caller knows it by its name already.
  public let pdf: (any ReadableContent)?
}

/// A document as a PDF.
public struct DocumentRendition: Sendable {
  /// The PDF's bytes.
  public let pdf: any ReadableContent
  /// The content that it shows.
  public let source: ContentHash
}
