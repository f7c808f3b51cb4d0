import DocumentModel
import Testing

@testable import Rendering

@Suite("Opening images") struct ImageDocumentTests {
  @Test("an image is one page, as large as its pixels")
  func facts() throws {
    let png = PNGFile.plain(width: 30, height: 20, colourType: 2, sample: [1, 2, 3]).bytes
    let facts = try ImageDocument.open(png).facts()
    #expect(facts.pageCount == 1)
    #expect(facts.pages == [PageFacts(number: 1, size: PageSize(width: 30, height: 20), label: "1")])
    #expect(facts.outline.isEmpty && facts.title == nil)
    #expect(facts.renderer.hasPrefix("libvips 8."))
  }

  @Test("every format that browsers and telephones make is opened")
  func formats() throws {
    let gif = try EncodedImages.bytes("R0lGODdhAgACAIABAMgeKP///ywAAAAAAgACAAACAoRRADs=")
    let svg = Array(
      "<svg xmlns='http://www.w3.org/2000/svg' width='8' height='8'><rect width='8' height='8' fill='#c81e28'/></svg>"
        .utf8)
    let pixels = try PixelBuffer(width: 16, height: 16)
    pixels.bytes.bindMemory(to: UInt32.self).update(repeating: 0xC81E28)
    let files: [(String, [UInt8])] = [
      ("PNG", PNGFile.plain(width: 9, height: 9, colourType: 2, sample: [0xC8, 0x1E, 0x28]).bytes),
      ("JPEG", try JPEGEncoder().encode(pixels)), ("WebP", try WebPEncoder().encode(pixels)), ("GIF", gif),
      ("SVG", svg), ("AVIF", try EncodedImages.bytes(EncodedImages.avif)),
      ("HEIC", try EncodedImages.bytes(EncodedImages.heic)),
    ]
    for (name, bytes) in files {
      let drawn = try ImageDocument.open(bytes).drawn()
      #expect(drawn.isClose(1, 1, to: (0xC8, 0x1E, 0x28)), "\(name): \(drawn.hex(1, 1))")
    }
  }

  @Test("transparent parts are shown on white")
  func transparency() throws {
    let clear = PNGFile.plain(width: 4, height: 4, colourType: 6, sample: [255, 0, 0, 0]).bytes
    #expect(try ImageDocument.open(clear).drawn().hex(1, 1) == "ffffff")
    let half = PNGFile.plain(width: 4, height: 4, colourType: 6, sample: [255, 0, 0, 128]).bytes
    #expect(try ImageDocument.open(half).drawn().isClose(1, 1, to: (255, 127, 127)))
  }

  @Test("other colours become eight bits of red, green and blue")
  func colours() throws {
    let deep = PNGFile.plain(width: 4, height: 4, colourType: 2, depth: 16, sample: [200, 7, 30, 7, 40, 7])
      .bytes
    #expect(try ImageDocument.open(deep).drawn().isClose(1, 1, to: (200, 30, 40)))
    var indexed = PNGFile.plain(width: 4, height: 4, colourType: 3, sample: [1])
    indexed.palette = [0, 0, 0, 200, 30, 40]
    #expect(try ImageDocument.open(indexed.bytes).drawn().isClose(1, 1, to: (200, 30, 40)))
    indexed.transparency = [255, 0]
    #expect(try ImageDocument.open(indexed.bytes).drawn().hex(1, 1) == "ffffff")
    let grey = PNGFile.plain(width: 4, height: 4, colourType: 0, depth: 16, sample: [90, 0]).bytes
    #expect(try ImageDocument.open(grey).drawn().isClose(1, 1, to: (90, 90, 90)))
  }

  @Test("ink on paper becomes about the colour that it shows")
  func fourInks() throws {
    let drawn = try ImageDocument.open(EncodedImages.bytes(EncodedImages.cmykJPEG)).drawn()
    let colour = drawn[8, 8]
    #expect(colour.red > 150 && colour.green < 90 && colour.blue < 100, "\(drawn.hex(8, 8))")
  }

  @Test(
    "a photograph is shown upright, whichever way the camera was held",
    arguments: [
      (1, 80, 40, 5, 5), (2, 80, 40, 75, 5), (3, 80, 40, 75, 35), (4, 80, 40, 5, 35), (5, 40, 80, 5, 5),
      (6, 40, 80, 35, 5), (7, 40, 80, 35, 75), (8, 40, 80, 5, 75),
    ])
  func orientation(value: UInt8, width: Int, height: Int, x: Int, y: Int) throws {
    let jpeg = JPEGFile.turned(try JPEGFile.quarter(width: 80, height: 40), orientation: value)
    let document = try ImageDocument.open(jpeg)
    #expect(try document.size(ofPage: 1) == PageSize(width: Double(width), height: Double(height)))
    let drawn = try document.drawn()
    #expect(drawn.width == width && drawn.height == height)
    #expect(drawn.isClose(x, y, to: (255, 0, 0), tolerance: 12), "\(drawn.hex(x, y))")
    #expect(drawn.isClose(width - 1 - x, height - 1 - y, to: (0, 0, 255), tolerance: 12))
  }

  @Test("the pages of a TIFF are pages")
  func tiffPages() throws {
    let tiff = TIFFFile.bytes([
      .init(width: 20, height: 10, shade: 50), .init(width: 30, height: 40, shade: 150),
      .init(width: 30, height: 40, shade: 250, orientation: 6),
    ])
    let document = try ImageDocument.open(tiff)
    #expect(
      document.facts().pages.map(\.size) == [
        PageSize(width: 20, height: 10), PageSize(width: 30, height: 40), PageSize(width: 40, height: 30),
      ])
    #expect(try document.drawn(1).hex(5, 5) == "323232")
    #expect(try document.drawn(2).hex(5, 5) == "969696")
    #expect(try document.drawn(3).width == 40)
    #expect(refusal { _ = try document.drawn(4) } == .notFound)
    #expect(refusal { _ = try document.text(ofPage: 0) } == .notFound)
  }

  @Test("every page of a long TIFF is listed, drawn and described with its own size")
  func manyPages() throws {
    let pages = (1...600).map { TIFFFile.Page(width: UInt16($0 % 50 + 1), height: 3, shade: 9) }
    let document = try ImageDocument.open(TIFFFile.bytes(pages))
    let facts = document.facts()
    #expect(facts.pageCount == 600)
    #expect(facts.pages.map { Int($0.size.width) } == pages.map { Int($0.width) })
    #expect(try document.facts(ofPage: 549).size == PageSize(width: 50, height: 3))
    #expect(try document.drawn(549).width == 50)
    #expect(refusal { _ = try document.facts(ofPage: 601) } == .notFound)
  }

  @Test("the frames of an animation are one page")
  func animation() throws {
    let gif = try EncodedImages.bytes(EncodedImages.movingGIF)
    #expect(try ImageDocument.open(gif).facts().pageCount == 1)
  }

  @Test("an image has no text")
  func noText() throws {
    let png = PNGFile.plain(width: 3, height: 3, colourType: 0, sample: [9]).bytes
    #expect(try ImageDocument.open(png).text(ofPage: 1) == PageText(words: [], links: []))
  }
}
