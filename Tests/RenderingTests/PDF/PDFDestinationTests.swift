import DocumentModel
import Testing

@testable import Rendering

@Suite("Destinations in PDFs") struct PDFDestinationTests {
  private static let target = PDFFile.object(ofPage: 2)

  /// A link from the first page to the second, which is rotated, cropped, and has a black box.
  private func link(_ place: String, rotation: Int = 0, catalog: String = "") throws -> (
    PageLink, PDFDocument
  ) {
    let box = PDFFile.box("0 0 0", 100, 120, 60, 30)
    let second = PDFFile.Page(rotation: rotation, crop: [40, 50, 340, 250], content: box)
    let first = PDFFile.Page(annotations: [PDFFile.link("/S/GoTo/D\(place)")])
    let document = try PDFDocument.open(PDFFile(pages: [first, second], catalog: catalog))
    return (try #require(try document.text(ofPage: 1).links.first), document)
  }

  private func area(_ place: String, rotation: Int = 0) throws -> PageRectangle? {
    try link("[\(Self.target) 0 R/\(place)]", rotation: rotation).0.area
  }

  @Test(
    "a rectangle is where its ink is, however the page is turned and cropped", arguments: [0, 90, 180, 270])
  func rectangle(rotation: Int) throws {
    let (link, document) = try link("[\(Self.target) 0 R/FitR 100 120 160 150]", rotation: rotation)
    let ink = try #require(try document.drawn(2).ink())
    #expect(link.page == 2)
    #expect(
      link.area
        == PageRectangle(x: ink.left, y: ink.top, width: ink.right - ink.left, height: ink.bottom - ink.top))
  }

  @Test(
    "a corner, an edge and a height lead to everything from there on",
    arguments: [
      ("XYZ 100 150 null", PageRectangle(x: 60, y: 100, width: 240, height: 100)),
      ("XYZ null 150 2", PageRectangle(x: 0, y: 100, width: 300, height: 100)),
      ("XYZ 100 null 0", PageRectangle(x: 60, y: 0, width: 240, height: 200)),
      ("FitH 150", PageRectangle(x: 0, y: 100, width: 300, height: 100)),
      ("FitBH 150", PageRectangle(x: 0, y: 100, width: 300, height: 100)),
      ("FitV 100", PageRectangle(x: 60, y: 0, width: 240, height: 200)),
      ("FitR 0 0 160 150", PageRectangle(x: 0, y: 100, width: 120, height: 100)),
    ])
  func places(place: String, wanted: PageRectangle) throws {
    #expect(try area(place) == wanted)
  }

  @Test(
    "a link to all of a page, or to no place on it, has no area",
    arguments: [
      "Fit", "FitB", "XYZ null null null", "XYZ 40 250 0", "XYZ 40 9000 0", "FitH", "FitR 900 900 950 950",
    ])
  func wholePages(place: String) throws {
    let link = try link("[\(Self.target) 0 R/\(place)]").0
    #expect(link.page == 2)
    #expect(link.area == nil)
  }

  @Test("places with names are found in both kinds of lists")
  func names() throws {
    let place = "[\(Self.target) 0 R/FitR 100 120 160 150]"
    let wanted = PageRectangle(x: 60, y: 100, width: 60, height: 30)
    let old = try link("/there", catalog: "/Dests<</there \(place)>>").0
    #expect(old.page == 2 && old.area == wanted)
    let new = try link("(there)", catalog: "/Names<</Dests<</Names[(there)<</D\(place)>>]>>>>").0
    #expect(new.page == 2 && new.area == wanted)
  }

  @Test("looking where a page lies leaves no mark on it", arguments: [0, 90])
  func noMark(rotation: Int) throws {
    let (_, document) = try link("[\(Self.target) 0 R/XYZ 100 150 null]", rotation: rotation)
    let page = PDFFile.Page(
      rotation: rotation, crop: [40, 50, 340, 250], content: PDFFile.box("0 0 0", 100, 120, 60, 30))
    #expect(try document.drawn(2).differences(from: PDFDocument.open(page).drawn()) == 0)
    #expect(try document.text(ofPage: 2).links.isEmpty)
  }
}
