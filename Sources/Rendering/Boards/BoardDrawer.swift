import DocumentModel

/// Draws a board as a PDF of one page: page text, curves and ink stay vectors, images are pixels.
///
/// A card whose page cannot be drawn is blank paper; only exceeded limits fail the whole. Used by one thread.
final class BoardDrawer {
  private let pages: BoardPages
  private let jpeg = JPEGEncoder()

  init(_ pages: BoardPages) {
    self.pages = pages
  }

  /// The PDF's bytes.
  ///
  /// Throws `.notShowable` for an empty board, `.documentTooLarge` for a PDF of more than
  /// ``BoardLimits/renditionBytes``, `.renderMemory`.
  func draw(_ board: Board) throws(DocumentError) -> [UInt8] {
    let cards = board.stackedCards.map { PlacedCard($0, pages.page(of: $0)) }
    let sheet = try BoardSheet(cards: cards, strokes: board.strokes)
    let pictures = BoardPictures(cards, on: sheet)
    let canvas = try PDFCanvas(
      width: sheet.width, height: sheet.height, limit: BoardLimits.renditionBytes)
    for card in cards {
      canvas.draw { pen in
        Self.place(sheet, pen)
        draw(card, across: card.width * sheet.scale, pictures, with: pen)
      }
    }
    canvas.draw { pen in
      Self.place(sheet, pen)
      for stroke in board.strokes { pen.draw(stroke) }
    }
    return try canvas.finish()
  }

  private static func place(_ sheet: BoardSheet, _ pen: CairoPen) {
    pen.scale(sheet.scale, sheet.scale)
    pen.translate(-sheet.frame.x, -sheet.frame.y)
  }

  /// The side of the smallest page that is drawn, in points; a smaller one shows its paper only.
  private static let smallestSide = 0.5

  private func draw(
    _ placed: PlacedCard, across points: Double, _ pictures: BoardPictures, with pen: CairoPen
  ) {
    pen.translate(placed.card.centre.x, placed.card.centre.y)
    pen.rotate(placed.angle)
    pen.translate(-placed.width / 2, -placed.height / 2)
    CardPaper.draw(placed, with: pen)
    guard min(points, points * placed.aspect) >= Self.smallestSide, let page = pages.page(of: placed.card)
    else { return }
    pen.clip(width: placed.width, height: placed.height)
    switch page {
    case .drawing(let document, let number, let size):
      pen.scale(placed.width / size.width, placed.height / size.height)
      try? document.print(page: number, with: pen)
    case .picture(let image, let number, let size):
      let width = pictures.width(of: size, across: points)
      guard let pixels = try? image.draw(RenderRequest(page: number, size: .width(width))) else { return }
      pen.scale(placed.width / Double(pixels.width), placed.height / Double(pixels.height))
      pen.paint(pixels, jpeg: image.isPhotograph ? try? jpeg.encode(pixels) : nil)
    }
  }
}

/// The paper of a card: white, with the thin edge that the app prints it with (`Public/board/board-print.js`).
enum CardPaper {
  private static let white = InkColor(red: 255, green: 255, blue: 255)
  private static let edge = InkColor(red: 0xD9, green: 0xD4, blue: 0xCC)
  /// In board units.
  private static let edgeWidth = 1.0

  /// Draws the paper from the origin, in board units.
  static func draw(_ card: PlacedCard, with pen: CairoPen) {
    pen.sheet(width: card.width, height: card.height, white, edge: edge, edgeWidth: edgeWidth)
  }
}
