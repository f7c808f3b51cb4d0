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
