/// A page that lies on a board.
public struct BoardCard: Hashable, Sendable {
  /// The name of the page's document in the board's file; valid boards hold an id.
  public let document: String
  /// The page, counted from 1.
  public let page: Int
  /// The place of the card's centre.
  public let centre: BoardPoint
  /// Width in board units, before `scale`.
  public let width: Double
  /// The factor by which the card is enlarged.
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
