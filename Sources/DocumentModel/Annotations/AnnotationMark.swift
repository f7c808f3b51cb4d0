import FoundationEssentials

/// The visible part of an annotation: its kind, its place on the page, and its colour.
///
/// Places are in page units, with the origin top left and `y` downwards.
public struct AnnotationMark: Hashable, Sendable {
  /// A kind of mark.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Text under a transparent colour.
    case highlight
    /// Text over a line.
    case underline
    /// Text under a line.
    case strikeout
    /// A line of a pen.
    case ink
    /// A note at a place.
    case note
    /// The sides of a box.
    case rectangle
    /// The ellipse in a box.
    case ellipse
    /// A straight line between two places.
    case line
    /// A line with a head at its second place.
    case arrow

    /// Whether it marks words, by one box for each line.
    public var marksText: Bool { [.highlight, .underline, .strikeout].contains(self) }
    /// Whether its place is one box.
    public var isBox: Bool { [.rectangle, .ellipse].contains(self) }
    /// How many points it has; empty for marks that have boxes.
    fileprivate var points: ClosedRange<Int>? {
      switch self {
      case .ink: 1...AnnotationLimits.points
      case .note: 1...1
      case .line, .arrow: 2...2
      default: nil
      }
    }
  }

  /// The kind.
  public let kind: Kind
  /// The page, from 1.
  public let page: Int
  /// The colour.
  public let color: InkColor
  /// The width of lines at plain pressure, in page units.
  public let width: Double
  /// The boxes of marked lines, or the one box of a shape; else empty.
  public let boxes: [PageRectangle]
  /// The points of ink, the ends of a line, or the place of a note; else empty.
  public let points: [InkPoint]

  /// The width of lines that state none, in page units.
  public static let usualWidth = 2.0

  /// A mark from its parts.
  ///
  /// Throws `.invalidParameter` for parts that do not fit its kind.
  public init(
    _ kind: Kind, page: Int, color: InkColor, width: Double = usualWidth, boxes: [PageRectangle] = [],
    points: [InkPoint] = []
  ) throws(DocumentError) {
    (self.kind, self.page, self.color, self.width) = (kind, page, color, width)
    (self.boxes, self.points) = (boxes, points)
    guard (1...AnnotationLimits.page).contains(page) else { throw Self.refusal("page is a number from 1") }
    guard width > 0, width <= AnnotationLimits.width else {
      throw Self.refusal("width is a number above 0, at most \(Int(AnnotationLimits.width))")
    }
    if let count = kind.points {
      guard count.contains(points.count), boxes.isEmpty else {
        throw Self.refusal("a mark of kind \(kind.rawValue) has \(Self.spoken(count)) points and no boxes")
      }
    } else {
      let count = kind.isBox ? 1...1 : 1...AnnotationLimits.boxes
      guard count.contains(boxes.count), points.isEmpty else {
        throw Self.refusal("a mark of kind \(kind.rawValue) has \(Self.spoken(count)) boxes and no points")
      }
    }
    guard boxes.allSatisfy(\.isSane), points.allSatisfy({ $0.place.isSane }) else {
      throw Self.refusal(
        "places are numbers of at most \(Int(AnnotationLimits.place)), and sides are not negative")
    }
  }

  private static func spoken(_ range: ClosedRange<Int>) -> String {
    range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
  }

  static func refusal(_ sentence: String) -> DocumentError {
    DocumentError(.invalidParameter, "the annotation is refused: \(sentence)")
  }

  /// The rectangle around it; half the width of its lines lies outside.
  public var bounds: PageRectangle {
    let corners =
      boxes.flatMap { [BoardPoint(x: $0.x, y: $0.y), BoardPoint(x: $0.x + $0.width, y: $0.y + $0.height)] }
      + points.map(\.place)
    guard let first = corners.first else { return PageRectangle(x: 0, y: 0, width: 0, height: 0) }
    let (left, top) = corners.reduce((first.x, first.y)) { (min($0.0, $1.x), min($0.1, $1.y)) }
    let (right, bottom) = corners.reduce((first.x, first.y)) { (max($0.0, $1.x), max($0.1, $1.y)) }
    return PageRectangle(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The mark on another page, with each place and length changed by `move`.
  public func moved(
    toPage page: Int, boxes: [PageRectangle]? = nil, by move: PageMove = .none
  ) throws(DocumentError) -> AnnotationMark {
    try AnnotationMark(
      kind, page: page, color: color, width: width, boxes: boxes ?? self.boxes.map(move.applied),
      points: points.map { InkPoint(move.applied(to: $0.place), pressure: $0.pressure) })
  }
}

/// A shift and scale from the units of one page to those of another.
public struct PageMove: Hashable, Sendable {
  /// The factors from left to right and from top to bottom.
  public let scale: (x: Double, y: Double)
  /// The shift after scaling, in page units.
  public let shift: (x: Double, y: Double)

  /// A move that changes nothing.
  public static let none = PageMove()

  /// A move from its parts.
  public init(scale: (x: Double, y: Double) = (1, 1), shift: (x: Double, y: Double) = (0, 0)) {
    (self.scale, self.shift) = (scale, shift)
  }

  func applied(_ box: PageRectangle) -> PageRectangle {
    PageRectangle(
      x: box.x * scale.x + shift.x, y: box.y * scale.y + shift.y, width: box.width * scale.x,
      height: box.height * scale.y)
  }

  func applied(to place: BoardPoint) -> BoardPoint {
    BoardPoint(x: place.x * scale.x + shift.x, y: place.y * scale.y + shift.y)
  }

  /// Whether both moves lead to the same places.
  public static func == (left: PageMove, right: PageMove) -> Bool {
    left.scale == right.scale && left.shift == right.shift
  }

  /// Hashes all four numbers.
  public func hash(into hasher: inout Hasher) {
    for part in [scale.x, scale.y, shift.x, shift.y] { hasher.combine(part) }
  }
}

/// The limits of annotations.
public enum AnnotationLimits {
  /// Annotations of one content.
  public static let annotations = 20_000
  /// Points of one mark.
  public static let points = 20_000
  /// Boxes of one mark.
  public static let boxes = 2_000
  /// Bytes of UTF-8 in a note, and in marked text.
  public static let textBytes = 64 << 10
  /// Bytes of UTF-8 in an author's name.
  public static let nameBytes = 256
  /// The largest page number.
  public static let page = 1_000_000
  /// The widest line, in page units.
  public static let width = 1_000.0
  /// The farthest place, in page units.
  public static let place = 1_000_000.0
}

extension PageRectangle {
  fileprivate var isSane: Bool {
    BoardPoint(x: x, y: y).isSane && (0...AnnotationLimits.place).contains(width)
      && (0...AnnotationLimits.place).contains(height)
  }
}

extension BoardPoint {
  fileprivate var isSane: Bool { abs(x) <= AnnotationLimits.place && abs(y) <= AnnotationLimits.place }
}

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
