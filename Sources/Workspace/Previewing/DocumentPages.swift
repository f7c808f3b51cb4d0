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

/// The way in which a document can be shown, with the reason.
public struct DocumentPreview: Sendable {
  /// How it is shown.
  public let kind: PreviewKind
  /// Its pages, and how they were found out; nil where it has none or they cannot be shown.
  public let inspected: InspectedDocument?
  /// Why it cannot be shown although its type could; nil when it can.
  public let reason: DocumentError?
  /// The type, with its source.
  public let identification: Identification
  /// The part that makes its pages; nil when none does.
  public let pageSource: FileTypeRegistry.PageSource?
  /// The handler that opens it by default.
  public let handler: Handler?
  /// Whether that handler was chosen for this one document or its type.
  public let isHandlerChosen: Bool
  /// Whether it is a text, whose characters can be read.
  public let isText: Bool
  /// How much of the document its pages are.
  public var extent = RenderSource.Extent.whole

  /// Its pages; nil where it has none or they cannot be shown.
  public var facts: DocumentFacts? { inspected?.facts }
}

/// A small picture of a document.
public enum DocumentThumbnail: Sendable {
  /// Its first page.
  case page(RenderedPage)
  /// A drawn icon of its type, as SVG.
  case icon(String)
}
