public import DocumentModel

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
  /// Whether that handler was chosen for this one document.
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
