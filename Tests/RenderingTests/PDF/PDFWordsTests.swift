import DocumentModel
import Testing

@testable import Rendering

@Suite("Words of PDFs") struct PDFWordsTests {
  /// Hebrew letters for the codes of a, b, c …, as an embedded font would map them.
  private static let hebrew = """
    <</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 1000 0 R>>
    """
  private static let hebrewMap = PDFFile.stream(
    """
    /CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def
    1 begincodespacerange <00> <FF> endcodespacerange
    1 beginbfrange <61> <7A> <05D0> endbfrange
    endcmap CMapName currentdict /CMap defineresource pop end end
    """)

  private func words(_ content: String, rotation: Int = 0) throws -> [PageWord] {
    try PDFDocument.open(PDFFile.Page(rotation: rotation, content: content)).text(ofPage: 1).words
  }

  @Test("words are found in reading order")
  func order() throws {
    let content = PDFFile.text("Second line", y: 100) + PDFFile.text("First line", y: 200)
    #expect(try words(content).map(\.text) == ["First", "line", "Second", "line"])
  }

  @Test("values of fields and texts of notes are words, whether the page was drawn before or not")
  func fields() throws {
    let note = """
      <</Type/Annot/Subtype/FreeText/Rect[60 90 260 130]/F 4/DA(0 g /Helv 12 Tf)/Contents(Typed here)>>
      """
    let file = PDFFile.Page(content: PDFFile.text("Own", y: 200), annotations: [note])
    let unseen = try PDFDocument.open(file)
    let drawn = try PDFDocument.open(file)
    _ = try drawn.drawn()
    let words = try [unseen, drawn].map { try $0.text(ofPage: 1).words.map(\.text) }
    #expect(words == [["Own", "Typed", "here"], ["Own", "Typed", "here"]])
  }

  @Test("columns are read one after the other, below what stands over both")
  func columns() throws {
    var content = PDFFile.text("A title over both columns of the page", x: 20, y: 270, size: 14)
    // The common order of programs: line by line across the columns.
    for line in 0..<8 {
      let y = 230.0 - Double(line) * 14
      content += PDFFile.text("left \(line) has words enough", x: 20, y: y, size: 11)
      content += PDFFile.text("right \(line) has as many", x: 220, y: y, size: 11)
    }
    let order = try words(content).map(\.text).filter { ["title", "left", "right"].contains($0) }
    #expect(order == ["title"] + Array(repeating: "left", count: 8) + Array(repeating: "right", count: 8))
  }

  @Test("a page without text has no words")
  func empty() throws {
    #expect(try words(PDFFile.box("1 0 0", 10, 10, 50, 50)).isEmpty)
  }

  @Test("a word's box holds its ink, however the page is turned and cropped", arguments: [0, 90, 180, 270])
  func boxes(rotation: Int) throws {
    let page = PDFFile.Page(rotation: rotation, crop: [40, 50, 340, 250], content: PDFFile.text("Ex"))
    let document = try PDFDocument.open(page)
    let word = try #require(try document.text(ofPage: 1).words.first)
    let ink = try #require(try document.drawn().ink())
    #expect(word.text == "Ex")
    #expect(ink.left >= word.box.x - 1 && ink.right <= word.box.x + word.box.width + 1)
    #expect(ink.top >= word.box.y - 1 && ink.bottom <= word.box.y + word.box.height + 1)
    #expect(max(word.box.width, word.box.height) < 32)
  }

  @Test("right-to-left words are written as they are read, and boxed where they stand")
  func rightToLeft() throws {
    var file = PDFFile(pages: [.init(content: PDFFile.text("cba fed"))])
    file.font = Self.hebrew
    file.objects = [Self.hebrewMap]
    let words = try PDFDocument.open(file).text(ofPage: 1).words
    #expect(words.map(\.text) == ["דהו", "אבג"])
    #expect(words.count == 2 && words[0].box.x > words[1].box.x + words[1].box.width)
    #expect(words.last.map { abs($0.box.x - 60) < 1 } == true)
  }

  @Test("right-to-left columns and lines lose nothing")
  func rightToLeftPage() throws {
    let lines = "BT /F 24 Tf 60 200 Td (cba) Tj 90 0 Td (fed) Tj -90 -30 Td (ihg) Tj ET"
    var file = PDFFile(pages: [.init(content: lines)])
    file.font = Self.hebrew
    file.objects = [Self.hebrewMap]
    let words = try PDFDocument.open(file).text(ofPage: 1).words
    #expect(Set(words.map(\.text)) == ["אבג", "דהו", "זחט"])
  }

  @Test("ligatures are the letters that they stand for")
  func ligatures() {
    let box = LetterBox(left: 1, top: 1, right: 2, bottom: 2)
    let words = WordBuilder.words(
      of: "\u{FB01}sh o\u{FB03}ce", boxes: Array(repeating: box, count: 8), on: PageSize(width: 9, height: 9))
    #expect(words.map(\.text) == ["fish", "office"])
  }

