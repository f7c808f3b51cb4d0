import DocumentModel
import FoundationEssentials
import Testing

@testable import Rendering

@Suite("PDFs with marks")
struct PDFExporterTests {
  private let page = PDFFile.Page(content: PDFFile.text("Hello World"))

  private func annotation(_ mark: AnnotationMark, note: String = "") throws -> Annotation {
    let now = Date(timeIntervalSince1970: 1_780_000_000)
    return try Annotation(
      id: AnnotationID(), mark: mark, note: note, creator: "Ada", created: now, modified: now)
  }

  /// A line 20 units wide, from the left third to the right one, a quarter below the top of a page as shown.
  private func bar(on size: PageSize) throws -> AnnotationMark {
    let y = size.height / 4
    return try AnnotationMark(
      .line, page: 1, color: InkColor(css: "#0000ff"), width: 20,
      points: [size.width / 3, size.width * 2 / 3].map { InkPoint(BoardPoint(x: $0, y: y)) })
  }

  private func exported(
    _ file: PDFFile, _ marks: PDFExport.Marks, _ mark: AnnotationMark? = nil, sheet: PageSize? = nil,
    pages: [Int]? = nil
  ) throws -> [UInt8] {
    let size = try sheet ?? PDFDocument.open(file).size(ofPage: 1)
    let export = PDFExport(
      marks: marks, pages: pages, sheets: [PDFExport.Sheet(number: 1, size: size)],
      annotations: [try annotation(try mark ?? bar(on: size), note: "so")])
    let content = try ContentBytes(Contents.descriptor(file.bytes))
    return try PDFExporter(content, password: nil, export).run()
  }

  private func opened(_ bytes: [UInt8]) throws -> PDFDocument {
    try PDFDocument(Contents.descriptor(bytes), password: nil)
  }

  @Test(
    "a mark lies where it lay, on a page that is turned and cropped",
    arguments: [0, 90, 180, 270], [PDFExport.Marks.flat, .annotations])
  func placed(turn: Int, marks: PDFExport.Marks) throws {
    var page = page
    (page.rotation, page.crop) = (turn, [40, 50, 340, 250])
    let pixels = try opened(exported(PDFFile(pages: [page]), marks)).drawn()
    #expect(pixels.hex(pixels.width / 2, pixels.height / 4) == "0000ff", "\(turn)")
    #expect(pixels.hex(pixels.width / 2, pixels.height * 3 / 4) == "ffffff", "\(turn)")
    #expect(pixels.hex(pixels.width / 6, pixels.height / 4) == "ffffff", "\(turn)")
  }

  @Test("words are laid over a picture unseen, and found in their boxes", arguments: [0, 90, 180, 270])
  func laid(turn: Int) throws {
    let file = PDFFile(pages: [PDFFile.Page(rotation: turn)])
    let size = try PDFDocument.open(file).size(ofPage: 1)
    let texts = ["Größe", "von", "(zwei)", "漢字", "😀"]
    let words = texts.enumerated().map { place, text in
      PageWord(text: text, box: PageRectangle(x: 20 + 35 * Double(place), y: 40, width: 30, height: 12))
    }
    let document = try opened(layered(words, over: file, size))
    let found = try document.text(ofPage: 1).words
    #expect(found.map(\.text) == texts)
    for (word, wanted) in zip(found, words) {
      #expect(abs(word.box.x - wanted.box.x) < 0.5 && abs(word.box.width - 30) < 0.5, "\(turn) \(word)")
      #expect(abs(word.box.y - wanted.box.y) < 0.5 && abs(word.box.height - 12) < 0.5, "\(turn) \(word)")
    }
    let pixels = try document.drawn()
    #expect((0..<pixels.width).allSatisfy { pixels.hex($0, 46) == "ffffff" })
  }

  @Test("words of more characters than a font has codes are all found, and empty ones left out")
  func manyCharacters() throws {
    let file = PDFFile()
    let size = try PDFDocument.open(file).size(ofPage: 1)
    let letters = (0..<600).compactMap { Unicode.Scalar(0x4E00 + $0) }.map { String(Character($0)) }
    let words = stride(from: 0, to: 600, by: 10).map { place in
      PageWord(
        text: letters[place..<place + 10].joined(),
        box: PageRectangle(x: 10, y: 5 + Double(place) / 5, width: 100, height: 1.5))
    }
    let nothing = ["", "flat"].map { PageWord(text: $0, box: PageRectangle(x: 0, y: 0, width: 0, height: 0)) }
    let found = try opened(layered(words + nothing, over: file, size)).text(ofPage: 1).words
    #expect(found.map(\.text).joined() == letters.joined())
  }

  @Test(
    "words of a page that lies on its side follow one another in its direction",
    arguments: [(1.0, 0.0, TextDirection.right), (0, 1, .down), (-1, 0, .left), (0, -1, .up)])
  func direction(dx: Double, dy: Double, wanted: TextDirection) throws {
    let words = (0..<9).map { place in
      // A new line begins with every third word.
      let (along, across) = (Double(place % 3) * 40, Double(place / 3) * 15)
      let (x, y) = (300 + dx * along - dy * across, 300 + dy * along + dx * across)
      return PageWord(text: "w", box: PageRectangle(x: x, y: y, width: 10, height: 10))
    }
    #expect(TextDirection(of: words) == wanted)
    #expect(TextDirection(of: []) == .right && TextDirection(of: [words[0]]) == .right)
  }

