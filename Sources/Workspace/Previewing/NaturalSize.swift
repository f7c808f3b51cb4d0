public import DocumentModel

/// How large a page is drawn when nobody says: at 144 dpi, an image pixel by pixel, and never over 2,000 pixels.
public struct NaturalSize: Sendable {
  private static let dotsPerPoint = 2.0
  private static let maximumSide = 2000.0

  private let renderer: any PageRenderer

  /// Sizes for what `renderer` opens.
  public init(renderer: any PageRenderer) {
    self.renderer = renderer
  }

  /// The size for a page.
  ///
  /// Throws what opening the document throws, and `.notFound` for a page that is not there.
  public func size(
    ofPage number: Int, of source: RenderSource
  ) async throws(DocumentError) -> RenderRequest.Size {
    let page = try await facts(ofPage: number, of: source).size
    let wished = source.kind == .pdf ? Self.dotsPerPoint : 1
    return .scale(min(wished, Self.maximumSide / max(page.width, page.height, 1)))
  }

  /// The size for a picture of the first page in a square: an image is never blown up.
  public func size(
    ofFirstPageOf source: RenderSource, in side: Int
  ) async throws(DocumentError) -> RenderRequest.Size {
    guard source.kind == .image else { return .fit(width: side, height: side) }
    let page = try await facts(ofPage: 1, of: source).size
    return max(page.width, page.height) < Double(side) ? .scale(1) : .fit(width: side, height: side)
  }

  private func facts(ofPage number: Int, of source: RenderSource) async throws(DocumentError) -> PageFacts {
    try await renderer.inspect(source).page(number)
  }
}
