/// A line of ink on a board.
public struct InkStroke: Hashable, Sendable {
  /// The colour of the ink.
  public let color: InkColor
  /// Width in board units at plain pressure.
  public let width: Double
  /// At least one point; a single point is a dot.
  public let points: [InkPoint]

  /// Pressures that differ by less are equal.
  private static let samePressure = 0.02

  /// A line from its parts.
  public init(color: InkColor, width: Double, points: [InkPoint]) {
    self.color = color
    self.width = width
    self.points = points
  }

  var isEven: Bool {
    guard let first = points.first?.knownPressure else { return true }
    return points.allSatisfy { abs($0.knownPressure - first) < Self.samePressure }
  }

  /// The rectangle that the ink stays in: its curve never leaves its points by more than a width.
  ///
  /// As `strokeBounds` in `Public/ink/stroke-geometry.js`.
  public var bounds: BoardRectangle? {
    guard let bare = BoardRectangle(around: points.map(\.place)) else { return nil }
    // A Catmull-Rom curve bulges beyond its points by less than a quarter of its longest segment.
    return bare.grown(by: width * InkPoint.widthFactor(1) / 2 + longestSegment / 4 + 1)
  }

  private var longestSegment: Double {
    zip(points, points.dropFirst()).map { $0.place.distance(to: $1.place) }.max() ?? 0
  }
}
