/// At which scales a full image is meant to be asked for, in tiles and as a whole.
struct ImagePyramid: Hashable, Sendable {
  /// A tile's side in pixels.
  ///
  /// A vector page is interpreted as a whole for every tile that is drawn, and a browser asks for six at once over
  /// HTTP/1.1, so few and large: 12 tiles at full size for a Letter page where 512 would make 35, and the page as it
  /// is read on a screen is one. A tile of text is still small enough to be kept in memory.
  static let tileSide = 1024
  /// The smallest of the whole images is not smaller than half of this.
  static let thumbnailSide = 256

  /// 1, 2, 4 … up to where the whole image is one tile.
  let scaleFactors: [Int]
  /// The whole image at those scales and on to a thumbnail, smallest first; none is over the limits.
  let sizes: [PixelSize]

  init(of image: FullImage) {
    scaleFactors = Self.factors(of: image.size, downTo: Self.tileSide)
    sizes = Self.factors(of: image.size, downTo: Self.thumbnailSide).map { image.size.divided(by: $0) }
      .filter(image.limits.allows).reversed()
  }

  /// The smallest of the sizes.
  var thumbnail: PixelSize { sizes.first ?? PixelSize(width: 1, height: 1) }

  private static func factors(of size: PixelSize, downTo side: Int) -> [Int] {
    var factors = [1]
    while let last = factors.last, size.divided(by: last).longest > side { factors.append(last * 2) }
    return factors
  }
}
