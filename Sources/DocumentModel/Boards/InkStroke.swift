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

  private var isEven: Bool {
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

/// A place of a line of ink, and the pressure of the pen there.
public struct InkPoint: Hashable, Sendable {
  /// The place on the board.
  public let place: BoardPoint
  /// 0 to 1; nil where the file has none.
  public let pressure: Double?

  /// The pressure of a finger or a mouse, by the Pointer Events standard.
  public static let plainPressure = 0.5
  /// The width at no pressure, as a part of the line's own; it is whole at ``plainPressure``.
  private static let lightest = 0.4

  /// A point from its parts.
  public init(_ place: BoardPoint, pressure: Double? = nil) {
    self.place = place
    self.pressure = pressure
  }

  var knownPressure: Double { pressure ?? Self.plainPressure }

  /// The factor by which a pressure changes the width of a line: 0.4 to 1.6, 1 at plain pressure.
  ///
  /// As `widthFactor` in `Public/ink/ink-width.js`.
  public static func widthFactor(_ pressure: Double) -> Double {
    let part = max(0, min(1, pressure)) / plainPressure
    return lightest + (1 - lightest) * part
  }
}

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

// MARK: - Tracing

/// A stroke as a path, with the same rules as `Public/ink/ink-drawing.js`.
extension InkStroke {
  /// A disc of a line of uneven width.
  struct Bead: Hashable {
    let centre: BoardPoint
    let radius: Double
  }

  /// The distance between two beads of a line with pressure, in widths of the line.
  private static let beadDistance = 0.5
  private static let mostBeads = 24

  /// Puts the path of the stroke into `pen` and returns how to paint it.
  ///
  /// A line of even width is one curve to stroke. A line with pressure is its outline to fill. A tap is a disc.
  public func trace(with pen: some InkPen) -> InkPaint {
    if points.count > 1, isEven { return traceLine(with: pen) }
    var before: Bead?
    for bead in beads {
      if let before { Self.bridge(before, bead, with: pen) }
      Self.disc(bead, with: pen)
      before = bead
    }
    return .filled
  }

  private func traceLine(with pen: some InkPen) -> InkPaint {
    let places = points.map(\.place)
    pen.move(to: places[0])
    for index in 0..<places.count - 1 {
      let piece = InkCurve(through: places, from: index)
      pen.curve(piece.c1, piece.c2, to: piece.to)
    }
    return .stroked(width: width * InkPoint.widthFactor(points[0].knownPressure))
  }

  /// Discs along the curve, close enough to form a line together with the bridges between them.
  private var beads: [Bead] {
    let places = points.map(\.place)
    let first = points.prefix(1).map { Bead(centre: $0.place, radius: radius(at: $0.knownPressure)) }
    return places.indices.dropLast().reduce(into: first) { beads, index in
      beads += self.beads(along: InkCurve(through: places, from: index), from: index)
    }
  }

  private func beads(along piece: InkCurve, from index: Int) -> [Bead] {
    let (a, b) = (points[index].knownPressure, points[index + 1].knownPressure)
    let wanted = (piece.from.distance(to: piece.to) / (width * Self.beadDistance)).rounded(.up)
    let count = max(1, Int(min(Double(Self.mostBeads), wanted)))
    return (1...count).map { step in
      let t = Double(step) / Double(count)
      return Bead(centre: piece.place(at: t), radius: radius(at: a + (b - a) * t))
    }
  }

  private func radius(at pressure: Double) -> Double { width * InkPoint.widthFactor(pressure) / 2 }

  private static func disc(_ bead: Bead, with pen: some InkPen) {
    pen.move(to: BoardPoint(x: bead.centre.x + bead.radius, y: bead.centre.y))
    pen.circle(around: bead.centre, radius: bead.radius)
    pen.close()
  }

  /// The area between two beads; it winds as they do, so that overlaps stay filled.
  private static func bridge(_ a: Bead, _ b: Bead, with pen: some InkPen) {
    let length = a.centre.distance(to: b.centre)
    guard length > 0 else { return }
    let normal = ((a.centre.y - b.centre.y) / length, (b.centre.x - a.centre.x) / length)
    func beside(_ bead: Bead, _ side: Double) -> BoardPoint {
      BoardPoint(
        x: bead.centre.x + side * normal.0 * bead.radius, y: bead.centre.y + side * normal.1 * bead.radius)
    }
    pen.move(to: beside(a, 1))
    pen.line(to: beside(b, 1))
    pen.line(to: beside(b, -1))
    pen.line(to: beside(a, -1))
    pen.close()
  }
}
