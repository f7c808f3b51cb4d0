/// The parameters of drawing a page: region, size, rotation, colours and format.
///
/// The order of operations is that of IIIF's Image API: crop, scale, mirror, rotate, reduce the colours, encode.
public struct RenderRequest: Hashable, Sendable, Codable {
  /// The size of the drawn region.
  public enum Size: Hashable, Sendable, Codable {
    /// Pixels per page unit; 1 is 72 dpi for paged documents.
    case scale(Double)
    /// A width in pixels, height by proportion.
    case width(Int)
    /// A height in pixels, width by proportion.
    case height(Int)
    /// The largest proportional size that fits into so many pixels.
    case fit(width: Int, height: Int)
    /// An exact size in pixels, stretched if necessary.
    case exact(width: Int, height: Int)
  }

  /// Counts from 1.
  public var page: Int
  /// The part of the page in page units; nil for the whole page.
  public var region: PageRectangle?
  /// The size of the region before the rotation.
  public var size: Size
  /// The rotation, applied after mirroring.
  public var turn: QuarterTurn
  /// Whether the image is mirrored left to right, before the rotation.
  public var isMirrored: Bool
  /// The colours that are kept.
  public var quality: ImageQuality
  /// Whether a whole page is turned by the few degrees after which its lines of text are level.
  ///
  /// ``ImageFacts/skew`` tells them.
  public var isStraightened: Bool
  /// The format of the response; nil for the one that suits the pixels: PNG, or WebP where that is much smaller.
  public var format: ImageFormat?

  /// The most pixels of one image; more are refused as too large.
  public static let maximumPixels = 64_000_000
  /// The most pixels of one side, within the limits of every encoder; more are refused as too large.
  public static let maximumSide = 16_383

  /// The largest scale, at most 1, in which a whole page of `size` is within both limits.
  public static func largestScale(of size: PageSize) -> Double {
    let (width, height) = (size.width, size.height)
    if isWithinLimits(width.rounded(), height.rounded()) { return 1 }
    // Half a pixel for the rounding of each side: (width · s + ½)(height · s + ½) = maximumPixels.
    let (area, half) = (width * height, (width + height) / 4)
    let byArea = ((half * half + area * (Double(maximumPixels) - 0.25)).squareRoot() - half) / area
    return min(byArea, (Double(maximumSide) - 0.5) / max(width, height))
  }

  static func isWithinLimits(_ width: Double, _ height: Double) -> Bool {
    max(width, height) <= Double(maximumSide) && width * height <= Double(maximumPixels)
  }

  /// A request from its parts.
  public init(
    page: Int, region: PageRectangle? = nil, size: Size, turn: QuarterTurn = .none, isMirrored: Bool = false,
    quality: ImageQuality = .color, isStraightened: Bool = false, format: ImageFormat? = .png
  ) {
    self.page = page
    self.region = region
    self.size = size
    self.turn = turn
    self.isMirrored = isMirrored
    self.quality = quality
    self.isStraightened = isStraightened
    self.format = format
  }
}

/// The clockwise rotation of an image; the raw value is in degrees.
public enum QuarterTurn: Int, Hashable, Sendable, Codable, CaseIterable {
  /// No rotation.
  case none = 0
  /// Its top goes to the right.
  case right = 90
  /// Upside down.
  case half = 180
  /// Its top goes to the left.
  case left = 270

  /// Whether width and height change places.
  public var swapsSides: Bool { self == .right || self == .left }
}

/// The colours that an image keeps.
public enum ImageQuality: String, Hashable, Sendable, Codable, CaseIterable {
  /// All colours.
  case color
  /// Lightness only.
  case gray
  /// Black and white only.
  case bitonal
}

/// The formats in which page images are sent.
public enum ImageFormat: String, Hashable, Sendable, Codable, CaseIterable {
  /// Portable Network Graphics: lossless, the default.
  case png
  /// JPEG (quality 85, 4:2:0): fastest to encode.
  case jpg
  /// WebP (quality 80): smallest.
  case webp

  /// Its media type.
  public var mediaType: String {
    switch self {
    case .png: "image/png"
    case .jpg: "image/jpeg"
    case .webp: "image/webp"
    }
  }
}
