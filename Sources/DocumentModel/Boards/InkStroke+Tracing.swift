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
  var beads: [Bead] {
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
