import DocumentModel

/// The resolution of the images on a board: no finer than visible, and within ``BoardLimits/picturePixels`` in all.
///
/// Cairo keeps all their pixels until the page is finished.
struct BoardPictures {
  /// Largest side of an image, in pixels.
  private static let maximumSide = 4_096.0

  /// The granted share of the wanted pixels, 0 to 1.
  private let share: Double

  /// Divides the pixel budget among the images of `cards`.
  init(_ cards: [PlacedCard], on sheet: BoardSheet) {
    let wanted = cards.map { card in
      card.pictureSize.map { size in
        let width = Self.wantedWidth(of: size, across: card.width * sheet.scale)
        return width * width * size.height / size.width
      } ?? 0
    }
    share = min(1, Double(BoardLimits.picturePixels) / max(1, wanted.reduce(0, +)))
  }

  /// The pixel width of an image of `size` that is shown `points` wide.
  func width(of size: PageSize, across points: Double) -> Int {
    max(1, Int((Self.wantedWidth(of: size, across: points) * share.squareRoot()).rounded(.down)))
  }

  private static func wantedWidth(of size: PageSize, across points: Double) -> Double {
    let longer = max(1, size.height / size.width)
    return min(size.width, points * BoardSheet.pixelsPerPoint, maximumSide / longer)
  }
}