  @Test(
    "a word that goes on in the next line says so",
    arguments: [
      ("exam-\nple", [true, false]), ("exam\u{AD}\nple more", [true, false, false]),
      ("well-known", [false]), ("exam-\nPle", [false, false]), ("1-\nple", [false, false]),
      ("-\nple", [false, false]), ("exam-", [false]), ("exam- ple", [false, false]),
      ("a\u{2010}\nb-\nc", [true, true, false]),
      ("exam\nple", [false, false]),
    ])
  func hyphens(text: String, wanted: [Bool]) {
    let box = LetterBox(left: 1, top: 1, right: 2, bottom: 2)
    let words = WordBuilder.words(
      of: text, boxes: Array(repeating: box, count: 20), on: PageSize(width: 9, height: 9))
    #expect(words.map(\.isHyphenated) == wanted)
  }

  @Test("a page's hyphens are found")
  func hyphensOfPage() throws {
    let content = PDFFile.text("A small exam-", y: 200) + PDFFile.text("ple here", y: 170)
    #expect(try words(content).filter(\.isHyphenated).map(\.text) == ["exam-"])
  }

  @Test("letters that lie far apart are of two words, also where nothing is written between them")
  func gaps() {
    let boxes = [(1, 2), (2.2, 3), (3.6, 4)].map { LetterBox(left: $0.0, top: 1, right: $0.1, bottom: 2) }
    let size = PageSize(width: 9, height: 9)
    #expect(WordBuilder.words(of: "abc", boxes: boxes, on: size).map(\.text) == ["ab", "c"])
    #expect(WordBuilder.words(of: "abc", boxes: boxes.reversed(), on: size).map(\.text) == ["a", "bc"])
  }

  @Test(
    "letters from right to left that come one by one are of one word where they touch",
    arguments: [(2.0, ["אב"]), (1.8, ["א", "ב"]), (4.0, ["בא"]), (4.2, ["א", "ב"])])
  func lettersOneByOne(left: Double, wanted: [String]) {
    let text = "\u{202B}א\u{202C}\u{202B}ב\u{202C}"
    let boxes = [3, left].map { LetterBox(left: $0, top: 1, right: $0 + 1, bottom: 2) }
    #expect(
      WordBuilder.words(of: text, boxes: boxes, on: PageSize(width: 9, height: 9)).map(\.text) == wanted)
  }

  @Test(
    "a space whose box is turned round is none between letters that touch",
    arguments: [(2.0, ["אב"]), (1.8, ["א", "ב"])])
  func spacesElsewhere(left: Double, wanted: [String]) {
    let text = "\u{202B}א\u{202C} \u{202B}ב\u{202C}"
    let boxes = [(3.0, 4.0), (4, left), (left, left + 1)].map {
      LetterBox(left: $0.0, top: 1, right: $0.1, bottom: 2)
    }
    #expect(
      WordBuilder.words(of: text, boxes: boxes, on: PageSize(width: 9, height: 9)).map(\.text) == wanted)
  }

  @Test("cells of a table that are drawn one by one are words of their own")
  func cells() throws {
    let cells = (0..<4).map { "BT /F 12 Tf \(20 + $0 * 60) 200 Td (cell\($0)) Tj ET" }
    #expect(try words(cells.joined(separator: "\n")).map(\.text) == ["cell0", "cell1", "cell2", "cell3"])
  }

  @Test("text and boxes of different length are read as far as both go")
  func mismatch() {
    let box = LetterBox(left: 1, top: 1, right: 2, bottom: 2)
    let size = PageSize(width: 9, height: 9)
    #expect(WordBuilder.words(of: "abc def", boxes: [box, box], on: size).map(\.text) == ["ab"])
    #expect(WordBuilder.words(of: "", boxes: [box], on: size).isEmpty)
  }

  @Test("words outside the page, or nowhere at all, are left out")
  func outside() {
    let boxes = [
      LetterBox(left: 20, top: 1, right: 22, bottom: 2), LetterBox(left: 0, top: 0, right: 0, bottom: 0),
      LetterBox(left: .nan, top: 1, right: 2, bottom: 2),
    ]
    #expect(WordBuilder.words(of: "a b", boxes: boxes, on: PageSize(width: 9, height: 9)).isEmpty)
  }
}

@Suite("Places of letters") struct VisualOrderTests {
  private func places(_ line: String) -> String {
    VisualOrder.places(of: Substring(line).unicodeScalars).map { "\($0.scalar)\($0.place)" }.joined(
      separator: " ")
  }

  @Test("a line without marks stands as it is read")
  func plain() {
    #expect(places("abc") == "a0 b1 c2")
  }

  @Test("a run against the line stands the other way round")
  func embedded() {
    #expect(places("ab\u{202B}cde\u{202C}f") == "a0 b1 c4 d3 e2 f5")
  }

  @Test("a line from right to left begins at its end")
  func wholeLine() {
    #expect(places("\u{202B}ab\u{202A}12\u{202C}c\u{202C}") == "a4 b3 11 22 c0")
  }

  @Test("marks without an end, and ends without a mark, lose no letter")
  func unbalanced() {
    #expect(places("a\u{202B}bc") == "a0 b2 c1")
    #expect(places("a\u{202C}b") == "a0 b1")
    #expect(places("") == "")
  }
}
