import FoundationEssentials

#if canImport(Glibc)
  import Glibc
#endif

/// The two ends of an arrow's head.
public struct ArrowHead: Hashable, Sendable {
  /// The end beside the line on one side.
  public let left: BoardPoint
  /// The end on the other side.
  public let right: BoardPoint

  /// The length in widths of the line, the least length in page units, and half the angle.
  private static let (widths, least, angle) = (4.0, 8.0, Double.pi / 7)

  /// The head of an arrow of this width.
  public init(from: BoardPoint, to: BoardPoint, width: Double) {
    let way = atan2(to.y - from.y, to.x - from.x)
    let length = max(Self.least, Self.widths * width)
    func end(_ turn: Double) -> BoardPoint {
      BoardPoint(x: to.x - length * cos(way + turn), y: to.y - length * sin(way + turn))
    }
    (left, right) = (end(Self.angle), end(-Self.angle))
  }
}
