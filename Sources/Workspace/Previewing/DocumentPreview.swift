public import DocumentModel

/// What can be shown of a document, and why that.
public struct DocumentPreview: Sendable {
  /// How it is shown.
  public let kind: PreviewKind
  /// Its pages; nil where it has none or they cannot be shown.
  public let facts: DocumentFacts?
  /// Why it cannot be shown although its type could; nil when it can.
  public let reason: DocumentError?
  /// What it is, and who said so.
  public let identification: Identification
  /// Which library opens it; nil when none does.
  public let renderer: RendererKind?
  /// The handler that opens it by default.
  public let handler: Handler?
}

/// A small picture of a document.
public enum DocumentThumbnail: Sendable {
  /// Its first page.
  case page(RenderedPage)
  /// A drawn icon of its type, as SVG.
  case icon(String)
}
