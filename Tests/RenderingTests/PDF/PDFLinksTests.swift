import DocumentModel
import Testing

@testable import Rendering

@Suite("Links of PDFs") struct PDFLinksTests {
  private func links(_ page: PDFFile.Page, catalog: String = "") throws -> [PageLink] {
    let file = PDFFile(pages: [page, .init()], catalog: catalog)
    return try PDFDocument.open(file).text(ofPage: 1).links
  }

  private func links(_ action: String, catalog: String = "") throws -> [PageLink] {
    try links(PDFFile.Page(annotations: [PDFFile.link(action)]), catalog: catalog)
  }

  @Test(
    "web and mail addresses are reported",
    arguments: ["https://sheaf.example/a?b=c", "http://sheaf.example", "mailto:someone@sheaf.example"])
  func addresses(address: String) throws {
    let link = try #require(try links("/S/URI/URI(\(address))").first)
    #expect(link.address == address)
    #expect(link.page == nil)
    #expect(link.box == PageRectangle(x: 60, y: 170, width: 100, height: 40))
  }

  @Test("links within the document know their page")
  func inner() throws {
    let target = PDFFile.object(ofPage: 2)
    #expect(try links("/S/GoTo/D[\(target) 0 R/Fit]").map(\.page) == [2])
    #expect(try links("/S/GoTo/D(there)", catalog: "/Dests<</there[\(target) 0 R/Fit]>>").map(\.page) == [2])
  }

  @Test(
    "a link that would run or open something is refused",
    arguments: [
      "/S/JavaScript/JS(app.alert\\(1\\))", "/S/Launch/F(/bin/sh)", "/S/URI/URI(javascript:alert\\(1\\))",
      "/S/URI/URI(file:///etc/passwd)", "/S/URI/URI(data:text/html,hi)", "/S/GoToR/F(other.pdf)/D[0/Fit]",
      "/S/SubmitForm/F(https://a.example/)", "/S/Rendition", "/S/URI/URI(https://a.example/ b)",
    ])
  func unsafe(action: String) throws {
    let found = try links(action)
    #expect(found.map(\.refusal) == [.unsafe] && found.allSatisfy { $0.page == nil && $0.address == nil })
  }

  @Test(
    "a link that leads nowhere says so",
    arguments: ["/S/URI/URI()", "/S/GoTo/D(nowhere)", "/S/Named/N/PrevPage", "/S/Named/N/Unheard"])
  func nowhere(action: String) throws {
    #expect(try links(action).map(\.refusal) == [.nowhere])
  }

  @Test(
    "a link to a page by its place leads there",
    arguments: [("NextPage", 2), ("LastPage", 2), ("FirstPage", 1)])
  func placed(name: String, page: Int) throws {
    #expect(try links("/S/Named/N/\(name)").map(\.page) == [page])
  }

  @Test(
    "a link lies where it is shown on a turned and cropped page",
    arguments: [
      (0, PageRectangle(x: 20, y: 120, width: 100, height: 40)),
      (90, PageRectangle(x: 40, y: 20, width: 40, height: 100)),
      (180, PageRectangle(x: 180, y: 40, width: 100, height: 40)),
      (270, PageRectangle(x: 120, y: 180, width: 40, height: 100)),
    ])
  func turned(rotation: Int, box: PageRectangle) throws {
    let page = PDFFile.Page(
      rotation: rotation, crop: [40, 50, 340, 250],
      annotations: [PDFFile.link("/S/URI/URI(https://a.example/)")])
    let link = try #require(try links(page).first)
    let differences = [
      link.box.x - box.x, link.box.y - box.y, link.box.width - box.width, link.box.height - box.height,
    ]
    #expect(differences.allSatisfy { abs($0) < 0.001 })
  }

  @Test("a link outside the page is left out, one across its edge is cut")
  func outside() throws {
    let action = "/S/URI/URI(https://a.example/)"
    let page = PDFFile.Page(annotations: [
      PDFFile.link(action, "500 10 600 30"), PDFFile.link(action, "350 10 600 30"),
    ])
    #expect(try links(page).map(\.box) == [PageRectangle(x: 350, y: 270, width: 50, height: 20)])
  }
}
