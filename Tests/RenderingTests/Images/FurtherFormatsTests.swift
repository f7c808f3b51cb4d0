import DocumentModel
import FoundationEssentials
import Testing

@testable import Rendering

@Suite("Pictures in further formats") struct FurtherFormatsTests {
  private static let colour: BitmapFile.Colour = (0xC8, 0x1E, 0x28)
  private static let other: BitmapFile.Colour = (0, 0, 255)

  private static func png(_ colour: BitmapFile.Colour, side: Int) -> [UInt8] {
    PNGFile.plain(
      width: side, height: side, colourType: 2, sample: [colour.red, colour.green, colour.blue]
    ).bytes
  }

  /// One of each format, 16 × 16 or 4 × 4 pixels of one colour.
  static func files() throws -> [(name: String, bytes: [UInt8])] {
    [
      ("JPEG 2000", try EncodedImages.bytes(EncodedImages.jpeg2000)),
      ("JPEG XL", try EncodedImages.bytes(EncodedImages.jpegXL)),
      ("Radiance", BitmapFile.radiance([148, 3, 5, 128])), ("BMP", BitmapFile.bmp(colour)),
      ("Targa", BitmapFile.targa(colour)), ("PPM", BitmapFile.pixmap(colour)),
      ("ICO", BitmapFile.icon([(16, BitmapFile.bitmap(colour, side: 16))])),
      ("CUR", BitmapFile.icon([(16, BitmapFile.bitmap(colour, side: 16))], kind: 2)),
      ("ICO of a PNG", BitmapFile.icon([(0, png(colour, side: 16))])),
      ("ICNS", BitmapFile.icns([("ic07", png(colour, side: 16))])),
    ]
  }

  @Test("a picture has the colours that its file names")
  func colours() throws {
    for (name, bytes) in try Self.files() {
      let document = try ImageDocument.open(bytes)
      let drawn = try document.drawn()
      #expect(document.facts().pageCount == 1 && drawn.width == drawn.height, "\(name)")
      #expect(drawn.isClose(1, 1, to: (0xC8, 0x1E, 0x28), tolerance: 8), "\(name): \(drawn.hex(1, 1))")
      #expect(try document.drawn(size: .scale(0.5)).width == drawn.width / 2, "\(name)")
    }
  }

  @Test(
    "bits and shades become black, white and grey",
    arguments: [("P1\n2 1\n0 1\n", "ffffff", "000000"), ("P2\n2 1\n9\n9 3\n", "ffffff", "555555")])
  func anymaps(text: String, left: String, right: String) throws {
    let drawn = try ImageDocument.open(Array(text.utf8)).drawn()
    #expect(drawn.hex(0, 0) == left && drawn.hex(1, 0) == right)
  }

  @Test("transparent parts are shown on white")
  func transparency() throws {
    #expect(try ImageDocument.open(BitmapFile.targa(Self.other, alpha: 0)).drawn().hex(1, 1) == "ffffff")
    let half = BitmapFile.icon([(16, BitmapFile.bitmap((255, 0, 0), alpha: 128, side: 16))])
    #expect(try ImageDocument.open(half).drawn().isClose(1, 1, to: (255, 127, 127)))
  }

  @Test("of an icon the largest picture is shown, whichever format it has and wherever it stands")
  func largest() throws {
    let small = (side: 16, bytes: BitmapFile.bitmap(Self.other, side: 16))
    // Its side is written as 0, and it has fewer bytes than the other.
    let large = (side: 256, bytes: Self.png(Self.colour, side: 32))
    for pictures in [[small, large], [large, small]] {
      #expect(try ImageDocument.open(BitmapFile.icon(pictures)).drawn().width == 32)
    }
    let bitmap = (side: 32, bytes: BitmapFile.bitmap(Self.colour, side: 32))
    let drawn = try ImageDocument.open(BitmapFile.icon([(16, Self.png(Self.other, side: 16)), bitmap]))
      .drawn()
    #expect(drawn.width == 32 && drawn.hex(1, 1) == "c81e28")
    let icns = BitmapFile.icns([
      ("TOC ", [0, 0, 0, 0]), ("ic08", Self.png(Self.colour, side: 64)),
      ("ic07", Self.png(Self.other, side: 32)),
    ])
    #expect(try ImageDocument.open(icns).drawn().width == 64)
  }

