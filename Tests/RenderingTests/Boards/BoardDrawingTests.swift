import DocumentModel
import FoundationEssentials
import LinuxSystem
import Testing

@testable import Rendering

@Suite("Drawing a board") struct BoardDrawingTests {
  private static let first = DocumentID("aaaaaaaaaaaaaaaa")
  private static let second = DocumentID("bbbbbbbbbbbbbbbb")
  private static let hash = ContentHash(String(repeating: "ab", count: 32))

  private func file(_ word: String, _ content: String = "") -> [UInt8] {
    PDFFile(pages: [.init(width: 400, height: 300, content: content + PDFFile.text(word))]).bytes
  }

  private func source(
    _ id: DocumentID?, _ kind: RendererKind = .pdf, blank: [Int] = []
  ) throws -> BoardDrawing.Source {
    BoardDrawing.Source(
      document: try #require(id), hash: try #require(Self.hash), kind: kind, blankPages: blank)
  }

  private func draw(
    _ board: Board, _ sources: [BoardDrawing.Source] = [], _ contents: [[UInt8]] = []
  ) throws -> [UInt8] {
    try BoardDrawer(BoardPages(sources, contents.map(Contents.descriptor))).draw(board)
  }

  private func card(
    _ id: String = "aaaaaaaaaaaaaaaa", page: Int = 1, x: Double = 0, y: Double = 0, width: Double = 400,
    scale: Double = 1, rotation: Double = 0, z: Double = 0
  ) -> BoardCard {
    BoardCard(
      document: id, page: page, centre: BoardPoint(x: x, y: y), width: width, scale: scale,
      rotation: rotation, z: z)
  }

  private func stroke(_ width: Double = 10, _ points: (Double, Double, Double)...) -> InkStroke {
    InkStroke(
      color: InkColor(red: 255, green: 0, blue: 0), width: width,
      points: points.map { InkPoint(BoardPoint(x: $0.0, y: $0.1), pressure: $0.2) })
  }

  private func opened(_ bytes: [UInt8]) throws -> PDFDocument {
    try PDFDocument(Contents.descriptor(bytes), password: nil)
  }

  private func words(_ bytes: [UInt8]) throws -> [String] {
    try opened(bytes).text(ofPage: 1).words.map(\.text)
  }

  private func contains(_ bytes: [UInt8], _ text: String) -> Bool {
    String(decoding: bytes, as: Unicode.ASCII.self).contains(text)
  }

  @Test("it holds the words of its cards, and no picture where there is none")
  func words() throws {
    let board = Board(
      cards: [card(), card("bbbbbbbbbbbbbbbb", x: 500, y: 40, scale: 0.8)],
      strokes: [stroke(4, (0, 0, 0.5), (90, 10, 0.5)), stroke(4, (0, 50, 0.1), (90, 60, 0.9))])
    let pdf = try draw(
      board, [source(Self.first), source(Self.second)], [file("Harbour"), file("Lantern")])
    #expect(Set(try words(pdf)) == ["Harbour", "Lantern"])
    #expect(!contains(pdf, "/Subtype /Image"))
    #expect(try opened(pdf).pageCount == 1)
  }

  @Test("its page is as large as what lies on it and a margin, three quarters of a point to a unit")
  func size() throws {
    let pdf = try draw(Board(cards: [card()]), [source(Self.first)], [file("x")])
    let size = try opened(pdf).size(ofPage: 1)
    #expect(abs(size.width - (400 + 48) * 0.75) < 0.01 && abs(size.height - (300 + 48) * 0.75) < 0.01)
  }

  @Test("a card lies where it is placed, scaled and turned")
  func placement() throws {
    // The page is red on the left and blue on the right; rotated by a quarter turn, red is on top.
    let content = PDFFile.box("1 0 0", 0, 0, 200, 300) + PDFFile.box("0 0 1", 200, 0, 200, 300)
    let turned = card(x: 100, y: 50, width: 200, scale: 2, rotation: 90)
    let pixels = try opened(draw(Board(cards: [turned]), [source(Self.first)], [file("", content)]))
      .drawn(size: .scale(4.0 / 3))
    #expect((pixels.width, pixels.height) == (348, 448))
    #expect(pixels.isClose(174, 100, to: (255, 0, 0)))
    #expect(pixels.isClose(174, 350, to: (0, 0, 255)))
    #expect(pixels.isClose(10, 10, to: (255, 255, 255)))
  }

  @Test("higher cards cover lower ones, and ink lies over all")
  func stacking() throws {
    let red = PDFFile.box("0 1 0", 0, 0, 400, 300)
    let blue = PDFFile.box("0 0 1", 0, 0, 400, 300)
    let board = Board(
      cards: [card(z: 2), card("bbbbbbbbbbbbbbbb", z: 1)], strokes: [stroke(20, (0, 0, 0.5))])
    let pixels = try opened(
      draw(board, [source(Self.first), source(Self.second)], [file("", red), file("", blue)])
    ).drawn(size: .scale(4.0 / 3))
    #expect(pixels.isClose(100, 100, to: (0, 255, 0)))
    #expect(pixels.isClose(pixels.width / 2, pixels.height / 2, to: (255, 0, 0)))
  }

  @Test("a line with pressure is thin where it is light and broad where it is heavy")
  func pressure() throws {
    let pdf = try draw(Board(strokes: [stroke(20, (0, 0, 0), (100, 0, 0), (200, 0, 1), (300, 0, 1))]))
    let pixels = try opened(pdf).drawn(size: .scale(4.0 / 3))
    func thickness(_ x: Int) -> Int { (0..<pixels.height).count { pixels[x, $0].green < 128 } }
    let left = Int(try #require(pixels.ink()).left)
    // The widths are 20 × 0.4 and 20 × 1.6.
    #expect(abs(thickness(left + 50) - 8) <= 1)
    #expect(abs(thickness(left + 270) - 32) <= 1)
  }

  @Test("a picture is pixels, as fine as it can be seen, and a photograph is a JPEG")
  func pictures() throws {
    let png = try PNGEncoder().encode(.gradient(width: 2_000, height: 1_000))
    let jpeg = try JPEGEncoder().encode(.gradient(width: 2_000, height: 1_000))
    try #require(Vips.isStarted)
    let exact = try draw(Board(cards: [card(width: 100)]), [source(Self.first, .image)], [png])
    #expect(contains(exact, "/Width 300") && contains(exact, "/FlateDecode"))
    let photograph = try draw(Board(cards: [card(width: 100)]), [source(Self.first, .image)], [jpeg])
    #expect(contains(photograph, "/Width 300") && contains(photograph, "/DCTDecode"))
    let pixels = try opened(exact).drawn(size: .scale(4.0 / 3))
    #expect(pixels.isClose(25, 25, to: (0, 0, 0x40), tolerance: 12))
    #expect(pixels.isClose(122, 72, to: (250, 250, 0x40), tolerance: 12))
  }

  @Test("many pictures share the pixels that there may be")
  func manyPictures() throws {
    let size = PageSize(width: 4_000, height: 4_000)
    let sheet = try BoardSheet(cards: [], strokes: [stroke(1, (0, 0, 0.5))])
    let page = BoardPages.Page.picture(
      try ImageDocument.open(PNGEncoder().encode(.gradient(width: 9, height: 9))), number: 1, size)
    let cards = Array(repeating: PlacedCard(card(width: 2_000), page), count: 100)
    let width = BoardPictures(cards, on: sheet).width(of: size, across: 1_500)
    #expect(width == 800)
  }

  @Test("a card whose page is not to be had is empty paper, and the others are drawn")
  func missing() throws {
    let board = Board(cards: [
      card(), card("zzzzzzzzzzzzzzzz", x: 500), card("no id at all", x: 1_000), card(page: 9, x: 1_500),
      card("bbbbbbbbbbbbbbbb", x: 2_000),
    ])
    let pdf = try draw(
      board, [source(Self.first), source(Self.second)], [file("Harbour"), Array("no PDF".utf8)])
    #expect(try words(pdf) == ["Harbour"])
    let encrypted = try #require(Data(base64Encoded: EncryptedPDF.base64))
    let locked = try draw(Board(cards: [card()]), [source(Self.first)], [[UInt8](encrypted)])
    #expect(try words(locked).isEmpty)
    let size = try opened(locked).size(ofPage: 1)
    #expect(abs(size.height / 0.75 - 48 - 400 * 2.0.squareRoot()) < 0.01, "as the app shows it: like A4")
  }

  @Test("a page that is to be left blank is")
  func blank() throws {
    let pdf = try draw(Board(cards: [card()]), [source(Self.first, blank: [1])], [file("Harbour")])
    #expect(try words(pdf).isEmpty)
  }

  @Test("a board that is too large for a page is made smaller", arguments: [1e4, 1e6, 7e6])
  func farApart(distance: Double) throws {
    let board = Board(
      cards: [card(), card(x: distance, y: -distance)], strokes: [stroke(9, (-distance, 0, 0.5))])
    let size = try opened(draw(board, [source(Self.first)], [file("Harbour")])).size(ofPage: 1)
    #expect(max(size.width, size.height) <= 14_400.01)
  }

  @Test("a card beyond all measure does not fail the others")
  func absurd() throws {
    let huge = card(width: 8e6, scale: 8e6, rotation: 1e300)
    let tiny = card(width: 1e-300, scale: 1e-300)
    let board = Board(cards: [huge, tiny, card()], strokes: [stroke(8e6, (8e6, 8e6, 1), (-8e6, 8e6, 0))])
    #expect(try opened(draw(board, [source(Self.first)], [file("Harbour")])).pageCount == 1)
    #expect(
      try words(draw(Board(cards: [tiny, card()]), [source(Self.first)], [file("Harbour")])) == ["Harbour"])
  }

  @Test("an empty board is refused")
  func empty() throws { #expect(refusal { _ = try draw(Board()) } == .notShowable) }

  @Test("the same board gives the same bytes")
  func deterministic() throws {
    let board = Board(cards: [card()], strokes: [stroke(4, (0, 0, 0.1), (90, 10, 0.7))])
    let once = try draw(board, [source(Self.first)], [file("Harbour")])
    #expect(try draw(board, [source(Self.first)], [file("Harbour")]) == once)
    #expect(!contains(once, "Date"), "nothing in it tells the time")
  }

  @Test("a PDF of more bytes than allowed is refused")
  func limit() throws {
    let canvas = try PDFCanvas(width: 100, height: 100, limit: 200)
    canvas.draw { $0.draw(stroke(4, (0, 0, 0.1), (90, 10, 0.7))) }
    #expect(refusal { _ = try canvas.finish() } == .documentTooLarge)
  }
}
