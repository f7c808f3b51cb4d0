import DocumentModel
import Testing

@Suite struct `A render plan` {
  private let page = PageSize(width: 612, height: 792)

  private func plan(
    _ size: RenderRequest.Size, region: PageRectangle? = nil, on page: PageSize? = nil
  ) throws -> RenderPlan {
    try RenderPlan(RenderRequest(page: 1, region: region, size: size), on: page ?? self.page)
  }

  private func code(_ body: () throws -> Void) -> DocumentError.Code? {
    do {
      try body()
      return nil
    } catch {
      return (error as? DocumentError)?.code
    }
  }

  @Test(arguments: [
    (RenderRequest.Size.scale(1), 612, 792), (.scale(2), 1224, 1584), (.scale(0.0001), 1, 1),
    (.width(306), 306, 396),
    (.height(396), 306, 396), (.fit(width: 306, height: 1000), 306, 396),
    (.fit(width: 1000, height: 396), 306, 396),
    (.exact(width: 10, height: 500), 10, 500), (.width(1), 1, 1), (.fit(width: 1, height: 1), 1, 1),
  ])
  func `has whole pixels by proportion`(size: RenderRequest.Size, width: Int, height: Int) throws {
    let plan = try plan(size)
    #expect((plan.width, plan.height) == (width, height))
    #expect(plan.region == PageRectangle(x: 0, y: 0, width: 612, height: 792))
  }

  @Test func `fits in the largest scale of a page, whatever its sides`() throws {
    let sides = [1, 2, 7.3, 16_383, 16_384, 60_000, 8_000.5, 9_000, 1_000_000, 0.01]
    for width in sides {
      for height in sides {
        let page = PageSize(width: width, height: height)
        let scale = RenderRequest.largestScale(of: page)
        let plan = try plan(.scale(scale), on: page)
        #expect(plan.width * plan.height <= RenderRequest.maximumPixels && scale <= 1)
        let isSmall = width * height <= 64_000_000 && max(width, height) <= 16_383
        let fills =
          Double(plan.width * plan.height) > 63_900_000 || max(plan.width, plan.height) > 16_380
        #expect(isSmall ? scale > 0.999 : fills, "\(page)")
      }
    }
  }

  @Test func `is of the region when there is one`() throws {
    let plan = try plan(.scale(2), region: PageRectangle(x: 100, y: 100, width: 50, height: 25))
    #expect((plan.width, plan.height) == (100, 50))
    #expect(plan.scaleX == 2)
    #expect(plan.scaleY == 2)
  }

  @Test(arguments: [
    (PageRectangle(x: -10, y: -10, width: 20, height: 20), PageRectangle(x: 0, y: 0, width: 10, height: 10)),
    (
      PageRectangle(x: 600, y: 780, width: 100, height: 100),
      PageRectangle(x: 600, y: 780, width: 12, height: 12)
    ),
    (
      PageRectangle(x: -1e300, y: 0, width: 2e300, height: 9),
      PageRectangle(x: 0, y: 0, width: 612, height: 9)
    ),
  ])
  func `crops the region to the page`(wanted: PageRectangle, region: PageRectangle) throws {
    #expect(try plan(.scale(1), region: wanted).region == region)
  }

  @Test(arguments: [
    PageRectangle(x: 612, y: 0, width: 10, height: 10), PageRectangle(x: 0, y: 0, width: 0, height: 10),
    PageRectangle(x: 0, y: 0, width: 10, height: -1), PageRectangle(x: -20, y: 0, width: 10, height: 10),
    PageRectangle(x: .nan, y: 0, width: 10, height: 10),
    PageRectangle(x: 0, y: 0, width: .infinity, height: 10),
    PageRectangle(x: 0, y: 900, width: 10, height: 10),
  ])
  func `of no part of the page is refused`(region: PageRectangle) {
    #expect(code { _ = try plan(.scale(1), region: region) } == .invalidParameter)
  }

  @Test(arguments: [
    RenderRequest.Size.scale(0), .scale(-1), .scale(.nan), .scale(.infinity), .width(0), .width(-5),
    .height(0),
    .fit(width: 0, height: 10), .fit(width: -1, height: -1), .exact(width: 10, height: 0), .width(.min),
  ])
  func `of no size is refused`(size: RenderRequest.Size) {
    #expect(code { _ = try plan(size) } == .invalidParameter)
  }

  @Test(arguments: [
    RenderRequest.Size.scale(1000), .width(16_384), .width(.max), .exact(width: 16_384, height: 1),
    .exact(width: 8001, height: 8001), .height(16_384), .fit(width: .max, height: .max), .scale(1e300),
  ])
  func `over the budget is refused before any work`(size: RenderRequest.Size) {
    #expect(code { _ = try plan(size) } == .tooLarge)
  }

  @Test func `at the budget is allowed`() throws {
    #expect(try plan(.exact(width: 8000, height: 8000)).width == 8000)
    #expect(try plan(.exact(width: 16_383, height: 3000)).width == 16_383)
  }

  @Test(arguments: [
    PageSize(width: 0, height: 10), PageSize(width: 10, height: -1), PageSize(width: .nan, height: 1),
    PageSize(width: .infinity, height: 1),
  ])
  func `of a page without area says that it is damaged`(size: PageSize) {
    #expect(code { _ = try plan(.width(10), on: size) } == .damaged)
  }

  @Test func `of a page as thin as a thread has a pixel each way`() throws {
    let plan = try plan(.width(10), on: PageSize(width: 14_400, height: 0.001))
    #expect((plan.width, plan.height) == (10, 1))
  }

  @Test func `never has more pixels than the budget, whatever the rounding`() throws {
    var generator = SeededGenerator(state: 3)
    for _ in 0..<2000 {
      let size = PageSize(
        width: .random(in: 0.1...20_000, using: &generator),
        height: .random(in: 0.1...20_000, using: &generator))
      let scale = Double.random(in: 0.01...4, using: &generator)
      guard let plan = try? plan(.scale(scale), on: size) else { continue }
      #expect(plan.width * plan.height <= RenderRequest.maximumPixels)
      #expect(max(plan.width, plan.height) <= RenderRequest.maximumSide)
    }
  }
}
