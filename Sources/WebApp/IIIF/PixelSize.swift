import DocumentModel

struct PixelSize: Hashable, Sendable {
  let width: Int
  let height: Int

  var area: Int { width * height }
  var longest: Int { max(width, height) }

  func contains(_ other: PixelSize) -> Bool { other.width <= width && other.height <= height }

  /// The size divided by `factor` and rounded up, as clients compute it from `scaleFactors`.
  func divided(by factor: Int) -> PixelSize {
    PixelSize(width: (width + factor - 1) / factor, height: (height + factor - 1) / factor)
  }
}

struct PixelRectangle: Hashable, Sendable {
  let x: Int
  let y: Int
  let size: PixelSize
}

/// The largest size of an image: the pixel budget as `maxWidth`, `maxHeight` and `maxArea`.
struct ImageLimits: Hashable, Sendable {
  let width: Int
  let height: Int
  let area: Int

  static let budget = ImageLimits(
    width: RenderRequest.maximumSide, height: RenderRequest.maximumSide, area: RenderRequest.maximumPixels)

  func allows(_ size: PixelSize) -> Bool {
    size.width <= width && size.height <= height && size.area <= area
  }

  /// The largest image with the proportions of `size`.
  ///
  /// Rounded down to stay within the limits; each side has at least one pixel.
  func largest(like size: PixelSize) -> PixelSize {
    let (wide, high) = (Double(size.width), Double(size.height))
    let byArea = (Double(area) / (wide * high)).squareRoot()
    let scale = min(Double(width) / wide, Double(height) / high, byArea)
    return PixelSize(width: max(1, Int(wide * scale)), height: max(1, Int(high * scale)))
  }

  func constrained(_ size: PixelSize) -> PixelSize { allows(size) ? size : largest(like: size) }
}
