import DocumentModel

/// Decides whether a tile is drawn by itself, or cut from a larger piece of the page that is drawn once.
///
/// The costs:
///
/// - **Drawing** reads the whole page, however small the tile: ``PageCost/fixed``, from half a millisecond to
///   seconds, and a little for each pixel.
/// - **Cutting** copies: 0.1 ms for 512 × 512 pixels.
/// - **Keeping** a piece takes four bytes per pixel.
///
/// So a page is drawn in pieces as large as memory allows, one for most pages. A tile is drawn by itself only while
/// all such tiles of a scale together cost less than ``loneShare`` of the piece. All tiles of a page then cost at
/// most one and a quarter drawings, or two for a page that takes two pieces. On a page too large to be requested as
/// a whole, each piece is one drawing, and a window shows few pieces.
///
/// An image file is decoded from its beginning, so a tile costs all rows above it. Its tiles are never drawn by
/// themselves. An image too large for one piece is drawn in strips of its full width, each of which continues the
/// last one (``RowReader``). All its tiles, row by row from the top, cost one decoding. Four strips are kept;
/// scrolling up farther costs another decoding.
struct TilePlan {
  enum Choice: Hashable {
    /// Draw the tile and keep nothing.
    case direct
    /// Cut the tile from these pieces, after drawing the missing ones.
    case cut(from: [PixelRectangle], drawing: [PixelRectangle])
  }

  /// The share of a piece's cost that lone tiles may cost.
  static let loneShare = 0.25
  /// Pixels of a page that is drawn in one piece: 128 MiB, so that the largest page requested as a whole takes two.
  static let maximumPiecePixels = 32_000_000
  /// Side of the pieces of a larger page: about a window's size, in pixels.
  static let deepPieceSide = 2_048
  /// Pixels of a strip of a large image: 48 MiB, so that four strips are kept.
  static let maximumStripPixels = 12_000_000
  /// The smallest useful height of a strip, in rows.
  static let lowestStrip = 64
  /// Larger images are not tiles, in pixels.
  static let maximumTilePixels = 4_194_304

  /// Width of the whole page at the scale, in pixels.
  let width: Int
  /// Height of the whole page at the scale, in pixels.
  let height: Int
  /// Whether every part costs the decoding of all rows above it.
  let isDownward: Bool

  /// A plan for a window on the grid, which has a ``PageWindow/rectangle``.
  init(_ window: PageWindow, isDownward: Bool = false) {
    self.isDownward = isDownward
    width = Int(window.pageWidth)
    height = Int(window.pageHeight)
  }

  /// The way to produce `tile`.
  ///
  /// - Parameters:
  ///   - isKept: whether a piece is in memory.
  ///   - cost: the cost of drawing the page; nil for a page that was never drawn, which is then drawn in pieces. For
  /// a page of text that takes 10 ms longer than a tile; for a heavy page it saves a second at the next tile.
  ///   - spent: microseconds for lone tiles of this page and scale so far.
  func choice(
    for tile: PixelRectangle, isKept: (PixelRectangle) -> Bool, cost: PageCost?, spent: Double
  ) -> Choice {
    guard tile.pixels <= Self.maximumTilePixels else { return .direct }
    let pieces = pieces(under: tile)
    let missing = pieces.filter { !isKept($0) }
    let missingPixels = missing.reduce(0) { $0 + $1.pixels }
    if missing.isEmpty { return .cut(from: pieces, drawing: []) }
    // The pieces would hold nothing for another tile.
    if missingPixels <= tile.pixels { return .direct }
    if !isDownward, let cost {
      let others = cost.fixed * Double(missing.count - 1)
      let share = (cost.estimate(pixels: missingPixels) + others) * Self.loneShare
      if spent + cost.estimate(pixels: tile.pixels) <= share { return .direct }
    }
    return .cut(from: pieces, drawing: missing)
  }

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

  /// The size of all pieces except the last of a row or column.
  private var pieceSize: (width: Int, height: Int) {
    if let rows = stripHeight { return (width, rows) }
    guard max(width, height) <= RenderRequest.maximumSide, width * height <= RenderRequest.maximumPixels
    else {
      return (Self.deepPieceSide, Self.deepPieceSide)
    }
    if width * height <= Self.maximumPiecePixels { return (width, height) }
    // Two strips; their seam coincides with the edges of usual tiles.
    let half = (height / 2 + 1_023) / 1_024 * 1_024
    return (width, min(height, half))
  }

  /// Rows of a strip of a large image, a power of two as in tiles, so that edges coincide; nil for other pieces.
  private var stripHeight: Int? {
    guard isDownward, width * height > Self.maximumPiecePixels else { return nil }
    let most = Self.maximumStripPixels / width
    guard most >= Self.lowestStrip else { return nil }
    return min(height, 1 << (Int.bitWidth - 1 - most.leadingZeroBitCount))
  }
}

/// The measured cost of drawing a page: a fixed part and a constant part per pixel.
///
/// A renderer reads the whole page for every image of it, however small. That part differs a thousandfold between
/// pages and is measured. Painting pixels costs about the same for all pages.
struct PageCost: Hashable {
  /// Microseconds per million pixels: a text page at scale 4 (7.8 million) takes 9 ms more than a tile of it.
  static let perMillionPixels = 1_200.0

  /// Microseconds independent of the size: the minimum over all drawings of the page.
  ///
  /// The first drawing also loads fonts and images, so an average would be too high.
  private(set) var fixed: Double

  init(pixels: Int, microseconds: Int) {
    fixed = max(0, Double(microseconds) - Self.forPixels(pixels))
  }

  mutating func record(pixels: Int, microseconds: Int) {
    fixed = min(fixed, PageCost(pixels: pixels, microseconds: microseconds).fixed)
  }

  /// The expected time for `pixels`, in microseconds.
  func estimate(pixels: Int) -> Double {
    fixed + Self.forPixels(pixels)
  }

  private static func forPixels(_ pixels: Int) -> Double {
    Double(pixels) * perMillionPixels / 1_000_000
  }
}

/// A rectangle of whole pixels of a page at a scale, counted from the page's top left corner.
struct PixelRectangle: Hashable {
  let left: Int
  let top: Int
  let width: Int
  let height: Int

  var right: Int { left + width }
  var bottom: Int { top + height }
  var pixels: Int { width * height }

  func union(_ other: PixelRectangle) -> PixelRectangle {
    let (left, top) = (min(left, other.left), min(top, other.top))
    return PixelRectangle(
      left: left, top: top, width: max(right, other.right) - left, height: max(bottom, other.bottom) - top)
  }

  func intersection(_ other: PixelRectangle) -> PixelRectangle? {
    let left = max(left, other.left)
    let top = max(top, other.top)
    let width = min(right, other.right) - left
    let height = min(bottom, other.bottom) - top
    guard width > 0, height > 0 else { return nil }
    return PixelRectangle(left: left, top: top, width: width, height: height)
  }
}
