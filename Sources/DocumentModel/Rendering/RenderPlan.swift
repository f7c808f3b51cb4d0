/// The exact pixels of a request on a page of known size: the budget before the work.
public struct RenderPlan: Hashable, Sendable {
  /// Width of the image in pixels.
  public let width: Int
  /// Height of the image in pixels.
  public let height: Int
  /// The part of the page that fills the image, cropped to the page.
  public let region: PageRectangle

  /// Pixels per page unit from left to right.
  public var scaleX: Double { Double(width) / region.width }
  /// Pixels per page unit from top to bottom.
  public var scaleY: Double { Double(height) / region.height }

  /// Plans `request` on a page of `size`.
  ///
  /// Throws `DocumentError`: `.invalidParameter` for a region outside the page or a size that is not a positive
  /// number, `.tooLarge` for more than ``RenderRequest/maximumPixels`` or ``RenderRequest/maximumSide``.
  public init(_ request: RenderRequest, on size: PageSize) throws(DocumentError) {
    guard size.width.isFinite, size.height.isFinite, size.width > 0, size.height > 0 else {
      throw DocumentError(.damaged, "the page has no area")
    }
    region = try Self.cropped(request.region, to: size)
    let (width, height) = Self.pixels(request.size, of: region)
    guard width.isFinite, height.isFinite, width > 0, height > 0 else {
      throw DocumentError(.invalidParameter, "the size must be a positive number")
    }
    guard RenderRequest.isWithinLimits(width.rounded(), height.rounded()) else {
      let limit = "\(RenderRequest.maximumPixels) pixels or \(RenderRequest.maximumSide) on a side"
      throw DocumentError(.tooLarge, "the image would be larger than \(limit)")
    }
    self.width = max(1, Int(width.rounded()))
    self.height = max(1, Int(height.rounded()))
  }

  private static func cropped(
    _ wanted: PageRectangle?, to size: PageSize
  ) throws(DocumentError) -> PageRectangle {
    guard let wanted else { return PageRectangle(x: 0, y: 0, width: size.width, height: size.height) }
    let numbers = [wanted.x, wanted.y, wanted.width, wanted.height]
    guard numbers.allSatisfy(\.isFinite) else {
      throw DocumentError(.invalidParameter, "the region must be four numbers")
    }
    let left = max(0, wanted.x)
    let top = max(0, wanted.y)
    let right = min(size.width, wanted.x + wanted.width)
    let bottom = min(size.height, wanted.y + wanted.height)
    guard wanted.width > 0, wanted.height > 0, right > left, bottom > top else {
      throw DocumentError(.invalidParameter, "the region lies outside the page")
    }
    return PageRectangle(x: left, y: top, width: right - left, height: bottom - top)
  }

  private static func pixels(_ size: RenderRequest.Size, of region: PageRectangle) -> (Double, Double) {
    switch size {
    case .scale(let scale): (region.width * scale, region.height * scale)
    case .width(let width): (Double(width), region.height * Double(width) / region.width)
    case .height(let height): (region.width * Double(height) / region.height, Double(height))
    case .exact(let width, let height): (Double(width), Double(height))
    case .fit(let width, let height):
      pixels(.scale(min(Double(width) / region.width, Double(height) / region.height)), of: region)
    }
  }
}
