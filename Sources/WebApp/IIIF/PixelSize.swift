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