  @Test("an icon whose directory lies is refused, or shown by what it has")
  func lyingIcons() throws {
    let picture = Self.png(Self.colour, side: 16)
    for place in 6..<22 {
      var icon = BitmapFile.icon([(16, picture)])
      icon[place] = 255
      #expect([nil, .damaged].contains(refusal { _ = try ImageDocument.open(icon).drawn() }), "at \(place)")
    }
    for length in [0, 7, 9, 0xFFFF_FFFF] {
      var icon = BitmapFile.icns([("ic07", picture)])
      icon.replaceSubrange(12..<16, with: (0..<4).map { UInt8(length >> (24 - $0 * 8) & 255) })
      #expect(refusal { _ = try ImageDocument.open(icon) } == .damaged, "\(length)")
    }
    #expect(refusal { _ = try ImageDocument.open(BitmapFile.icns([("it32", [1, 2, 3, 4])])) } == .damaged)
  }

  @Test("more pixels than are ever decoded are refused by their header alone")
  func bombs() throws {
    var jpeg2000 = try EncodedImages.bytes(EncodedImages.jpeg2000)
    // The sides of the picture in the file and in the codestream, and those of its one tile.
    for (mark, places) in [(Array("ihdr".utf8), [4, 8]), ([0xFF, 0x51], [6, 10, 22, 26])] {
      let start = try #require(jpeg2000.indices.first { jpeg2000[$0...].starts(with: mark) })
      for place in places { jpeg2000[start + place + 1] = 1 }
    }
    let files = [
      BitmapFile.bmp(Self.colour, width: 30_000, height: 30_000),
      BitmapFile.bmp(Self.colour, width: 30_000, height: -30_000),
      BitmapFile.targa(Self.colour, width: 65_535, height: 65_535),
      BitmapFile.pixmap(Self.colour, width: 99_999, height: 99_999),
      BitmapFile.radiance([1, 1, 1, 128], width: 50_000, height: 50_000),
      BitmapFile.jpegXLHead(width: 50_000, height: 50_000), jpeg2000,
    ]
    for (number, bytes) in files.enumerated() {
      #expect(refusal { _ = try ImageDocument.open(bytes) } == .documentTooLarge, "\(number)")
    }
    // A side beyond vips's own limit.
    let long = BitmapFile.bmp(Self.colour, width: 16_777_216, height: 16)
    #expect(refusal { _ = try ImageDocument.open(long) } == .damaged)
  }

  @Test("a picture that has less than it says is refused, or white where it has nothing")
  func lyingHeaders() throws {
    let (width, height) = (3_000, 2_000)
    for bytes in [
      BitmapFile.bmp(Self.colour, width: width, height: height),
      BitmapFile.targa(Self.colour, width: width, height: height),
      BitmapFile.pixmap(Self.colour, width: width, height: height),
      BitmapFile.runs([255, 1, 0, 1], width: width, height: height),
      BitmapFile.jpegXLHead(width: width, height: height),
    ] {
      let document = try? ImageDocument.open(bytes)
      guard let drawn = try? document?.drawn() else { continue }
      #expect(drawn.hex(width - 1, height / 2) == "ffffff")
    }
  }

  @Test("a picture cut off anywhere is shown as far as it goes or refused", arguments: 0...9)
  func truncated(tenth: Int) throws {
    for (name, bytes) in try Self.files() {
      let cut = Array(bytes.prefix(bytes.count * tenth / 10))
      #expect([nil, .damaged].contains(refusal { _ = try ImageDocument.open(cut).drawn() }), "\(name)")
    }
  }

  @Test(
    "a moving picture tells its frames and their time, and shows the first",
    arguments: [(EncodedImages.movingGIF, "0.2"), (EncodedImages.movingWebP, "0.3")])
  func motion(base64: String, duration: String) throws {
    let document = try ImageDocument.open(EncodedImages.bytes(base64))
    let fields = try document.metadata().fields
    #expect(fields["frames"] == "2" && fields["duration"] == duration)
    #expect(document.facts().pageCount == 1)
    #expect(try document.drawn().hex(1, 1) == "ff0000")
  }

