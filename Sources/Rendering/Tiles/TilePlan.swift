import DocumentModel

/// How to come by a tile: by drawing it, or by cutting it from a larger piece of the page that is drawn once.
///
/// The costs:
///
/// - **Drawing** reads the whole page, however small the tile: ``PageCost/fixed``, from half a millisecond to
///   seconds, and a little for each pixel.
/// - **Cutting** copies: 0.1 ms for 512 × 512 pixels.
/// - **Keeping** a piece takes four bytes a pixel.
///
/// So a page is drawn in pieces as large as memory allows, one for most pages, and tiles are cut. A tile is drawn
/// by itself only while that is cheap *and* all such tiles of a scale together have cost less than
/// ``loneShare`` of the piece. It follows that all tiles of a page cost at most one and a quarter drawings of it, or
/// two of a page so large that it takes two pieces. Of a page beyond what may be asked for as a whole each piece is a drawing;
/// there are as many as windows are looked at.
///
/// The file of a picture is decoded from its beginning: a tile costs all rows above it. So it is never drawn by itself,
/// and a picture too large for one piece is drawn in strips as wide as it is, each of which goes on where the last one
/// ended (``RowReader``). All its tiles, row by row from the top, cost one decoding, however large it is. Four strips are
/// kept; who goes up farther than that pays another one.
struct TilePlan {
  /// What to do.
  enum Choice: Hashable {
    /// Draw what is asked for and keep nothing.
    case direct
    /// Cut it from these pieces, after drawing those of them that are missing.
    case cut(from: [PixelRectangle], drawing: [PixelRectangle])
  }

  /// What drawing lone tiles may cost, as a part of what drawing their piece would.
  static let loneShare = 0.25
  /// Pixels of a page that is drawn in one piece: 128 MiB, so that the largest page which may be asked for as a
  /// whole takes two.
  static let maximumPiecePixels = 32_000_000
  /// Side of the pieces of a page that is larger than may be asked for as a whole: about what a window shows.
  static let deepPieceSide = 2_048
  /// Pixels of a strip of a picture that is read downward: 48 MiB, so that four of them are kept.
  static let maximumStripPixels = 12_000_000
  /// Strips of fewer rows are worth no more than pieces of another shape.
  static let lowestStrip = 64
  /// Images larger than this are no tiles.
  static let maximumTilePixels = 4_194_304

  /// Width of the whole page at the scale in question, in pixels.
  let width: Int
  /// Height of the whole page at the scale in question, in pixels.
  let height: Int
  /// Whether any part costs the reading of all above it.
  let isDownward: Bool

  /// A plan for the page that `window` shows.
  ///
  /// Only for a window on the grid: one with a ``PageWindow/rectangle``.
  init(_ window: PageWindow, isDownward: Bool = false) {
    self.isDownward = isDownward
    width = Int(window.pageWidth)
    height = Int(window.pageHeight)
  }

  /// How to come by `tile`.
  ///
  /// - Parameters:
  ///   - isKept: whether a piece is in memory.
  ///   - cost: what drawing the page costs; nil for a page that was never drawn. Then it is drawn in pieces: for a
  ///     page of text that takes 10 ms longer than a tile, for a heavy one it saves a second at the next tile.
  ///   - spent: microseconds for lone tiles of this page and scale so far.
  func choice(
    for tile: PixelRectangle, isKept: (PixelRectangle) -> Bool, cost: PageCost?, spent: Double
  ) -> Choice {
    guard tile.pixels <= Self.maximumTilePixels else { return .direct }
    let pieces = pieces(under: tile)
    let missing = pieces.filter { !isKept($0) }
    let missingPixels = missing.reduce(0) { $0 + $1.pixels }
    if missing.isEmpty { return .cut(from: pieces, drawing: []) }
    // Nothing would be left to cut for another tile.
    if missingPixels <= tile.pixels { return .direct }
    if !isDownward, let cost {
      let others = cost.fixed * Double(missing.count - 1)
      let share = (cost.estimate(pixels: missingPixels) + others) * Self.loneShare
      if spent + cost.estimate(pixels: tile.pixels) <= share { return .direct }
    }
    return .cut(from: pieces, drawing: missing)
  }

  /// The pieces of the page that `tile` lies on.
  func pieces(under tile: PixelRectangle) -> [PixelRectangle] {
    let side = pieceSize
    var pieces: [PixelRectangle] = []
    for row in tile.top / side.height...(tile.bottom - 1) / side.height {
      for column in tile.left / side.width...(tile.right - 1) / side.width {
        let left = column * side.width
        let top = row * side.height
        pieces.append(
          PixelRectangle(
            left: left, top: top, width: min(side.width, width - left), height: min(side.height, height - top)
          ))
      }
    }
    return pieces
  }

  /// Width and height of all pieces but the last of a row or column.
  private var pieceSize: (width: Int, height: Int) {
    if let rows = stripHeight { return (width, rows) }
    guard max(width, height) <= RenderRequest.maximumSide, width * height <= RenderRequest.maximumPixels
    else {
      return (Self.deepPieceSide, Self.deepPieceSide)
    }
    if width * height <= Self.maximumPiecePixels { return (width, height) }
    // Two strips; the seam lies where usual tiles meet, too.
    let half = (height / 2 + 1_023) / 1_024 * 1_024
    return (width, min(height, half))
  }

  /// Rows of a strip of a large picture: a power of two, as tiles have, so that these meet where strips do; nil for what is
  /// drawn in other pieces.
  private var stripHeight: Int? {
    guard isDownward, width * height > Self.maximumPiecePixels else { return nil }
    let most = Self.maximumStripPixels / width
    guard most >= Self.lowestStrip else { return nil }
    return min(height, 1 << (Int.bitWidth - 1 - most.leadingZeroBitCount))
  }
}
