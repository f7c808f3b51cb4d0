/// Which part of which page to draw, how large, which way up, in which colours and format.
///
/// The order is the one of IIIF's Image API: the region is cut out, brought to its size, mirrored, turned, reduced
/// in colour, and written.
public struct RenderRequest: Hashable, Sendable, Codable {
  /// How large the region becomes.
  public enum Size: Hashable, Sendable, Codable {
    /// Pixels per page unit; 1 is 72 dpi for paged documents.
    case scale(Double)
    /// So many pixels wide, height by proportion.
    case width(Int)
    /// So many pixels high, width by proportion.
    case height(Int)
    /// As large as fits into so many pixels, by proportion.
    case fit(width: Int, height: Int)
    /// Exactly so many pixels, stretched if need be.
    case exact(width: Int, height: Int)
  }

  /// Counts from 1.
  public var page: Int
  /// The part of the page in page units; nil for the whole page.
  public var region: PageRectangle?
  /// How large the region becomes, before it is turned.
  public var size: Size
  /// How far the image is turned, after it was mirrored.
  public var turn: QuarterTurn
  /// Whether left and right of the image change places, before it is turned.
  public var isMirrored: Bool
  /// How much colour is kept.
  public var quality: ImageQuality
  /// The format of the answer.
  public var format: ImageFormat

  /// More pixels than this in one image are refused as too large.
  public static let maximumPixels = 64_000_000
  /// More pixels than this on one side are refused as too large (what every encoder can write).
  public static let maximumSide = 16_383

  /// A request from its parts.
  public init(
    page: Int, region: PageRectangle? = nil, size: Size, turn: QuarterTurn = .none, isMirrored: Bool = false,
    quality: ImageQuality = .color, format: ImageFormat = .png
  ) {
    self.page = page
    self.region = region
    self.size = size
    self.turn = turn
    self.isMirrored = isMirrored
    self.quality = quality
    self.format = format
  }
}
