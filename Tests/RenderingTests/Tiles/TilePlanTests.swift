import DocumentModel
import Testing

@testable import Rendering

@Suite("Tile plans") struct TilePlanTests {
  private let tile = PixelRectangle(left: 512, top: 1_024, width: 512, height: 512)
  private let cheap = PageCost(pixels: 0, microseconds: 2_500)
  private let heavy = PageCost(pixels: 0, microseconds: 700_000)

  private func plan(_ width: Int, _ height: Int, isDownward: Bool = false) throws -> TilePlan {
    let page = PageSize(width: Double(width), height: Double(height))
    let region = PageRectangle(x: 0, y: 0, width: 1, height: 1)
    let request = RenderRequest(page: 1, region: region, size: .exact(width: 1, height: 1))
    return TilePlan(PageWindow(try RenderPlan(request, on: page), on: page), isDownward: isDownward)
  }

  private func whole(_ width: Int, _ height: Int) -> PixelRectangle {
    PixelRectangle(left: 0, top: 0, width: width, height: height)
  }

  @Test("a page that was never drawn is drawn in one piece, and the tile cut from it")
  func unknown() throws {
    let page = whole(2_448, 3_168)
    let choice = try plan(2_448, 3_168).choice(for: tile, isKept: { _ in false }, cost: nil, spent: 0)
    #expect(choice == .cut(from: [page], drawing: [page]))
  }

  @Test("a tile of a piece that is kept is cut, whatever the page costs", arguments: [2_500, 700_000])
  func kept(cost: Int) throws {
    let page = whole(2_448, 3_168)
    let choice = try plan(2_448, 3_168).choice(
      for: tile, isKept: { $0 == page }, cost: PageCost(pixels: 0, microseconds: cost), spent: 0)
    #expect(choice == .cut(from: [page], drawing: []))
  }

  @Test("a lone tile of a cheap page is drawn by itself, but not many of them")
  func lone() throws {
    let plan = try plan(2_448, 3_168)
    let page = whole(2_448, 3_168)
    func choice(_ spent: Double) -> TilePlan.Choice {
      plan.choice(for: tile, isKept: { _ in false }, cost: cheap, spent: spent)
    }
    // A tile costs 2.8 ms, the page 11.8 ms.
    #expect(choice(0) == .direct)
    #expect(choice(2_800) == .cut(from: [page], drawing: [page]))
  }

  @Test("a tile of a heavy page is never drawn by itself")
  func heavyPage() throws {
    let page = whole(2_448, 3_168)
    let choice = try plan(2_448, 3_168).choice(for: tile, isKept: { _ in false }, cost: heavy, spent: 0)
    #expect(choice == .cut(from: [page], drawing: [page]))
  }

