import DocumentModel

/// The page that a board becomes: what of the board it shows, and how large that is on it.
struct BoardSheet: Hashable {
  /// White around everything, in board units; as in `Public/board/board-print.js`.
  private static let margin = 24.0
  /// Points to a board unit: a CSS pixel is a 96th of an inch.
  private static let pointsPerUnit = 0.75
  /// A side of a PDF page is no longer, in points (ISO 32000-1, annex C).
  static let maximumSide = 14_400.0

  /// What is shown, in board units.
  let frame: BoardRectangle
  /// Points to a board unit; less than usual where the page would be too large.
  let scale: Double

  /// In points.
  var width: Double { frame.width * scale }
  /// In points.
  var height: Double { frame.height * scale }

  /// The page for cards and ink.
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

  /// How many times as fine a picture must be as a point, so that it looks as it does in the app's own printing: three
  /// pixels to a unit of a board in its natural size.
  static let pixelsPerPoint = 3 / pointsPerUnit
}
