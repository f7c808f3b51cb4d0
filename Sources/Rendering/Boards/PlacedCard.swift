import DocumentModel
import Glibc

/// A card with the proportion of its page, and so with a place on the board.
struct PlacedCard {
  let card: BoardCard
  /// Height over width.
  let aspect: Double
  /// Of its page where that is a picture.
  let pictureSize: PageSize?

  /// A page of which nothing is known: A4.
  ///
  /// As `COMMON_ASPECT` in `Public/board/card-geometry.js`.
  static let commonAspect = 2.0.squareRoot()

  /// A card and the page that it shows; nil where that is not to be had.
  init(_ card: BoardCard, _ page: BoardPages.Page?) {
    self.card = card
    aspect = page.map { $0.size.height / $0.size.width } ?? Self.commonAspect
    if case .picture(_, _, let size) = page { pictureSize = size } else { pictureSize = nil }
  }

  /// In board units.
  var width: Double { card.width * card.scale }
  /// In board units.
  var height: Double { width * aspect }
  /// How far it is turned, clockwise, in radians.
  var angle: Double { fmod(card.rotation, 360) * .pi / 180 }

  /// The smallest rectangle that holds the turned card, in board units.
  var bounds: BoardRectangle {
    let (across, down) = (abs(cos(angle)), abs(sin(angle)))
    let (wide, tall) = (width * across + height * down, width * down + height * across)
    return BoardRectangle(
      x: card.centre.x - wide / 2, y: card.centre.y - tall / 2, width: wide, height: tall)
  }
}
