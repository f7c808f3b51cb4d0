/// Whole pixels from left to right and from top to bottom.
struct PixelSize: Hashable, Sendable {
  let width: Int
  let height: Int

  /// How many pixels that is.
  var area: Int { width * height }
  /// The longer of the two sides.
  var longest: Int { max(width, height) }

  /// Whether `other` is no larger in either direction.
  func contains(_ other: PixelSize) -> Bool { other.width <= width && other.height <= height }

  /// The size at one `factor`-th, as clients compute it from `scaleFactors`: what is left over counts as a pixel.
  func divided(by factor: Int) -> PixelSize {
    PixelSize(width: (width + factor - 1) / factor, height: (height + factor - 1) / factor)
  }
}

/// A part of an image in whole pixels, origin top left.
struct PixelRectangle: Hashable, Sendable {
  let x: Int
  let y: Int
  let size: PixelSize
}
