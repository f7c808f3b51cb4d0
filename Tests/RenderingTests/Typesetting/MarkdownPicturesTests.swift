import DocumentModel
import Testing

@testable import Rendering

@Suite struct `The pictures of a Markdown text` {
  private func pages(_ text: String, _ names: [String] = []) throws -> MarkdownPages {
    try #require(Vips.isStarted)
    let jpeg = try JPEGFile.quarter(width: 80, height: 40)
    let pictures = try names.map { ($0, PagePicture(try Contents.descriptor(jpeg))) }
    return try #require(
      MarkdownPages(DecodedText(Array(text.utf8)), pictures: Dictionary(pictures) { first, _ in first }))
  }

  private func words(_ page: TypesetPage) -> [String] { page.words().map(\.text) }

  @Test func `are asked for when they may lie beside it, each once`() throws {
    let text = """
      ![a](a.png) and ![again](a.png) ![deep](pictures/b%20c.jpg) ![up](../d.svg)

      <p><img src="e.png" width=3></p> ![web](https://example.org/f.png) ![root](/g.png) ![data](data:image/png;base64,AA)
      """
    #expect(try pages(text).pictures == ["a.png", "pictures/b%20c.jpg", "../d.svg", "e.png"])
    let many = (0..<100).map { "![](\($0).png)" }.joined(separator: " ")
    #expect(try pages(many).pictures.count == ContentMetadata.mostPictures)
  }

  @Test func `stand between the words before and behind them, at 96 pixels to the inch`() throws {
    let page = try pages("Before ![name](a.jpg) behind", ["a.jpg"]).page(1)
    #expect(words(page) == ["Before", "behind"])
    let area = try #require(page.pictures.first?.area)
    #expect(area.width == 60 && area.height == 30)
    let boxes = page.words().map(\.box)
    #expect(boxes[0].y + boxes[0].height <= area.y && area.y + area.height <= boxes[1].y)
  }

  @Test func `stand side by side when nothing is between them, and lead where their links lead`() throws {
    let page = try pages("[![](a.jpg)](https://example.org) ![](a.jpg)", ["a.jpg"]).page(1)
    let areas = page.pictures.map(\.area)
    #expect(areas.count == 2 && areas[0].y == areas[1].y && areas[1].x > areas[0].x + areas[0].width)
    #expect(page.links.map(\.address) == ["https://example.org"] && page.links.first?.box == areas[0])
  }

  @Test func `are no larger than the text of a page`() throws {
    let jpeg = try JPEGFile.quarter(width: 3_000, height: 4_000)
    let picture = PagePicture(try Contents.descriptor(jpeg))
    let text = DecodedText(Array("![](a.jpg)".utf8))
    let page = try #require(MarkdownPages(text, pictures: ["a.jpg": picture])).page(1)
    let area = try #require(page.pictures.first?.area)
    #expect(area.width <= PageFlow.width && area.y + area.height < Paper.size.height)
  }

  @Test func `are shown by their names when they are missing or are none`() throws {
    let broken = PagePicture(try Contents.descriptor(Array("no picture".utf8)))
    let text = DecodedText(Array("![gone](a.jpg) ![broken](b.jpg)".utf8))
    let page = try #require(MarkdownPages(text, pictures: ["b.jpg": broken])).page(1)
    #expect(page.pictures.isEmpty && words(page) == ["[gone]", "[broken]"])
  }

  @Test func `that are too large for one drawing are printed smaller, in their own size`() throws {
    let row = PNGFile.plain(width: 20_000, height: 2, colourType: 0, sample: [9])
    let printed = try DocumentPrinter.print(ImageDocument.open(row.bytes))
    let pdf = try PDFDocument(Contents.descriptor(printed), password: nil)
    #expect(try pdf.size(ofPage: 1) == PageSize(width: 15_000, height: 1.5))
  }

  @Test func `are drawn where they stand, also into a PDF`() throws {
    let layout = try pages("![](a.jpg)", ["a.jpg"])
    let area = try #require(layout.page(1).pictures.first?.area)
    let document = TypesetDocument(layout)
    let pixels = try document.draw(RenderRequest(page: 1, size: .scale(1)))
    #expect(pixels.hex(Int(area.x) + 2, Int(area.y) + 2) != "ffffff")
    #expect(pixels.hex(Int(area.x + area.width) + 4, Int(area.y) + 2) == "ffffff")
    let pdf = try DocumentPrinter.print(document)
    #expect(String(decoding: pdf, as: Unicode.ASCII.self).contains("/Subtype /Image"))
  }
}
