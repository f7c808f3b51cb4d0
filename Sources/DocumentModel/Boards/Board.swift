/// A board as its file describes it: pages of documents, and ink over them.
///
/// The value keeps only drawn members; code that changes a board must keep the rest of its file.
public struct Board: Hashable, Sendable {
  /// In the order of the file.
  public let cards: [BoardCard]
  /// In the order of the file; later ones cover earlier ones, and all of them every card.
  public let strokes: [InkStroke]

  /// A board from its parts.
  public init(cards: [BoardCard] = [], strokes: [InkStroke] = []) {
    self.cards = cards
    self.strokes = strokes
  }

  /// The cards from the lowest to the topmost; of equal ones the later in the file covers the earlier.
  public var stackedCards: [BoardCard] {
    cards.enumerated().sorted { ($0.element.z, $0.offset) < ($1.element.z, $1.offset) }.map(\.element)
  }
}

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

/// The limits of a board that is drawn as a whole; larger ones are refused as `.documentTooLarge`.
public enum BoardLimits {
  /// Bytes of the board's file.
  public static let bytes: Int64 = 16 << 20
  /// Cards.
  public static let cards = 1_000
  /// Documents with pages on the board: each is passed as a descriptor, and a packet takes 253.
  public static let documents = 240
  /// Lines of ink.
  public static let strokes = 100_000
  /// Points of all lines together.
  public static let points = 500_000
  /// Bytes of the PDF drawn from it.
  public static let renditionBytes = 128 << 20
  /// Pixels of all pictures together; beyond it the pictures are drawn coarser.
  public static let picturePixels = 64_000_000
}

// MARK: - Reading

/// Reading is as tolerant as the app's (`Public/board/saving/board-reading.js`): missing members get
/// defaults, and unknown entries are skipped. A file that is no board, or too large a one, is refused.
extension Board: Decodable {
  private enum Key: String, CodingKey {
    case format
    case cards
    case strokes
  }

  private static let format = "org.sheaf.board"

  /// Reads a board.
  ///
  /// Throws `DocumentError` with `.damaged` for a file that is no board, `.documentTooLarge` beyond ``BoardLimits``.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Key.self)
    guard (try? members.decode(String.self, forKey: .format)) == Self.format else {
      throw DocumentError(.damaged, "the file is no board: its format is not \(Self.format)")
    }
    var cards: [BoardCard] = []
    try Self.read(members, .cards, atMost: BoardLimits.cards) { (entry: CardEntry, index) in
      cards.append(entry.card(at: index))
    }
    var strokes: [InkStroke] = []
    var points = 0
    try Self.read(members, .strokes, atMost: BoardLimits.strokes) { (entry: StrokeEntry, _) in
      strokes.append(entry.stroke)
      points += entry.stroke.points.count
      try Self.check(points, atMost: BoardLimits.points, "points of ink")
    }
    self.init(cards: cards, strokes: strokes)
  }

  /// Passes each valid entry of a list and its index to `take`; a single entry counts as a list of one.
  private static func read<Entry: Decodable>(
    _ members: KeyedDecodingContainer<Key>, _ key: Key, atMost limit: Int, _ take: (Entry, Int) throws -> Void
  ) throws {
    guard members.contains(key) else { return }
    guard var list = try? members.nestedUnkeyedContainer(forKey: key) else {
      if let entry = try members.decode(Tolerated<Entry>.self, forKey: key).value { try take(entry, 0) }
      return
    }
    try check(list.count ?? 0, atMost: limit, key.rawValue)
    while !list.isAtEnd {
      let index = list.currentIndex
      if let entry = try list.decode(Tolerated<Entry>.self).value { try take(entry, index) }
    }
  }

  private static func check(_ count: Int, atMost limit: Int, _ what: String) throws(DocumentError) {
    guard count <= limit else {
      throw DocumentError(.documentTooLarge, "the board has more than \(limit) \(what)")
    }
  }
}

