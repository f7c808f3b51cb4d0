/// A piece of a smooth line through points: a cubic Bézier curve.
///
/// The line is a centripetal Catmull-Rom curve, which makes neither loops nor cusps between its points. Its source is
/// Yuksel, Schaefer, Keyser, "Parameterization and Applications of Catmull-Rom Curves", CAD 43(7), 2011. It is the
/// line that the app draws (`Public/ink/ink-curve.js`); `Tests/Browser/board/ink-cases.json` holds both to the same
/// numbers.
public struct InkCurve: Hashable, Sendable {
  /// The start point.
  public let from: BoardPoint
  /// The control point beside its beginning.
  public let c1: BoardPoint
  /// The control point beside its end.
  public let c2: BoardPoint
  /// The end point.
  public let to: BoardPoint

  /// The piece from the point at `index` to the next one.
  ///
  /// The ends are smoothed like the middle: their only neighbour gives their direction.
  public init(through places: [BoardPoint], from index: Int) {
    from = places[index]
    to = places[index + 1]
    c1 = Self.handle(after: index > 0 ? places[index - 1] : nil, beside: from, towards: to)
    c2 = Self.handle(after: index + 2 < places.count ? places[index + 2] : nil, beside: to, towards: from)
  }

  /// The curve through points, one piece for each pair of neighbours.
  public static func pieces(through places: [BoardPoint]) -> [InkCurve] {
    guard places.count > 1 else { return [] }
    return (0..<places.count - 1).map { InkCurve(through: places, from: $0) }
  }

  /// The place at `t`, 0 to 1.
  public func place(at t: Double) -> BoardPoint {
    let s = 1 - t
    let (a, b, c, d) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
    return BoardPoint(
      x: a * from.x + b * c1.x + c * c2.x + d * to.x, y: a * from.y + b * c1.y + c * c2.y + d * to.y)
  }

  /// The control point beside `here`, towards `next`; `before` is the point on the other side of `here`.
  private static func handle(
    after before: BoardPoint?, beside here: BoardPoint, towards next: BoardPoint
  ) -> BoardPoint {
    // The exponent of the distance that makes it centripetal is one half.
    let b = here.distance(to: next).squareRoot()
    guard let before, b > 0 else { return sixth(here, next) }
    let a = before.distance(to: here).squareRoot()
    guard a > 0 else { return sixth(here, next) }
    func mixed(_ p: Double, _ q: Double, _ r: Double) -> Double {
      let own = 2 * a * a + 3 * a * b + b * b
      return (a * a * r - b * b * p + own * q) / (3 * a * (a + b))
    }
    return BoardPoint(x: mixed(before.x, here.x, next.x), y: mixed(before.y, here.y, next.y))
  }

  private static func sixth(_ here: BoardPoint, _ next: BoardPoint) -> BoardPoint {
    BoardPoint(x: here.x + (next.x - here.x) / 6, y: here.y + (next.y - here.y) / 6)
  }
}
