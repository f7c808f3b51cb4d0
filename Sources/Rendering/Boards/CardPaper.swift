import DocumentModel

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
