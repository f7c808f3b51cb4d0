public import DocumentModel

/// What can be shown of a document, and why that.
public struct DocumentPreview: Sendable {
  /// How it is shown.
  public let kind: PreviewKind
  /// Its pages, and how they were found out; nil where it has none or they cannot be shown.
  public let inspected: InspectedDocument?
  /// Why it cannot be shown although its type could; nil when it can.
  public let reason: DocumentError?
  /// What it is, and who said so.
  public let identification: Identification
  /// Which library opens it; nil when none does.
  public let renderer: RendererKind?
  /// The handler that opens it by default.
  public let handler: Handler?
  /// Whether somebody chose that handler for this one document.
  public let isHandlerChosen: Bool

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
