import DocumentModel

/// A page as an image of whole pixels, with the `width` and `height` of its `info.json`.
///
/// A vector page has 4 pixels a point (288 dpi), halved until it is within the pixel budget. A client's scale factors
/// 2, 4, 8 … then give 2, 1, ½ … pixels a point. An image keeps its own pixels. The last pixel of a side may lie on the
/// page in part. The tiles of every scale so share one grid with the whole page.
struct FullImage: Hashable, Sendable {
  let size: PixelSize
  let limits = ImageLimits.budget
  private let page: PageSize
  private let scale: Double

  private static let pixelsPerPoint = 4.0
  /// Far above any page, and far below an overflow when two are multiplied.
  private static let largestPage = 1e8
  /// Rounding errors up to this size do not add a pixel.
  private static let hair = 1e-3

  /// The full image of a page of `page` units that `renderer` draws.
  ///
  /// Throws `.damaged` for a page without area, `.documentTooLarge` for one that exceeds ``largestPage``.
  init(of page: PageSize, drawnBy renderer: RendererKind) throws(DocumentError) {
    guard page.width.isFinite, page.height.isFinite, page.width > 0, page.height > 0 else {
      throw DocumentError(.damaged, "the page has no area")
    }
    guard max(page.width, page.height) <= Self.largestPage else {
      throw DocumentError(
        .documentTooLarge, "the page is larger than \(Int(Self.largestPage)) units on a side")
    }
    self.page = page
    scale = renderer.hasPixels ? 1 : Self.vectorScale(of: page)
    size = Self.pixels(of: page, at: scale)
  }

  private static func vectorScale(of page: PageSize) -> Double {
    var scale = pixelsPerPoint
    while !ImageLimits.budget.allows(pixels(of: page, at: scale)) { scale /= 2 }
    return scale
  }

  private static func pixels(of page: PageSize, at scale: Double) -> PixelSize {
    PixelSize(width: count(page.width * scale), height: count(page.height * scale))
  }

  private static func count(_ length: Double) -> Int { max(1, Int((length - hair).rounded(.up))) }

  /// A rectangle of this image in page units, cut off at the page's edge; nil for the whole image.
  func pageRectangle(_ rectangle: PixelRectangle) -> PageRectangle? {
    guard rectangle.size != size else { return nil }
    let (x, y) = (Double(rectangle.x) / scale, Double(rectangle.y) / scale)
    return PageRectangle(
      x: x, y: y, width: min(Double(rectangle.size.width) / scale, page.width - x),
      height: min(Double(rectangle.size.height) / scale, page.height - y))
  }
}
