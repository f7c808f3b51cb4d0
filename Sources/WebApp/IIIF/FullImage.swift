import DocumentModel

/// A page as an image of whole pixels: what `width` and `height` of its `info.json` say.
///
/// A vector page has 4 pixels a point (288 dpi), halved until it is within the pixel budget, so that a client's scale
/// factors 2, 4, 8 … are 2, 1, ½ … pixels a point. An image has the pixels it has, however many.
struct FullImage: Hashable, Sendable {
  /// The pixels of the whole page.
  let size: PixelSize
  /// How large an image of it, or of a part of it, may be.
  let limits = ImageLimits.budget
  private let page: PageSize

  private static let pixelsPerPoint = 4.0

  /// The full image of a page of `page` units that `renderer` draws.
  ///
  /// Throws `.damaged` for a page without area, `.tooLarge` for one that cannot be counted in pixels.
  init(of page: PageSize, drawnBy renderer: RendererKind) throws(DocumentError) {
    guard page.width.isFinite, page.height.isFinite, page.width > 0, page.height > 0 else {
      throw DocumentError(.damaged, "the page has no area")
    }
    guard max(page.width, page.height) <= Self.largestPage else {
      throw DocumentError(.tooLarge, "the page is larger than \(Int(Self.largestPage)) units on a side")
    }
    self.page = page
    size = renderer == .pdf ? Self.vectorSize(page) : Self.pixels(page, scale: 1)
  }

  /// Far above any page, far below what overflows when two are multiplied.
  private static let largestPage = 1e8

  private static func vectorSize(_ page: PageSize) -> PixelSize {
    var scale = pixelsPerPoint
    while !ImageLimits.budget.allows(pixels(page, scale: scale)) { scale /= 2 }
    return pixels(page, scale: scale)
  }

  private static func pixels(_ page: PageSize, scale: Double) -> PixelSize {
    PixelSize(
      width: max(1, Int((page.width * scale).rounded())), height: max(1, Int((page.height * scale).rounded()))
    )
  }

  /// A rectangle of this image in the units of the page; nil for all of it.
  func pageRectangle(_ rectangle: PixelRectangle) -> PageRectangle? {
    guard rectangle.size != size else { return nil }
    let (wide, high) = (page.width / Double(size.width), page.height / Double(size.height))
    return PageRectangle(
      x: Double(rectangle.x) * wide, y: Double(rectangle.y) * high,
      width: Double(rectangle.size.width) * wide, height: Double(rectangle.size.height) * high)
  }
}
