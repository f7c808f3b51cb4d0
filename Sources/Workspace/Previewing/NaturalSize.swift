public import DocumentModel

/// How large a page is drawn when nobody says: at 144 dpi, an image pixel by pixel, and never over 2,000 pixels.
public struct NaturalSize: Sendable {
  private static let dotsPerPoint = 2.0
  private static let maximumSide = 2000.0

  private let renderer: any PageRenderer
  private let priority: RenderPriority

  /// Sizes for what `renderer` opens, by pages that it looks at as urgently as `priority` says.
  public init(renderer: any PageRenderer, priority: RenderPriority = .visible) {
    self.renderer = renderer
    self.priority = priority
  }

  /// The size for a page.
  ///
  /// Throws what opening the document throws, and `.notFound` for a page that is not there.
  public func size(
    ofPage number: Int, of source: RenderSource
  ) async throws(DocumentError) -> RenderRequest.Size {
    let page = try await renderer.page(number, of: source, priority: priority).size
    return .scale(Self.scale(of: page, drawnBy: source.kind))
  }

  /// The pixels per page unit of a page.
  public static func scale(of page: PageSize, drawnBy kind: RendererKind) -> Double {
    let wished = kind == .pdf ? dotsPerPoint : 1
    return min(wished, maximumSide / max(page.width, page.height, 1))
  }

  /// The size for a picture of the first page in a square: an image is never blown up.
  public func size(
    ofFirstPageOf source: RenderSource, in side: Int
  ) async throws(DocumentError) -> RenderRequest.Size {
    guard source.kind == .image else { return .fit(width: side, height: side) }
    let page = try await renderer.page(1, of: source, priority: priority).size
    return max(page.width, page.height) < Double(side) ? .scale(1) : .fit(width: side, height: side)
  }
}
