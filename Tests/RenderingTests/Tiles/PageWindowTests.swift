import DocumentModel
import Testing

@testable import Rendering

@Suite("Page windows") struct PageWindowTests {
  private let a4 = PageSize(width: 595.276, height: 841.89)

  private func window(
    _ size: RenderRequest.Size, _ region: PageRectangle? = nil, on page: PageSize? = nil
  ) throws -> PageWindow {
    let page = page ?? a4
    return PageWindow(try RenderPlan(RenderRequest(page: 1, region: region, size: size), on: page), on: page)
  }

  /// The tile of an IIIF client at a position of its level, and the level's size.
  private func tile(_ left: Int, _ top: Int, factor: Int, side: Int = 512) throws -> PageWindow {
    let full = (Int((a4.width * 4).rounded()), Int((a4.height * 4).rounded()))
    let (x, y) = (left * factor, top * factor)
    let (width, height) = (min(side * factor, full.0 - x), min(side * factor, full.1 - y))
    let unit = (a4.width / Double(full.0), a4.height / Double(full.1))
    let region = PageRectangle(
      x: Double(x) * unit.0, y: Double(y) * unit.1, width: Double(width) * unit.0,
      height: Double(height) * unit.1)
    let size = ((width + factor - 1) / factor, (height + factor - 1) / factor)
    return try window(.exact(width: size.0, height: size.1), region)
  }

  @Test("all tiles of a level, and the level as a whole, are on one grid", arguments: [1, 2, 4, 8])
  func levels(factor: Int) throws {
    let level = ((2381 + factor - 1) / factor, (3368 + factor - 1) / factor)
    let whole = try window(.exact(width: level.0, height: level.1))
    #expect(
      whole.rectangle == PixelRectangle(left: 0, top: 0, width: level.0, height: level.1))
    for top in stride(from: 0, to: level.1, by: 512) {
      for left in stride(from: 0, to: level.0, by: 512) {
        let tile = try tile(left, top, factor: factor)
        #expect(
          tile.rectangle
            == PixelRectangle(
              left: left, top: top, width: min(512, level.0 - left), height: min(512, level.1 - top)))
        #expect(tile.pageWidth == whole.pageWidth && tile.pageHeight == whole.pageHeight)
      }
    }
  }

  @Test("the whole page fills its image to the edge")
  func whole() throws {
    for size in [RenderRequest.Size.width(20), .width(1191), .scale(1), .exact(width: 33, height: 700)] {
      let window = try window(size)
      #expect(window.pageWidth == Double(window.width) && window.pageHeight == Double(window.height))
      #expect(window.x == 0 && window.y == 0)
    }
  }

  @Test("a region on whole pixels of another scale is on its grid, too")
  func otherScale() throws {
    let region = PageRectangle(x: 200, y: 100, width: 200, height: 100)
    let window = try window(.scale(1.5), region, on: PageSize(width: 1000, height: 500))
    #expect(window.rectangle == PixelRectangle(left: 300, top: 150, width: 300, height: 150))
    #expect(window.pageWidth == 1500 && window.pageHeight == 750)
  }

  @Test("a region between pixels is drawn as it was asked for")
  func unaligned() throws {
    let region = PageRectangle(x: 10.3, y: 20.7, width: 100, height: 50)
    let window = try window(.scale(3), region)
    #expect(window.rectangle == nil)
    #expect(abs(window.x - 30.9) < 1e-9 && abs(window.y - 62.1) < 1e-9)
    #expect(abs(window.pageWidth - a4.width * 3) < 1e-9)
  }

  @Test("a tiny region at a huge scale is counted without overflow")
  func deep() throws {
    let region = PageRectangle(x: 9e6, y: 9e6, width: 1e-3, height: 1e-3)
    let page = PageSize(width: 1e7, height: 1e7)
    let window = try window(.width(16_000 / 4), region, on: page)
    #expect(window.rectangle == nil)
    #expect(window.width == 4_000 && window.x.isFinite && window.pageWidth.isFinite)
  }

  @Test("every window of every region is inside its page, and within a pixel of what was asked for")
  func properties() throws {
    var state: UInt64 = 7
    func random(_ limit: Double) -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 33) / Double(1 << 31) * limit
    }
    for _ in 0..<3_000 {
      let page = PageSize(width: 1 + random(3_000), height: 1 + random(3_000))
      let region = PageRectangle(
        x: random(page.width), y: random(page.height), width: 0.1 + random(page.width),
        height: 0.1 + random(page.height))
      let size = RenderRequest.Size.exact(width: 1 + Int(random(2_000)), height: 1 + Int(random(2_000)))
      let request = RenderRequest(page: 1, region: region, size: size)
      let plan = try RenderPlan(request, on: page)
      let window = PageWindow(plan, on: page)
      #expect(window.x >= 0 && window.x + Double(window.width) <= window.pageWidth + 1e-6 * window.pageWidth)
      let scale = window.pageWidth / page.width
      #expect(abs(window.x - plan.region.x * scale) < 1.5)
    }
  }
}
