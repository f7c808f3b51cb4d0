/// A drawing context for ink: it takes the pieces of a path.
public protocol InkPen {
  /// Begins a figure.
  func move(to place: BoardPoint)
  /// A straight line from where the pen is.
  func line(to place: BoardPoint)
  /// A Bézier curve from where the pen is.
  func curve(_ c1: BoardPoint, _ c2: BoardPoint, to place: BoardPoint)
  /// A full circle against the clock, from and to its right, where the pen is.
  func circle(around centre: BoardPoint, radius: Double)
  /// Ends a figure where it began.
  func close()
}

/// The way to paint a path.
public enum InkPaint: Hashable, Sendable {
  /// Everything within it, by the non-zero rule.
  case filled
  /// A line so wide along it, in board units, with round ends and corners.
  case stroked(width: Double)
}
