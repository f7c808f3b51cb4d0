/// Which part of which page to draw, how large, in which format.
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
  /// How large the region becomes.
  public var size: Size
  /// The format of the answer.
  public var format: ImageFormat

  /// More pixels than this in one image are refused as too large.
  public static let maximumPixels = 64_000_000
  /// More pixels than this on one side are refused as too large (what every encoder can write).
  public static let maximumSide = 16_383

  /// A request from its parts.
  public init(page: Int, region: PageRectangle? = nil, size: Size, format: ImageFormat = .png) {
    self.page = page
    self.region = region
    self.size = size
    self.format = format
  }
}
