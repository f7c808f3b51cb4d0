/// The scales at which a full image is offered, in tiles and as a whole.
struct ImagePyramid: Hashable, Sendable {
  /// A tile's side in pixels.
  ///
  /// A vector page is interpreted as a whole for every tile, and a browser asks for six tiles at once over HTTP/1.1.
  /// Few large tiles are therefore faster. A Letter page at full size has 12 of them, where 512 would make 35, and at
  /// reading size it is one. A tile of text is still small enough for the memory cache.
  static let tileSide = 1024
  /// The smallest whole image is at least half as large as this.
  static let thumbnailSide = 256

  /// 1, 2, 4 … up to the scale at which the whole image is one tile.
  let scaleFactors: [Int]
  /// The whole image at those scales and down to a thumbnail, smallest first, all within the limits.
  let sizes: [PixelSize]

  init(of image: FullImage) {
    scaleFactors = Self.factors(of: image.size, downTo: Self.tileSide)
    sizes = Self.factors(of: image.size, downTo: Self.thumbnailSide).map { image.size.divided(by: $0) }
      .filter(image.limits.allows).reversed()
  }

  var thumbnail: PixelSize { sizes.first ?? PixelSize(width: 1, height: 1) }

  private static func factors(of size: PixelSize, downTo side: Int) -> [Int] {
    var factors = [1]
    while let last = factors.last, size.divided(by: last).longest > side { factors.append(last * 2) }
    return factors
  }
}
