import DocumentModel
import Glibc

/// The PDF page of a board: the shown part of the board and its scale.
struct BoardSheet: Hashable {
  /// The margin in board units; as in `Public/board/board-print.js`.
  private static let margin = 24.0
  /// Points per board unit: a CSS pixel is a 96th of an inch.
  private static let pointsPerUnit = 0.75
  /// Longest side of a PDF page, in points (ISO 32000-1, annex C).
  static let maximumSide = 14_400.0

  let frame: BoardRectangle
  /// Points per board unit; reduced where the page would be too large.
  let scale: Double

  /// In points.
  var width: Double { frame.width * scale }
  /// In points.
  var height: Double { frame.height * scale }

  /// The page around cards and ink.
  ///
  /// Throws `.notShowable` when there are none.
  init(cards: [PlacedCard], strokes: [InkStroke]) throws(DocumentError) {
    let all = cards.map(\.bounds) + strokes.compactMap(\.bounds)
    guard let first = all.first else {
      throw DocumentError(.notShowable, "there is nothing on the board")
    }
    frame = all.dropFirst().reduce(first) { $0.union($1) }.grown(by: Self.margin)
    guard [frame.x, frame.y, frame.width, frame.height].allSatisfy(\.isFinite) else {
      throw DocumentError(.documentTooLarge, "the board is too large to be drawn")
    }
    scale = min(Self.pointsPerUnit, Self.maximumSide / max(frame.width, frame.height))
  }

  /// Image pixels per point, as in the app's own printing: three pixels per unit of an unscaled board.
  static let pixelsPerPoint = 3 / pointsPerUnit
}

/// A card with its page's proportion, which determines its height on the board.
struct PlacedCard {
  let card: BoardCard
  /// Height over width.
  let aspect: Double
  /// The page's size, for an image.
  let pictureSize: PageSize?

  /// The proportion of an unknown page: A4.
  ///
  /// As `COMMON_ASPECT` in `Public/board/card-geometry.js`.
  static let commonAspect = 2.0.squareRoot()

  /// A card and its page; nil for an unavailable page.
  init(_ card: BoardCard, _ page: BoardPages.Page?) {
    self.card = card
    aspect = page.map { $0.size.height / $0.size.width } ?? Self.commonAspect
    if case .picture(_, _, let size) = page { pictureSize = size } else { pictureSize = nil }
  }

  /// In board units.
  var width: Double { card.width * card.scale }
  /// In board units.
  var height: Double { width * aspect }
  /// Its rotation, clockwise, in radians.
  var angle: Double { fmod(card.rotation, 360) * .pi / 180 }

  /// The bounding box of the rotated card, in board units.
  var bounds: BoardRectangle {
    let (across, down) = (abs(cos(angle)), abs(sin(angle)))
    let (wide, tall) = (width * across + height * down, width * down + height * across)
    return BoardRectangle(
      x: card.centre.x - wide / 2, y: card.centre.y - tall / 2, width: wide, height: tall)
  }
}
