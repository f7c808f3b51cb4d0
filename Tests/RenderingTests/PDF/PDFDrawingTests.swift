import DocumentModel
import Testing

@testable import Rendering

@Suite("Drawing PDFs") struct PDFDrawingTests {
  private let corners = PDFFile.Page(
    content: PDFFile.box("1 0 0", 0, 250, 100, 50) + PDFFile.box("0 0 1", 300, 0, 100, 50)
      + PDFFile.text("Sheaf of papers"))

  @Test("the ground is white and colours are where they belong")
  func colours() throws {
    let pixels = try PDFDocument.open(corners).drawn()
    #expect(pixels.width == 400 && pixels.height == 300)
    #expect(pixels.hex(10, 10) == "ff0000")
    #expect(pixels.hex(390, 290) == "0000ff")
    #expect(pixels.hex(200, 20) == "ffffff")
  }

  @Test("a turned page is drawn turned")
  func turned() throws {
    var page = corners
    page.rotation = 90
    let pixels = try PDFDocument.open(page).drawn()
    #expect(pixels.width == 300 && pixels.height == 400)
    #expect(pixels.hex(290, 10) == "ff0000")
    #expect(pixels.hex(10, 390) == "0000ff")
  }

  @Test("a region is what the whole page shows there", arguments: [1.0, 2.0])
  func region(scale: Double) throws {
    let document = try PDFDocument.open(corners)
    let whole = try document.drawn(size: .scale(scale))
    let region = PageRectangle(x: 50, y: 160, width: 120, height: 90)
    let part = try document.drawn(region: region, size: .scale(scale))
    #expect(part.width == Int(120 * scale) && part.height == Int(90 * scale))
    let (left, top) = (Int(50 * scale), Int(160 * scale))
    var differences = 0
    for y in 0..<part.height {
      for x in 0..<part.width where part.hex(x, y) != whole.hex(x + left, y + top) { differences += 1 }
    }
    #expect(differences == 0)
  }

  @Test("a page is stretched when both sides are given")
  func exact() throws {
    let pixels = try PDFDocument.open(corners).drawn(size: .exact(width: 100, height: 300))
    #expect(pixels.width == 100 && pixels.height == 300)
    #expect(pixels.hex(10, 10) == "ff0000")
    #expect(pixels.hex(40, 10) == "ffffff")
  }

  @Test("annotations and form fields are drawn with the page")
  func annotations() throws {
    var file = PDFFile(pages: [
      .init(annotations: [
        "<</Type/Annot/Subtype/Square/Rect[100 100 200 200]/F 4/AP<</N 1000 0 R>>>>",
        "<</Type/Annot/Subtype/Widget/FT/Btn/T(b)/Rect[300 100 350 150]/F 4/AP<</N 1000 0 R>>>>",
      ])
    ])
    file.catalog = "/AcroForm<</Fields[]>>"
    file.objects = [
      "<</Type/XObject/Subtype/Form/BBox[0 0 10 10]/Length 25>>stream\n0 1 0 rg 0 0 10 10 re f  \nendstream"
    ]
    let pixels = try PDFDocument.open(file).drawn()
    #expect(pixels.hex(150, 150) == "00ff00")
    #expect(pixels.hex(325, 175) == "00ff00")
  }

  @Test(
    "fonts that are not in the document are drawn",
    arguments: ["Helvetica", "Times-Roman", "Courier", "Arial"])
  func standardFonts(name: String) throws {
    var file = PDFFile(pages: [.init(content: PDFFile.text("Hamburg"))])
    file.font = "<</Type/Font/Subtype/Type1/BaseFont/\(name)>>"
    let ink = try #require(try PDFDocument.open(file).drawn().ink())
    #expect(ink.right - ink.left > 60)
  }
}
