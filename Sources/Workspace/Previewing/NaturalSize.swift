public import DocumentModel

/// The size of a page that is drawn without a requested size: at 144 dpi, an image pixel by pixel, and never over 2,000
/// pixels.
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

  /// The size for a page that a client wants so large, or does not say how large.
  ///
  /// A picture of an image has no more pixels than the image has (spec documents IM-3), unless `isEnlarged`. A
  /// picture that would be enlarged has as many of them as a picture may have.
  public func size(
    ofPage number: Int, of source: RenderSource, wanted: RenderRequest.Size?, isEnlarged: Bool
  ) async throws(DocumentError) -> RenderRequest.Size {
    guard let wanted else { return try await size(ofPage: number, of: source) }
    if Self.isAnySize(of: source.kind, isEnlarged: isEnlarged) { return wanted }
    let page = try await renderer.page(number, of: source, priority: priority).size
    return wanted.scale(on: page) > 1 ? .scale(RenderRequest.largestScale(of: page)) : wanted
  }

  /// Whether a page of a kind may be drawn in any wanted size, so that its own need not be known.
  static func isAnySize(of kind: RendererKind, isEnlarged: Bool) -> Bool { !kind.hasPixels || isEnlarged }

  /// The pixels per page unit of a page.
  public static func scale(of page: PageSize, drawnBy kind: RendererKind) -> Double {
    let preferred = kind.hasPixels ? 1 : dotsPerPoint
    return min(preferred, maximumSide / max(page.width, page.height, 1))
  }
}

extension RenderRequest.Size {
  fileprivate func scale(on page: PageSize) -> Double {
    switch self {
    case .scale(let scale): scale
    case .width(let width): Double(width) / page.width
    case .height(let height): Double(height) / page.height
    case .fit(let width, let height): min(Double(width) / page.width, Double(height) / page.height)
    case .exact(let width, let height): max(Double(width) / page.width, Double(height) / page.height)
    }
  }
}