/// A value if it can be decoded; the list continues after it either way.
private struct Tolerated<Entry: Decodable>: Decodable {
  let value: Entry?

  init(from decoder: any Decoder) throws {
    value = try? Entry(from: decoder)
  }
}

private struct CardEntry: Decodable {
  private enum Key: String, CodingKey {
    case document
    case page
    case x
    case y
    case width
    case scale
    case rotation
    case z
  }

  /// The width of a card without a stated width, in board units: a page is readable at zoom 1.
  private static let usualWidth = 320.0

  private let bottom: BoardCard
  private let z: Double?

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Key.self)
    let document = try members.decode(String.self, forKey: .document)
    let page = try members.contains(.page) ? members.decode(Double.self, forKey: .page) : 1
    guard !document.isEmpty, page >= 1, page == page.rounded() else { throw NotUnderstood() }
    z = members.number(.z)
    bottom = BoardCard(
      document: document, page: Int(min(page, 0x1p31)),
      centre: BoardPoint(x: try members.place(.x), y: try members.place(.y)),
      width: members.positive(.width) ?? Self.usualWidth, scale: members.positive(.scale) ?? 1,
      rotation: members.number(.rotation) ?? 0)
  }

  /// The card; without a stated `z` it lies above the cards before it.
  func card(at index: Int) -> BoardCard {
    BoardCard(
      document: bottom.document, page: bottom.page, centre: bottom.centre, width: bottom.width,
      scale: bottom.scale, rotation: bottom.rotation, z: z ?? Double(index))
  }
}

private struct StrokeEntry: Decodable {
  private enum Key: String, CodingKey {
    case color
    case width
    case points
  }

  /// The width of a line of ink without a stated width, in board units.
  private static let usualWidth = 3.0

  let stroke: InkStroke

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Key.self)
    let points = try members.decode([PointEntry].self, forKey: .points).map(\.point)
    guard !points.isEmpty else { throw NotUnderstood() }
    let color = (try? members.decode(String.self, forKey: .color)).map(InkColor.init(css:))
    stroke = InkStroke(
      color: color ?? .usual, width: members.positive(.width) ?? Self.usualWidth, points: points)
  }
}

/// `[x, y, pressure, t]` and possibly more numbers.
private struct PointEntry: Decodable {
  let point: InkPoint

  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    let (x, y) = (try list.decode(Double.self), try list.decode(Double.self))
    guard FarthestPlace.holds(x), FarthestPlace.holds(y) else { throw NotUnderstood() }
    let pressure = list.isAtEnd ? nil : try list.decode(Double.self)
    while !list.isAtEnd { _ = try list.decode(Double.self) }
    point = InkPoint(BoardPoint(x: x, y: y), pressure: pressure)
  }
}

private struct NotUnderstood: Error {}

/// The largest distance of a place in board units: beyond it a single-precision transform has no fractions of a unit.
private enum FarthestPlace {
  private static let distance = 8_000_000.0

  static func holds(_ value: Double) -> Bool { abs(value) <= distance }
}

extension KeyedDecodingContainer {
  /// A finite number; nil for a missing or other value.
  fileprivate func number(_ key: Key) -> Double? {
    (try? decode(Double.self, forKey: key)).flatMap { $0.isFinite ? $0 : nil }
  }

  /// A positive number that can be drawn; nil for a missing or other value.
  fileprivate func positive(_ key: Key) -> Double? {
    number(key).flatMap { $0 > 0 && FarthestPlace.holds($0) ? $0 : nil }
  }

  /// A coordinate; a missing one is 0, the middle of the board.
  fileprivate func place(_ key: Key) throws -> Double {
    guard contains(key) else { return 0 }
    let value = try decode(Double.self, forKey: key)
    guard FarthestPlace.holds(value) else { throw NotUnderstood() }
    return value
  }
}