  @Test("the whole page, and what is larger than any tile, is drawn and not kept")
  func whole() throws {
    #expect(
      try plan(500, 400).choice(for: whole(500, 400), isKept: { _ in false }, cost: nil, spent: 0) == .direct)
    let large = PixelRectangle(left: 0, top: 0, width: 3_000, height: 3_000)
    #expect(
      try plan(4_000, 4_000).choice(for: large, isKept: { _ in false }, cost: heavy, spent: 0) == .direct)
  }

  @Test("a page too large for one piece is drawn in two strips")
  func strips() throws {
    let plan = try plan(5_000, 8_000)
    let upper = PixelRectangle(left: 0, top: 0, width: 5_000, height: 4_096)
    let lower = PixelRectangle(left: 0, top: 4_096, width: 5_000, height: 3_904)
    #expect(plan.pieces(under: whole(5_000, 8_000)) == [upper, lower])
    #expect(plan.pieces(under: PixelRectangle(left: 9, top: 4_000, width: 96, height: 96)) == [upper])
    let across = PixelRectangle(left: 9, top: 4_000, width: 512, height: 512)
    let choice = plan.choice(for: across, isKept: { $0 == upper }, cost: heavy, spent: 0)
    #expect(choice == .cut(from: [upper, lower], drawing: [lower]))
  }

  @Test("a page at a scale too large for the whole page is drawn in pieces of a window's size")
  func deep() throws {
    let plan = try plan(60_000, 90_000)
    let tile = PixelRectangle(left: 59_904, top: 2_048, width: 96, height: 512)
    #expect(
      plan.pieces(under: tile) == [PixelRectangle(left: 59_392, top: 2_048, width: 608, height: 2_048)])
  }

  @Test("a picture that is read from its top is never drawn for a tile alone, however cheap it seems")
  func downwardTile() throws {
    let page = whole(2_448, 3_168)
    let choice = try plan(2_448, 3_168, isDownward: true).choice(
      for: tile, isKept: { _ in false }, cost: cheap, spent: 0)
    #expect(choice == .cut(from: [page], drawing: [page]))
  }

  @Test(
    "a large picture is drawn in strips that hold whole rows of tiles, four of which are kept",
    arguments: [(20_000, 20_000, 512), (10_000, 10_000, 1_024), (40_000, 10_000, 256), (7_000, 5_000, 1_024)])
  func strips(width: Int, height: Int, rows: Int) throws {
    let plan = try plan(width, height, isDownward: true)
    let strips = plan.pieces(under: whole(width, height))
    #expect(strips.dropLast().allSatisfy { $0.height == rows && $0.width == width })
    #expect(strips.reduce(0) { $0 + $1.pixels } == width * height)
    #expect(4 * strips[0].pixels * 4 <= PageDrawer.maximumKeptBytes)
    let upper = PixelRectangle(left: 1_024, top: 512, width: 512, height: 512)
    let choice = plan.choice(for: upper, isKept: { _ in false }, cost: cheap, spent: 0)
    #expect(choice == .cut(from: plan.pieces(under: upper), drawing: plan.pieces(under: upper)))
  }

  @Test("a picture so wide that a strip would be a few rows is drawn in pieces of a window's size")
  func wide() throws {
    let pieces = try plan(300_000, 1_000, isDownward: true).pieces(under: tile)
    #expect(pieces == [PixelRectangle(left: 0, top: 0, width: 2_048, height: 1_000)])
  }

  @Test(
    "pieces cover the page once, and none is larger than memory was set aside for",
    arguments: [
      (1, 1), (612, 792), (6_000, 5_000), (16_383, 3_900), (3_900, 16_383), (20_000, 300), (8_000, 8_000),
    ])
  func cover(size: (Int, Int)) throws {
    let pieces = try plan(size.0, size.1).pieces(under: whole(size.0, size.1))
    #expect(pieces.reduce(0) { $0 + $1.pixels } == size.0 * size.1)
    for (index, piece) in pieces.enumerated() {
      // The upper of two strips is rounded up to a row of tiles.
      #expect(piece.pixels <= TilePlan.maximumPiecePixels + 1_024 * size.0)
      #expect(Int64(piece.pixels) * 4 <= PageDrawer.maximumKeptBytes)
      for other in pieces[(index + 1)...] { #expect(piece.intersection(other) == nil) }
    }
  }

  @Test(
    "all tiles of a page cost at most twice a drawing of it", arguments: [0, 400, 2_500, 40_000, 700_000])
  func budget(fixed: Int) throws {
    for (width, height) in [(612, 792), (1_224, 1_584), (2_448, 3_168), (5_000, 6_000)] {
      let plan = try plan(width, height)
      let cost = PageCost(pixels: 0, microseconds: fixed)
      var kept: Set<PixelRectangle> = []
      var spent = 0.0
      var total = 0.0
      for top in stride(from: 0, to: height, by: 512) {
        for left in stride(from: 0, to: width, by: 512) {
          let tile = PixelRectangle(
            left: left, top: top, width: min(512, width - left), height: min(512, height - top))
          switch plan.choice(for: tile, isKept: kept.contains, cost: cost, spent: spent) {
          case .direct:
            spent += cost.estimate(pixels: tile.pixels)
            total += cost.estimate(pixels: tile.pixels)
          case .cut(_, let drawing):
            kept.formUnion(drawing)
            total += drawing.reduce(0) { $0 + cost.estimate(pixels: $1.pixels) }
          }
        }
      }
      #expect(total <= 2 * cost.estimate(pixels: width * height))
    }
  }

  @Test("the least that any drawing took counts")
  func costs() {
    var cost = PageCost(pixels: 1_000_000, microseconds: 21_200)
    #expect(cost.fixed == 20_000)
    cost.record(pixels: 2_000_000, microseconds: 12_400)
    #expect(cost.fixed == 10_000)
    cost.record(pixels: 0, microseconds: 90_000)
    #expect(cost.fixed == 10_000)
    cost.record(pixels: 4_000_000, microseconds: 1)
    #expect(cost.fixed == 0)
    #expect(cost.estimate(pixels: 500_000) == 600)
  }
}
