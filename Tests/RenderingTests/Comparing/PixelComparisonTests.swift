import DocumentModel
import Testing

@testable import Rendering

@Suite("Two pages as one picture")
struct PixelComparisonTests {
  private func compare(
    _ old: PDFFile.Page?, _ new: PDFFile.Page?, _ size: RenderRequest.Size = .scale(1)
  ) throws -> PixelComparison {
    func side(_ page: PDFFile.Page?) throws -> ComparedDocument {
      // A document of one page has no second page.
      ComparedDocument(try PDFDocument.open(page ?? PDFFile.Page()), page: page == nil ? 2 : 1)
    }
    return try PixelComparison(from: side(old), to: side(new), size)
  }

  @Test("removed ink is red, added ink is green, and the rest is faded")
  func colours() throws {
    let stays = PDFFile.box("0 0 0", 300, 200, 50, 50)
    let comparison = try compare(
      .init(content: stays + PDFFile.box("0 0 0", 40, 40, 60, 30)),
      .init(content: stays + PDFFile.box("0 0 0", 200, 40, 20, 20)))
    let picture = comparison.picture
    #expect(picture.isClose(70, 245, to: (0xD3, 0x2F, 0x2F)))
    #expect(picture.isClose(210, 250, to: (0x2E, 0x8B, 0x3D)))
    #expect(picture.isClose(325, 75, to: (170, 170, 170)))
    #expect(picture.isClose(10, 10, to: (255, 255, 255)))
    let difference = comparison.difference(format: .png)
    #expect(abs(difference.removed - 1800.0 / 120_000) < 0.0005)
    #expect(abs(difference.added - 400.0 / 120_000) < 0.0005)
    #expect(difference.changed == difference.removed + difference.added)
  }

  @Test("boxes lie around what is different, in page units at any scale", arguments: [0.5, 1.0, 3.0])
  func boxes(scale: Double) throws {
    let difference = try compare(
      .init(content: PDFFile.box("0 0 0", 40, 40, 60, 30)),
      .init(content: PDFFile.box("0 0 0", 300, 240, 20, 20)), .scale(scale)
    ).difference(format: .png)
    #expect(difference.boxes.count == 2)
    for (box, wanted) in zip(difference.boxes, [(300, 40, 20, 20), (40, 230, 60, 30)]) {
      #expect(abs(box.x - Double(wanted.0)) <= 2 && abs(box.y - Double(wanted.1)) <= 2)
      #expect(abs(box.width - Double(wanted.2)) <= 4 && abs(box.height - Double(wanted.3)) <= 4)
    }
    #expect(difference.size == PageSize(width: 400, height: 300))
  }

  @Test("equal pages have no difference")
  func equal() throws {
    let page = PDFFile.Page(content: PDFFile.text("Sheaf"))
    let difference = try compare(page, page, .scale(2)).difference(format: .jpg)
    #expect(difference.changed == 0 && difference.boxes.isEmpty)
    #expect(difference.image == ImageFacts(width: 800, height: 600, format: .jpg, scale: 2))
  }

  @Test("a page that one version does not have is empty paper")
  func missing() throws {
    let page = PDFFile.Page(content: PDFFile.box("0 0 0", 0, 0, 200, 300))
    let came = try compare(nil, page).difference(format: .png)
    #expect(abs(came.added - 0.5) < 0.01 && came.removed == 0)
    let went = try compare(page, nil).difference(format: .png)
    #expect(abs(went.removed - 0.5) < 0.01 && went.added == 0)
    #expect { try compare(nil, nil) } throws: { ($0 as? DocumentError)?.code == .notFound }
  }

  @Test("pages of two sizes lie on one sheet, corner on corner")
  func sizes() throws {
    let difference = try compare(
      .init(width: 400, height: 100, content: PDFFile.box("0 0 0", 0, 0, 400, 100)),
      .init(width: 100, height: 300)
    ).difference(format: .png)
    #expect(difference.size == PageSize(width: 400, height: 300))
    #expect(abs(difference.removed - 1.0 / 3) < 0.01)
    #expect(difference.boxes.count == 1)
  }

  @Test("more pixels than there is room for are refused before anything is drawn")
  func tooLarge() throws {
    #expect { try compare(.init(), .init(), .width(8000)) } throws: {
      ($0 as? DocumentError)?.code == .tooLarge
    }
    // A small page beside a huge one must not evade the limit.
    #expect {
      try compare(.init(width: 14_000, height: 14_000), .init(width: 10, height: 10), .width(100))
    } throws: {
      ($0 as? DocumentError)?.code == .tooLarge
    }
  }

  @Test("where there would be too many boxes, what lies close together shares one")
  func manyBoxes() {
    var grid = ChangeGrid(width: 4000, height: 4000)
    for y in stride(from: 0, to: 4000, by: 40) {
      for x in stride(from: 0, to: 4000, by: 40) { grid.mark(x, y) }
    }
    let boxes = grid.boxes(atMost: 200)
    #expect(!boxes.isEmpty && boxes.count <= 200)
    for place in [(0, 0), (2000, 2000), (3960, 3960)] {
      #expect(
        boxes.contains { ($0.left..<$0.right).contains(place.0) && ($0.top..<$0.bottom).contains(place.1) })
    }
    #expect(ChangeGrid(width: 10, height: 10).boxes(atMost: 5).isEmpty)
  }
}
