import DocumentModel
import Testing

@testable import Rendering

@Suite("Drawing tiles") struct PageDrawerTests {
  /// A page with a unique colour per grid pixel, whose drawings are counted and take a fixed time.
  private final class CountedPage: OpenedDocument {
    let pageSize: PageSize
    let microseconds: Int
    var time = 0
    var drawn: [PixelRectangle] = []
    var tries = 0
    /// The largest image in pixels for which memory is available.
    var memory = Int.max

    /// Whether it is decoded downward as image files are.
    var isDownward = false

    /// False when only sizes matter.
    var isColoured = true

    init(width: Double = 1_224, height: Double = 1_584, microseconds: Int = 100_000) {
      pageSize = PageSize(width: width, height: height)
      self.microseconds = microseconds
    }

    func facts() -> DocumentFacts {
      DocumentFacts(pageCount: 1, pages: [], outline: [], title: nil, renderer: "counted")
    }
    func facts(ofPage number: Int) -> PageFacts { PageFacts(number: number, size: pageSize, label: "") }
    func text(ofPage number: Int) -> PageText { PageText(words: [], links: []) }
    func size(ofPage number: Int) -> PageSize { pageSize }
    func isReadDownward(page number: Int, _ window: PageWindow) -> Bool { isDownward }

    func draw(page number: Int, _ window: PageWindow) throws(DocumentError) -> PixelBuffer {
      tries += 1
      guard window.width * window.height <= memory else { throw DocumentError(.renderMemory, "full") }
      time += microseconds
      let pixels = try PixelBuffer(width: window.width, height: window.height)
      if isColoured { colour(pixels, from: (Int(window.x), Int(window.y))) }
      if let rectangle = window.rectangle { drawn.append(rectangle) }
      return pixels
    }

    private func colour(_ pixels: PixelBuffer, from corner: (x: Int, y: Int)) {
      let words = pixels.bytes.bindMemory(to: UInt32.self)
      for y in 0..<pixels.height {
        let row = UInt32(corner.y + y & 0xFFF) << 12
        for x in 0..<pixels.width { words[y * pixels.width + x] = row | UInt32(corner.x + x & 0xFFF) }
      }
    }
  }

  private func number(at x: Int, _ y: Int) -> Int { (y & 0xFFF) << 12 | (x & 0xFFF) }

  private func key(_ letter: String = "a") -> DocumentKey? {
    DocumentKey(
      WorkerRequest(
        id: 1, hash: ContentHash(String(repeating: letter, count: 64)), kind: .pdf, task: .inspect))
  }

  private func tile(_ x: Double, _ y: Double, _ side: Double = 512, scale: Double = 1) -> RenderRequest {
    RenderRequest(
      page: 1, region: PageRectangle(x: x / scale, y: y / scale, width: side / scale, height: side / scale),
      size: .scale(scale))
  }

  private func drawer(_ page: CountedPage) -> PageDrawer { PageDrawer(clock: { page.time }) }

  @Test("all tiles of a heavy page come from one drawing, and each shows its place")
  func once() throws {
    let page = CountedPage()
    let drawer = drawer(page)
    for y in stride(from: 0.0, to: 1_584, by: 512) {
      for x in stride(from: 0.0, to: 1_224, by: 512) {
        let pixels = try drawer.draw(tile(x, y), of: page, named: key())
        #expect(pixels.number(0, 0) == number(at: Int(x), Int(y)))
        let (right, bottom) = (pixels.width - 1, pixels.height - 1)
        #expect(pixels.number(right, bottom) == number(at: Int(x) + right, Int(y) + bottom))
      }
    }
    #expect(page.drawn == [PixelRectangle(left: 0, top: 0, width: 1_224, height: 1_584)])
    #expect(drawer.keptBytes == 1_224 * 1_584 * 4)
  }

  @Test("tiles of a large picture, row by row, cost one reading of it from the top downward")
  func downward() throws {
    let page = CountedPage(width: 9_000, height: 8_000)
    page.isColoured = false
    page.isDownward = true
    let drawer = drawer(page)
    for y in stride(from: 0.0, to: 8_000, by: 512) {
      for x in stride(from: 0.0, to: 9_000, by: 512) {
        _ = try drawer.draw(tile(x, y), of: page, named: key())
      }
    }
    #expect(page.drawn.map(\.top) == Array(stride(from: 0, to: 8_000, by: 1_024)))
    #expect(page.drawn.allSatisfy { $0.left == 0 && $0.width == 9_000 })
    #expect(drawer.keptBytes <= PageDrawer.maximumKeptBytes)
  }

  @Test("another page, scale or document has its own drawing; a password is another document")
  func keys() throws {
    let page = CountedPage()
    let drawer = drawer(page)
    let locked = DocumentKey(
      WorkerRequest(
        id: 1, hash: ContentHash(String(repeating: "a", count: 64)), kind: .pdf, password: "x", task: .inspect
      ))
    _ = try drawer.draw(tile(0, 0), of: page, named: key())
    _ = try drawer.draw(tile(0, 0), of: page, named: key("b"))
    _ = try drawer.draw(tile(0, 0), of: page, named: locked)
    _ = try drawer.draw(tile(0, 0, scale: 2), of: page, named: key())
    #expect(page.drawn.count == 4)
    _ = try drawer.draw(tile(512, 512), of: page, named: key("b"))
    #expect(page.drawn.count == 4)
  }