  /// A PNG whose first frame shows for half a second, and two more for a hundredth each.
  private static var animated: PNGFile {
    let control: [UInt8] = [UInt8](repeating: 0, count: 20) + [0, 1, 0, 2, 0, 0]
    let short: [UInt8] = [UInt8](repeating: 0, count: 20) + [0, 1, 0, 0, 0, 0]
    var file = PNGFile.plain(width: 4, height: 4, colourType: 2, sample: [1, 2, 3])
    file.further = [("acTL", [0, 0, 0, 3, 0, 0, 0, 0]), ("fcTL", control), ("fcTL", short), ("fcTL", short)]
    return file
  }

  @Test("an animated PNG tells its frames and their time")
  func animatedPNG() throws {
    let fields = try ImageDocument.open(Self.animated.bytes).metadata().fields
    #expect(fields["frames"] == "3" && fields["duration"] == "0.52")
    for count in stride(from: 40, to: Self.animated.bytes.count, by: 7) {
      let cut = Array(Self.animated.bytes.prefix(count))
      cut.withUnsafeBytes { #expect(PNGChunks($0).frames <= 3) }
    }
  }

  @Test("a picture tells its colours, their depth, and its resolution where it has one")
  func coloursInWords() throws {
    let millimetres: [UInt8] = [0, 0, 0x2E, 0x23, 0, 0, 0x2E, 0x23, 1]
    var plain = PNGFile.plain(width: 4, height: 4, colourType: 2, sample: [1, 2, 3])
    #expect(
      try ImageDocument.open(plain.bytes).metadata().fields == ["colours": "RGB", "depth": "8"])
    plain.further = [("pHYs", millimetres)]
    #expect(try ImageDocument.open(plain.bytes).metadata().fields["resolution"] == "300")
    plain.further = [("pHYs", millimetres.dropLast() + [0])]
    #expect(
      try ImageDocument.open(plain.bytes).metadata().fields["resolution"] == nil,
      "a ratio of sides is no size")
    let clear = PNGFile.plain(
      width: 4, height: 4, colourType: 6, depth: 16, sample: .init(repeating: 9, count: 8))
    #expect(
      try ImageDocument.open(clear.bytes).metadata().fields
        == ["colours": "RGB with transparency", "depth": "16"])
    var indexed = PNGFile.plain(width: 4, height: 4, colourType: 3, sample: [0])
    indexed.palette = [1, 2, 3]
    #expect(try ImageDocument.open(indexed.bytes).metadata().fields["colours"] == "Palette")
  }

  @Test(
    "a portable anymap has the colours of its kind, and no transparency",
    arguments: [
      ("P1\n1 1\n0\n", ["colours": "Black and white", "depth": "1"]),
      ("P2\n1 1\n9\n3\n", ["colours": "Grey", "depth": "8"]),
      ("P3\n1 1\n9\n3 3 3\n", ["colours": "RGB", "depth": "8"]),
    ])
  func anymapColours(text: String, fields: [String: String]) throws {
    #expect(try ImageDocument.open(Array(text.utf8)).metadata().fields == fields)
  }

  @Test("of bitmaps, those of four channels have transparency")
  func bitmapTransparency() throws {
    let icon = BitmapFile.icon([(16, BitmapFile.bitmap((1, 2, 3), side: 16))])
    for (bytes, words) in [
      (BitmapFile.bmp((1, 2, 3)), "RGB"), (BitmapFile.targa((1, 2, 3)), "RGB with transparency"),
      (icon, "RGB with transparency"),
    ] {
      #expect(try ImageDocument.open(bytes).metadata().fields["colours"] == words)
    }
  }

  @Test("a still picture and the pages of a TIFF have no frames")
  func stillness() throws {
    let page = TIFFFile.Page(width: 4, height: 4, shade: 9)
    for bytes in [try WebPEncoder().encode(.gradient(width: 8, height: 8)), TIFFFile.bytes([page, page])] {
      let fields = try ImageDocument.open(bytes).metadata().fields
      #expect(fields["frames"] == nil && fields["duration"] == nil)
    }
  }
}
