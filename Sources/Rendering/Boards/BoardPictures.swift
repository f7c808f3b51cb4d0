import DocumentModel

/// How fine the pictures on a board are: none finer than can be seen, and all of them together within
/// ``BoardLimits/picturePixels``, because cairo keeps them until the page is finished.
struct BoardPictures {
  /// No picture has more pixels on a side.
  private static let maximumSide = 4_096.0

  /// The part of the pixels they wish for that all get.
  private let share: Double

  /// Shares the pixels that there may be among the pictures of `cards`.
  init(_ cards: [PlacedCard], on sheet: BoardSheet) {
    let wishes = cards.map { card in
      card.pictureSize.map { size in
        let width = Self.wishedWidth(of: size, across: card.width * sheet.scale)
        return width * width * size.height / size.width
      } ?? 0
    }
    share = min(1, Double(BoardLimits.picturePixels) / max(1, wishes.reduce(0, +)))
  }

  /// How many pixels wide a picture of `size` is that is shown so many points wide.
  func width(of size: PageSize, across points: Double) -> Int {
    max(1, Int((Self.wishedWidth(of: size, across: points) * share.squareRoot()).rounded(.down)))
  }

  private static func wishedWidth(of size: PageSize, across points: Double) -> Double {
    let longer = max(1, size.height / size.width)
    return min(size.width, points * BoardSheet.pixelsPerPoint, maximumSide / longer)
  }
}
