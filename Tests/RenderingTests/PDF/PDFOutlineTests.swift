import DocumentModel
import Testing

@testable import Rendering

@Suite("Outlines of PDFs") struct PDFOutlineTests {
  private let pageTwo = PDFFile.object(ofPage: 2)

  private func outline(_ objects: [String], catalog: String = "/Outlines 1000 0 R") throws -> [OutlineItem] {
    try PDFDocument.open(PDFFile(pages: [.init(), .init()], catalog: catalog, objects: objects)).outline()
  }

  @Test("a document without an outline has none")
  func none() throws {
    #expect(try PDFDocument.open(PDFFile()).outline().isEmpty)
  }

  @Test("entries keep their order, their depth and the page they lead to")
  func nested() throws {
    let items = try outline(
      [
        "<</First 1001 0 R/Last 1002 0 R/Count 2>>",
        "<</Title(One)/Parent 1000 0 R/Next 1002 0 R/First 1003 0 R/Last 1003 0 R/Dest[\(pageTwo) 0 R/Fit]>>",
        "<</Title<FEFF00DC006200650072>/Parent 1000 0 R/A<</S/URI/URI(https://a.example/)>>>>",
        "<</Title(Inner)/Parent 1001 0 R/A<</S/GoTo/D(named)>>>>",
      ], catalog: "/Outlines 1000 0 R/Dests<</named[\(pageTwo) 0 R/XYZ 100 200 0]>>")
    #expect(
      items == [
        OutlineItem(
          title: "One", page: 2,
          children: [
            OutlineItem(
              title: "Inner", page: 2, area: PageRectangle(x: 100, y: 100, width: 300, height: 200),
              children: [])
          ]),
        OutlineItem(title: "Über", page: nil, children: []),
      ])
  }

  @Test("an outline that leads in circles ends")
  func circles() throws {
    let items = try outline([
      "<</First 1001 0 R/Last 1001 0 R>>",
      "<</Title(Round)/Parent 1000 0 R/Next 1001 0 R/First 1001 0 R/Last 1001 0 R/Dest[\(pageTwo) 0 R/Fit]>>",
    ])
    func depth(_ items: [OutlineItem]) -> Int { 1 + (items.map { depth($0.children) }.max() ?? 0) }
    func count(_ items: [OutlineItem]) -> Int { items.reduce(0) { $0 + 1 + count($1.children) } }
    #expect(depth(items) <= 17)
    #expect(count(items) <= 5_000)
  }

  @Test("an entry that leads to a page that is not there leads nowhere")
  func missingPage() throws {
    let items = try outline([
      "<</First 1001 0 R/Last 1001 0 R>>", "<</Title(Gone)/Parent 1000 0 R/Dest[77 /Fit]>>",
    ])
    #expect(items == [OutlineItem(title: "Gone", page: nil, children: [])])
  }
}
