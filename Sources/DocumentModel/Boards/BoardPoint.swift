/// A place on a board, in board units: one unit is one CSS pixel at zoom 1, and `y` grows downwards.
public struct BoardPoint: Hashable, Sendable {
  /// From left to right.
  public let x: Double
  /// From top to bottom.
  public let y: Double

  /// A place from its coordinates.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The distance to another place, in board units.
  public func distance(to other: BoardPoint) -> Double {
    let (across, down) = (other.x - x, other.y - y)
    return (across * across + down * down).squareRoot()
  }
}
