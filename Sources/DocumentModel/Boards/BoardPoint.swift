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

/// A part of a board, in board units.
public struct BoardRectangle: Hashable, Sendable {
  /// The left edge.
  public let x: Double
  /// The top edge.
  public let y: Double
  /// Width.
  public let width: Double
  /// Height.
  public let height: Double

  /// A rectangle from its top left corner and its sides.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The smallest rectangle that holds all places; nil for no places.
  public init?(around places: some Sequence<BoardPoint>) {
    var (left, top, right, bottom) = (Double.infinity, Double.infinity, -Double.infinity, -Double.infinity)
    for place in places {
      (left, right) = (min(left, place.x), max(right, place.x))
      (top, bottom) = (min(top, place.y), max(bottom, place.y))
    }
    guard left <= right, top <= bottom else { return nil }
    self.init(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The rectangle enlarged by `margin` on each side.
  public func grown(by margin: Double) -> BoardRectangle {
    BoardRectangle(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
  }

  /// The smallest rectangle that holds this one and another.
  public func union(_ other: BoardRectangle) -> BoardRectangle {
    let (left, top) = (min(x, other.x), min(y, other.y))
    let (right, bottom) = (max(x + width, other.x + other.width), max(y + height, other.y + other.height))
    return BoardRectangle(x: left, y: top, width: right - left, height: bottom - top)
  }
}
