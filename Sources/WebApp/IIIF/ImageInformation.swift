/// A page's `info.json`: its size, its tiles, the sizes that are fast, and the other supported parameters (Image API
/// 3.0, 5).
struct ImageInformation: Encodable, Sendable {
  struct Size: Encodable, Hashable, Sendable {
    let width: Int
    let height: Int
  }

  struct Tiles: Encodable, Hashable, Sendable {
    let width: Int
    let height: Int
    let scaleFactors: [Int]
  }

  struct Link: Encodable, Sendable {
    let id: String
    let type: String
  }

  static let context = "http://iiif.io/api/image/3/context.json"
  /// The document that defines level 2.
  static let levelProfile = "http://iiif.io/api/image/3/level2.json"

  private enum CodingKeys: String, CodingKey {
    case context = "@context"
    case id, type, `protocol`, profile, width, height, maxWidth, maxHeight, maxArea, sizes, tiles
    case extraFormats, extraQualities, extraFeatures, partOf
  }

  let context = Self.context
  let id: String
  let type = "ImageService3"
  let `protocol` = "http://iiif.io/api/image"
  let profile = "level2"
  let width: Int
  let height: Int
  let maxWidth: Int
  let maxHeight: Int
  let maxArea: Int
  let sizes: [Size]
  let tiles: [Tiles]
  let extraFormats = ["webp"]
  let extraQualities = ["color", "gray", "bitonal"]
  /// All supported features including those of level 2, so that a client need not know the levels.
  let extraFeatures = [
    "baseUriRedirect", "canonicalLinkHeader", "cors", "jsonldMediaType", "mirroring", "profileLinkHeader",
    "regionByPct", "regionByPx", "regionSquare", "rotationBy90s", "sizeByConfinedWh", "sizeByH", "sizeByPct",
    "sizeByW", "sizeByWh", "sizeUpscaling",
  ]
  let partOf: [Link]

  init(of image: FullImage, _ identifier: ImageIdentifier, at addresses: IIIFAddresses) {
    id = addresses.image(identifier)
    (width, height) = (image.size.width, image.size.height)
    (maxWidth, maxHeight, maxArea) = (image.limits.width, image.limits.height, image.limits.area)
    let pyramid = ImagePyramid(of: image)
    sizes = pyramid.sizes.map { Size(width: $0.width, height: $0.height) }
    tiles = [
      Tiles(width: ImagePyramid.tileSide, height: ImagePyramid.tileSide, scaleFactors: pyramid.scaleFactors)
    ]
    partOf = [Link(id: addresses.manifest(identifier.document), type: "Manifest")]
  }
}

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
