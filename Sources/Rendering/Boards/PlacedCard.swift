import DocumentModel
import Glibc

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
