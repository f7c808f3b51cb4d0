import DocumentModel
import Testing

@testable import Rendering

@Suite("Drawing images") struct ImageDrawingTests {
  private static let picture = """
    <svg xmlns='http://www.w3.org/2000/svg' width='100' height='60'>
    <rect width='50' height='60' fill='#f00'/><rect x='50' width='50' height='60' fill='#00f'/></svg>
    """

  private func svg(_ inner: String) throws -> PixelBuffer {
    let text =
      "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' "
      + "width='40' height='40'><rect width='40' height='40' fill='#0f0'/>\(inner)</svg>"
    return try ImageDocument.open(Array(text.utf8)).drawn()
  }

  @Test("an image is drawn as large as asked", arguments: [0.1, 0.5, 1, 3])
  func scales(scale: Double) throws {
    let document = try ImageDocument.open(JPEGFile.quarter(width: 200, height: 100))
    let drawn = try document.drawn(size: .scale(scale))
    #expect(drawn.width == Int(200 * scale) && drawn.height == Int(100 * scale))
    #expect(drawn.isClose(Int(50 * scale), Int(25 * scale), to: (255, 0, 0), tolerance: 12))
    #expect(drawn.isClose(Int(150 * scale), Int(75 * scale), to: (0, 0, 255), tolerance: 12))
  }

  @Test("a region is what the whole image shows there")
  func region() throws {
    let gradient = try PNGEncoder().encode(.gradient(width: 64, height: 64))
    let document = try ImageDocument.open(gradient)
    let whole = try document.drawn()
    let part = try document.drawn(region: PageRectangle(x: 16, y: 8, width: 32, height: 40))
    #expect(part.width == 32 && part.height == 40)
    for (x, y) in [(0, 0), (31, 39), (10, 20)] { #expect(part.hex(x, y) == whole.hex(x + 16, y + 8)) }
  }

  @Test("a drawing is drawn anew at every scale, not enlarged")
  func vector() throws {
    let document = try ImageDocument.open(Array(Self.picture.utf8))
    let drawn = try document.drawn(region: PageRectangle(x: 49, y: 10, width: 2, height: 2), size: .scale(50))
    #expect(drawn.width == 100 && drawn.height == 100)
    // Enlarging would blur the edge over as many pixels as the scale.
    #expect(drawn.isClose(47, 50, to: (255, 0, 0)) && drawn.isClose(52, 50, to: (0, 0, 255)))
  }

  @Test("an image can be stretched")
  func exact() throws {
    let drawn = try ImageDocument.open(Array(Self.picture.utf8)).drawn(size: .exact(width: 20, height: 90))
    #expect(drawn.width == 20 && drawn.height == 90)
    #expect(drawn.hex(3, 80) == "ff0000" && drawn.hex(17, 80) == "0000ff")
  }

  @Test(
    "a drawing is shown without its scripts and without what lies outside it",
    arguments: [
      "<script>document.documentElement.innerHTML=''</script>",
      "<image xlink:href='file:///usr/share/pixmaps/debian-logo.png' width='40' height='40'/>",
      "<image href='/etc/passwd' width='40' height='40'/>",
      "<image href='http://127.0.0.1:9/a.png' width='40' height='40'/>",
      "<use xlink:href='file:///tmp/other.svg#a'/>",
      "<style>@import url('file:///tmp/a.css');</style>",
    ])
  func externalReferences(inner: String) throws {
    #expect(try svg(inner).hex(20, 20) == "00ff00")
  }

  @Test("entities that grow without end are refused or left out, quickly")
  func entities() throws {
    let levels = (1...9).map { level in
      "<!ENTITY e\(level) '\(String(repeating: "&e\(level - 1);", count: 10))'>"
    }
    let text =
      "<!DOCTYPE svg [<!ENTITY e0 'laugh'>\(levels.joined())]>"
      + "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><text>&e9;</text></svg>"
    #expect([nil, .damaged].contains(refusal { _ = try ImageDocument.open(Array(text.utf8)).drawn() }))
  }

  @Test("more pixels than are ever decoded are refused by their header alone")
  func bombs() throws {
    let png = PNGFile(width: 30_000, height: 30_000, colourType: 2, rows: [0]).bytes
    let error = #expect(throws: DocumentError.self) { try ImageDocument.open(png) }
    #expect(
      error?.description
        == "document-too-large: the image has 30000 × 30000 pixels, and 400000000 are the most")
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='99999' height='99999'/>"
    #expect(refusal { _ = try ImageDocument.open(Array(svg.utf8)) } == .documentTooLarge)
  }

  @Test("an image larger than it says costs no more than what it says")
  func lyingHeader() throws {
    let png = PNGFile(width: 15_000, height: 15_000, colourType: 0, rows: [0, 1, 2, 3]).bytes
    let document = try ImageDocument.open(png)
    #expect(try document.size(ofPage: 1) == PageSize(width: 15_000, height: 15_000))
    #expect([nil, .damaged].contains(refusal { _ = try document.drawn(size: .width(20)) }))
  }

  @Test("enlarging without end is refused")
  func enlarging() throws {
    let document = try ImageDocument.open(Array(Self.picture.utf8))
    let speck = PageRectangle(x: 1, y: 1, width: 0.001, height: 0.001)
    #expect(refusal { _ = try document.drawn(region: speck, size: .width(1_000)) } == .tooLarge)
  }

  @Test("an image cut off anywhere is shown as far as it goes or refused", arguments: 0...9)
  func truncated(tenth: Int) throws {
    let files = [
      try JPEGFile.quarter(width: 64, height: 64), try PNGEncoder().encode(.gradient(width: 64, height: 64)),
      try WebPEncoder().encode(.gradient(width: 64, height: 64)), Array(Self.picture.utf8),
      TIFFFile.bytes([.init(width: 20, height: 10, shade: 50), .init(width: 20, height: 10, shade: 50)]),
    ]
    for file in files {
      let cut = Array(file.prefix(file.count * tenth / 10))
      #expect([nil, .damaged].contains(refusal { _ = try ImageDocument.open(cut).drawn() }))
    }
  }

  @Test(
    "a file that is no image is refused",
    arguments: ["", "hello", "%PDF-1.4", "P6 1 1 nothing", "<html></html>"])
  func noImage(text: String) throws {
    let error = #expect(throws: DocumentError.self) { try ImageDocument.open(Array(text.utf8)) }
    #expect(error?.description == "damaged: the image is damaged or of a kind that cannot be shown")
  }
}
