/// The size of a page as shown after its own rotation: in points (1/72 inch) for paged documents, in pixels
/// for images.
public struct PageSize: Hashable, Sendable, Codable {
  /// Width.
  public let width: Double
  /// Height.
  public let height: Double

  /// A size from its two sides.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}
