import DocumentModel

/// Draws pages, and keeps pixels from which further tiles can be cut.
///
/// An answer does not depend on earlier requests: a tile cut from a kept piece equals the tile drawn by itself. They
/// are bit-identical on nine pages of ten. On the other pages single pixels differ by a few shades of 255, where
/// cairo clips a slanted edge or resamples an image. So pieces join without seam or margin. Kept pixels are never
/// scaled down, because lines and letters would be thinner than drawn ones. Used by one thread.
final class PageDrawer {
  private struct Grid: Hashable {
    let document: DocumentKey
    let page: Int
    let width: Double
    let height: Double
  }

  private struct Piece: Hashable {
    let grid: Grid
    let area: PixelRectangle
  }

  private struct Page: Hashable {
    let document: DocumentKey
    let number: Int
  }

  /// Limit of the kept pixels, in bytes, including pieces that are being drawn.
  ///
  /// The largest image is drawn and encoded without kept pixels, so the worker stays below
  /// ``Sandbox/maximumAddressSpace``.
  static let maximumKeptBytes: Int64 = 192 << 20
  /// Pages and scales whose costs are remembered.
  private static let maximumCosts = 512

  private var pieces = RecentlyUsed<Piece, PixelBuffer>(maximumCount: 256, maximumWeight: maximumKeptBytes)
  private var costs = RecentlyUsed<Page, PageCost>(maximumCount: maximumCosts, maximumWeight: .max)
  private var spent = RecentlyUsed<Grid, Double>(maximumCount: maximumCosts, maximumWeight: .max)
  /// Grids where a piece found no memory: nested groups take a multiple of a piece's size, but little for a tile.
  private var failed = RecentlyUsed<Grid, Bool>(maximumCount: maximumCosts, maximumWeight: .max)
  private let clock: () -> Int

  /// A drawer that measures with `clock`, in microseconds.
  init(clock: @escaping () -> Int = ProcessorTime.microseconds) {
    self.clock = clock
  }

  var keptBytes: Int64 { pieces.totalWeight }

  func forgetPixels() {
    pieces.removeAll()
  }

  /// Draws the region of `request`, before rotation and colour reduction.
  ///
  /// The caller owns the pixels and may change them. Nothing is kept of a document without a key. Throws the errors
  /// of `RenderPlan` and of the document.
  func draw(
    _ request: RenderRequest, of document: any OpenedDocument, named key: DocumentKey?
  ) throws(DocumentError) -> PixelBuffer {
    let size = try document.size(ofPage: request.page)
    let window = PageWindow(try RenderPlan(request, on: size), on: size)
    guard let key else { return try document.draw(page: request.page, window) }
    let grid = Grid(document: key, page: request.page, width: window.pageWidth, height: window.pageHeight)
    if let tile = window.rectangle, failed.use(grid) == nil {
      let plan = TilePlan(window, isDownward: document.isReadDownward(page: request.page, window))
      let choice = plan.choice(
        for: tile, isKept: { pieces.keeps(Piece(grid: grid, area: $0)) },
        cost: costs.use(Page(document: key, number: request.page)), spent: spent.use(grid) ?? 0)
      if case .cut(let areas, _) = choice, let pixels = try cut(tile, from: areas, grid, window, document) {
        return pixels
      }
    }
    return try drawAlone(window, of: document, grid)
  }

  private func drawAlone(
    _ window: PageWindow, of document: any OpenedDocument, _ grid: Grid
  ) throws(DocumentError) -> PixelBuffer {
    let (pixels, microseconds) = try measured(window, of: document, grid)
    spent.insert((spent.use(grid) ?? 0) + Double(microseconds), for: grid, weight: 1)
    return pixels
  }

  /// Cuts the tile from pieces, drawing missing ones; nil when there is no memory for them.
  private func cut(
    _ tile: PixelRectangle, from areas: [PixelRectangle], _ grid: Grid, _ window: PageWindow,
    _ document: any OpenedDocument
  ) throws(DocumentError) -> PixelBuffer? {
    let pixels = try PixelBuffer(width: tile.width, height: tile.height)
    for area in areas {
      do throws(DocumentError) {
        try piece(area, grid, window, document).copy(area, to: pixels, covering: tile)
      } catch {
        guard error.code == .renderMemory else { throw error }
        failed.insert(true, for: grid, weight: 1)
        forgetPixels()
        return nil
      }
    }
    return pixels
  }

  private func piece(
    _ area: PixelRectangle, _ grid: Grid, _ window: PageWindow, _ document: any OpenedDocument
  ) throws(DocumentError) -> PixelBuffer {
    let key = Piece(grid: grid, area: area)
    if let pixels = pieces.use(key) { return pixels }
    let (pixels, _) = try measured(PageWindow(area, like: window), of: document, grid)
    pieces.insert(pixels, for: key, weight: Int64(pixels.bytes.count))
    return pixels
  }

  private func measured(
    _ window: PageWindow, of document: any OpenedDocument, _ grid: Grid
  ) throws(DocumentError) -> (PixelBuffer, microseconds: Int) {
    let count = window.width * window.height
    pieces.makeRoom(for: Int64(count) * 4)
    let start = clock()
    let pixels = try document.draw(page: grid.page, window)
    let microseconds = clock() - start
    record(count, microseconds, Page(document: grid.document, number: grid.page))
    return (pixels, microseconds)
  }

  private func record(_ pixels: Int, _ microseconds: Int, _ page: Page) {
    var cost = costs.use(page) ?? PageCost(pixels: pixels, microseconds: microseconds)
    cost.record(pixels: pixels, microseconds: microseconds)
    costs.insert(cost, for: page, weight: 1)
  }
}
