/// A page that lies on a board.
public struct BoardCard: Hashable, Sendable {
  /// What the board calls the page's document: an id, if it is anything.
  public let document: String
  /// The page, counted from 1.
  public let page: Int
  /// Where the card's centre lies.
  public let centre: BoardPoint
  /// Unscaled, in board units.
  public let width: Double
  /// How much larger it is than its width says.
  public let scale: Double
  /// In degrees, clockwise.
  public let rotation: Double
  /// Higher ones cover lower ones.
  public let z: Double

  /// A card from its parts.
  public init(
    document: String, page: Int, centre: BoardPoint, width: Double, scale: Double = 1, rotation: Double = 0,
    z: Double = 0
  ) {
    self.document = document
    self.page = page
    self.centre = centre
    self.width = width
    self.scale = scale
    self.rotation = rotation
    self.z = z
  }
}