  @Test("how a tile is turned and coloured is no reason to draw again")
  func qualities() throws {
    let page = CountedPage()
    let drawer = drawer(page)
    var request = tile(0, 0)
    for quality in ImageQuality.allCases {
      request.quality = quality
      request.turn = .right
      try drawer.draw(request, of: page, named: key()).reduce(to: quality)
    }
    #expect(page.drawn.count == 1)
    // The kept pixels are not reduced.
    let pixels = try drawer.draw(tile(512, 0), of: page, named: key())
    #expect(pixels.number(1, 0) == number(at: 513, 0))
  }

  @Test("nothing is kept of a document without a hash, nor of a whole page")
  func nothingKept() throws {
    let page = CountedPage()
    let drawer = drawer(page)
    _ = try drawer.draw(tile(0, 0), of: page, named: nil)
    _ = try drawer.draw(RenderRequest(page: 1, size: .scale(1)), of: page, named: key())
    #expect(drawer.keptBytes == 0)
    #expect(page.drawn.count == 2)
  }

  @Test("kept pixels and those being drawn stay within their bound")
  func bounded() throws {
    let page = CountedPage(width: 4_000, height: 4_000)
    page.isColoured = false
    let drawer = drawer(page)
    for letter in ["a", "b", "c", "d", "e"] {
      _ = try drawer.draw(tile(0, 0, 64), of: page, named: key(letter))
      #expect(drawer.keptBytes <= PageDrawer.maximumKeptBytes)
    }
    #expect(drawer.keptBytes == 3 * 64_000_000)
    _ = try drawer.draw(RenderRequest(page: 1, size: .scale(1)), of: page, named: key("f"))
    #expect(drawer.keptBytes == 2 * 64_000_000)
  }

  @Test("the worker gives kept pixels back when it is told to rest")
  func rests() throws {
    let page = CountedPage()
    let drawer = drawer(page)
    _ = try drawer.draw(tile(0, 0), of: page, named: key())
    drawer.forgetPixels()
    #expect(drawer.keptBytes == 0)
    _ = try drawer.draw(tile(0, 0), of: page, named: key())
    #expect(page.drawn.count == 2)
  }

  @Test("without memory for the piece, the tile is drawn by itself, and the piece not tried again")
  func noMemory() throws {
    let page = CountedPage()
    page.memory = 512 * 512
    let drawer = drawer(page)
    let pixels = try drawer.draw(tile(512, 0), of: page, named: key())
    #expect(pixels.number(0, 0) == number(at: 512, 0))
    #expect(page.drawn == [PixelRectangle(left: 512, top: 0, width: 512, height: 512)])
    #expect(page.tries == 2)
    _ = try drawer.draw(tile(512, 512), of: page, named: key())
    #expect(page.tries == 3)
  }

  @Test("a tile across two strips has its pixels from both")
  func across() throws {
    let page = CountedPage(width: 6_000, height: 6_000)
    let pixels = try drawer(page).draw(tile(100, 2_900), of: page, named: key())
    #expect(pixels.number(0, 0) == number(at: 100, 2_900))
    #expect(pixels.number(0, 511) == number(at: 100, 3_411))
    #expect(page.drawn.map(\.height) == [3_072, 2_928])
  }

  @Test(
    "tiles of a real page are the whole page's pixels; drawn alone, they differ by a shade at most",
    arguments: [0.5, 1, 2, 4, 1.5])
  func realPage(scale: Double) throws {
    let file = PDFFile(pages: [
      .init(
        content: PDFFile.box("1 0 0", 33.3, 44.4, 100, 50)
          + PDFFile.text("Sheaf of papers", x: 21.7, y: 150.2)
          + "0 0 1 RG 0.3 w 0 0 m 400 300 l S 3 w 0 299 m 380 7 l S\n")
    ])
    let document = try PDFDocument.open(file)
    let drawer = PageDrawer(clock: { 0 })
    let side = 96.0
    let whole = try document.drawn(size: .scale(scale))
    for y in stride(from: 0.0, to: 300 * scale, by: side) {
      for x in stride(from: 0.0, to: 400 * scale, by: side) {
        let cut = try drawer.draw(tile(x, y, side, scale: scale), of: document, named: key())
        let there = try whole.cut(Int(x), Int(y), cut.width, cut.height)
        #expect(cut.differences(from: there) == 0)
        let alone = try drawer.draw(tile(x, y, side, scale: scale), of: document, named: nil)
        // cairo clips a slanted edge to the image before it computes a pixel's coverage.
        #expect(alone.largestDifference(from: there) <= 12)
      }
    }
  }
}