  private func layered(_ words: [PageWord], over file: PDFFile, _ size: PageSize) throws -> [UInt8] {
    let text = PDFExport.Text(number: 1, size: size, words: words)
    let export = PDFExport(marks: .none, pages: nil, sheets: [], annotations: [], texts: [text])
    let read = try PDFExport(
      reading: export.written(of: try #require(ContentHash(String(repeating: "a", count: 64)))))
    #expect(read.texts == [text])
    return try PDFExporter(ContentBytes(Contents.descriptor(file.bytes)), password: nil, read).run()
  }

  @Test("words stay words, and the other pages what they were")
  func rest() throws {
    let second = PDFFile.Page(content: PDFFile.text("Second"))
    let document = try opened(exported(PDFFile(pages: [page, second]), .flat))
    #expect(document.facts().pageCount == 2)
    #expect(try document.text(ofPage: 1).words.map(\.text) == ["Hello", "World"])
    #expect(try document.text(ofPage: 2).words.map(\.text) == ["Second"])
  }

  @Test("pages that share their resources have marks of their own", arguments: [PDFExport.Marks.flat])
  func shared(marks: PDFExport.Marks) throws {
    let bytes = try exported(PDFFile(pages: [page, page]), marks)
    let document = try opened(bytes)
    #expect(try document.drawn(1).hex(200, 75) == "0000ff")
    #expect(try document.drawn(2).hex(200, 75) == "ffffff")
  }

  @Test("annotations have note, author and kind for other programs")
  func listed() throws {
    let found = try opened(exported(PDFFile(pages: [page]), .annotations)).annotations()
    #expect(found.map(\.kind) == ["Line"] && found.first?.contents == "so" && found.first?.author == "Ada")
    #expect(
      found.first?.color == "#0000ff" && found.first?.modified == Date(timeIntervalSince1970: 1_780_000_000))
  }

  @Test("a picture's pixels are the units of its marks")
  func pixels() throws {
    let sheet = PageSize(width: 4_000, height: 3_000)
    let mark = try AnnotationMark(
      .line, page: 1, color: InkColor(css: "#0000ff"), width: 200,
      points: [InkPoint(BoardPoint(x: 1_000, y: 1_500)), InkPoint(BoardPoint(x: 3_000, y: 1_500))])
    let drawn = try opened(exported(PDFFile(pages: [page]), .flat, mark, sheet: sheet)).drawn()
    #expect(drawn.hex(200, 150) == "0000ff" && drawn.hex(60, 150) == "ffffff")
  }

  @Test("some pages are kept, and pages that are not there refused")
  func some() throws {
    let file = PDFFile(pages: ["One", "Two", "Three"].map { PDFFile.Page(content: PDFFile.text($0)) })
    let document = try opened(exported(file, .none, pages: [1, 3]))
    #expect(try (1...2).map { try document.text(ofPage: $0).words.first?.text } == ["One", "Three"])
    #expect(throws: DocumentError.self) { try exported(file, .none, pages: [4]) }
  }

  @Test("nothing of the other pages is in a file of some")
  func extracted() throws {
    let long = (0..<20_000).map { String($0 * 2_654_435_761 % 99_991) }.joined()
    let file = PDFFile(pages: ["One", long].map { PDFFile.Page(content: PDFFile.text($0)) })
    #expect(try exported(file, .none, pages: [1]).count < 5_000)
    #expect(try exported(file, .none, pages: [2]).count > 20_000)
  }

  @Test(
    "a file that is no PDF, or whose pages are lost, is refused", arguments: ["nonsense", "%PDF-1.4\n%%EOF"])
  func damaged(text: String) throws {
    let export = PDFExport(marks: .flat, pages: [1], sheets: [], annotations: [])
    #expect(throws: DocumentError.self) {
      let content = try ContentBytes(Contents.descriptor(Array(text.utf8)))
      return try PDFExporter(content, password: nil, export).run()
    }
  }

  @Test("marks of any kind make a file that opens", arguments: AnnotationMark.Kind.allCases)
  func kinds(kind: AnnotationMark.Kind) throws {
    let boxes = [PageRectangle(x: 20, y: 20, width: 60, height: 30)]
    let points = [
      InkPoint(BoardPoint(x: 30, y: 40), pressure: 0.2), InkPoint(BoardPoint(x: 90, y: 80), pressure: 0.9),
    ]
    let hasBoxes = kind.marksText || kind.isBox
    let mark = try AnnotationMark(
      kind, page: 1, color: InkColor(css: "#b3261e"), boxes: hasBoxes ? boxes : [],
      points: hasBoxes ? [] : kind == .note ? [points[0]] : points)
    for marks in [PDFExport.Marks.flat, .annotations] {
      let drawn = try opened(exported(PDFFile(pages: [page]), marks, mark)).drawn()
      let plain = try PDFDocument.open(page).drawn()
      let changed = (0..<120).contains { x in (0..<120).contains { drawn.hex(x, $0) != plain.hex(x, $0) } }
      #expect(changed, "\(kind) \(marks)")
    }
  }
}
