import Testing

/// Malicious images, each written by the lines below.
struct ImageBomb: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]

  var testDescription: String { name }

  init(_ name: String, _ bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  /// Bombs that are answered within seconds.
  static let all = headers + directories + older + drawings

  private static let headers = [
    ImageBomb(
      "a PNG of a billion pixels", PNGFile(width: 65_535, height: 65_535, colourType: 2, rows: [0]).bytes),
    ImageBomb(
      "a PNG whose size overflows",
      PNGFile(width: .max, height: .max, depth: 16, colourType: 6, rows: [0]).bytes),
    ImageBomb("a PNG of no pixels", PNGFile(width: 0, height: 0, colourType: 0, rows: [0]).bytes),
    ImageBomb(
      "a PNG that has less than it says",
      PNGFile(width: 9_000, height: 9_000, colourType: 2, rows: [0, 1]).bytes),
    ImageBomb("a JPEG of four billion pixels", jpeg(width: 65_500, height: 65_500)),
    ImageBomb("a JPEG that has less than it says", jpeg(width: 9_000, height: 9_000)),
    ImageBomb("a JPEG of no pixels", jpeg(width: 0, height: 0)),
    ImageBomb(
      "a progressive JPEG that has less than it says", jpeg(width: 3_000, height: 3_000, frame: 0xC2)),
    ImageBomb("a GIF of four billion pixels", gif(width: 65_535, height: 65_535)),
    ImageBomb("a GIF that has less than it says", gif(width: 3_000, height: 3_000)),
    ImageBomb("a WebP of 280 million pixels", webp(width: 16_777_216, height: 16_777_216)),
    ImageBomb("a WebP that has less than it says", webp(width: 3_000, height: 3_000)),
  ]

  private static let directories = [
    ImageBomb("a TIFF of more pixels than can be counted", tiff([256: .max, 257: .max])),
    ImageBomb("a TIFF that has less than it says", tiff([256: 3_000, 257: 3_000, 279: 9_000_000])),
    ImageBomb(
      "a TIFF of one strip as long as memory", tiff([256: 60_000, 257: 6_000, 278: .max, 279: .max])),
    ImageBomb("a TIFF whose pixels lie behind its end", tiff([273: .max - 9])),
    ImageBomb("a TIFF with sixty thousand channels", tiff([277: 65_535])),
    ImageBomb("a TIFF of unknown compression", tiff([259: 65_000])),
    ImageBomb("a TIFF whose next page is this one", tiff([:], next: 8)),
    ImageBomb("a TIFF of tiles of no size", tiff([322: 0, 323: 0])),
  ]

  private static let older = [
    ImageBomb("a BMP of 900 million pixels", BitmapFile.bmp((9, 9, 9), width: 30_000, height: 30_000)),
    ImageBomb("a BMP longer than vips counts", BitmapFile.bmp((9, 9, 9), width: 16_777_216, height: 16)),
    ImageBomb("a BMP that has less than it says", BitmapFile.bmp((9, 9, 9), width: 3_000, height: 3_000)),
    ImageBomb(
      "a BMP of 100 million pixels in two bytes", BitmapFile.runs([0, 1], width: 10_000, height: 10_000)),
    ImageBomb("a Targa that has less than it says", BitmapFile.targa((9, 9, 9), width: 3_000, height: 3_000)),
    ImageBomb("a PPM that has less than it says", BitmapFile.pixmap((9, 9, 9), width: 3_000, height: 3_000)),
    ImageBomb(
      "a Radiance picture that has less than it says",
      BitmapFile.radiance([9, 9, 9, 128], width: 3_000, height: 3_000)),
    ImageBomb("a JPEG XL of nothing", BitmapFile.jpegXLHead(width: 9_000, height: 9_000)),
    ImageBomb("a JPEG XL of a billion pixels", BitmapFile.jpegXLHead(width: 65_535, height: 65_535)),
    ImageBomb(
      "an icon of sixty thousand pictures", [0, 0, 1, 0, 255, 255] + [UInt8](repeating: 255, count: 5_000)),
  ]

  private static let drawings = [
    ImageBomb("a drawing of ten billion copies", svg(copies())),
    ImageBomb("a drawing that is its own copy", svg("<g id='a'><use href='#a'/></g>")),
    ImageBomb("a pattern filled with itself", svg(pattern)),
    ImageBomb("a drawing blurred over a country", svg(blur)),
    ImageBomb("a drawing 100,000 levels deep", svg(String(repeating: "<g>", count: 100_000))),
    ImageBomb("a billion laughs", entities),
    ImageBomb(
      "a drawing of no size", Array("<svg xmlns='http://www.w3.org/2000/svg' width='0' height='0'/>".utf8)),
    ImageBomb(
      "a drawing as large as a country",
      Array("<svg xmlns='http://www.w3.org/2000/svg' width='1e30' height='1e30'/>".utf8)),
    ImageBomb(
      "a drawing whose size is no number",
      Array("<svg xmlns='http://www.w3.org/2000/svg' width='nan' height='inf' viewBox='0 0 nan 1e400'/>".utf8)
    ),
  ]

  /// A JPEG header without image data.
  static func jpeg(width: UInt16, height: UInt16, frame: UInt8 = 0xC0) -> [UInt8] {
    let table: [UInt8] = [0xFF, 0xDB, 0, 67, 0] + Array(repeating: 1, count: 64)
    let size: [UInt8] = [UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255)]
    let start: [UInt8] = [0xFF, frame, 0, 11, 8] + size + [1, 1, 0x11, 0]
    let codes: [UInt8] = [0xFF, 0xC4, 0, 20, 0, 1] + Array(repeating: 0, count: 15) + [0]
    let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, frame == 0xC2 ? 0 : 63, 0]
    return [0xFF, 0xD8] + table + start + codes + scan + [0, 0xFF, 0xD9]
  }

  private static func gif(width: UInt16, height: UInt16) -> [UInt8] {
    let size = [UInt8(width & 255), UInt8(width >> 8), UInt8(height & 255), UInt8(height >> 8)]
    return Array("GIF89a".utf8) + size + [0x80, 0, 0, 0, 0, 0, 255, 255, 255, 0x2C, 0, 0, 0, 0] + size
      + [0, 2, 2, 0x44, 1, 0, 0x3B]
  }

  /// The extended header (VP8X) with a canvas, and an empty image.
  private static func webp(width: Int, height: Int) -> [UInt8] {
    func three(_ value: Int) -> [UInt8] { (0..<3).map { UInt8((value - 1) >> ($0 * 8) & 255) } }
    let body =
      Array("WEBPVP8X".utf8) + [10, 0, 0, 0, 0, 0, 0, 0] + three(width) + three(height)
      + Array("VP8L".utf8) + [6, 0, 0, 0, 0x2F, 0xFF, 0xFF, 0xFF, 0x0F, 0]
    return Array("RIFF".utf8) + [UInt8(body.count & 255), UInt8(body.count >> 8), 0, 0] + body
  }

  /// A TIFF of 20 × 10 grey pixels with changed `tags`.
  private static func tiff(_ tags: [UInt32: UInt32], next: UInt32 = 0) -> [UInt8] {
    func word(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(value >> ($0 * 8) & 255) } }
    var entries: [UInt32: UInt32] = [
      256: 20, 257: 10, 258: 8, 259: 1, 262: 1, 273: 400, 277: 1, 278: 10, 279: 200,
    ]
    entries.merge(tags) { $1 }
    var file: [UInt8] = [0x49, 0x49, 42, 0] + word(8) + [UInt8(entries.count), 0]
    for (tag, value) in entries.sorted(by: { $0.key < $1.key }) {
      file += [UInt8(tag & 255), UInt8(tag >> 8), 4, 0] + word(1) + word(value)
    }
    file += word(next)
    return file + Array(repeating: 128, count: 600 - file.count)
  }

  static func svg(_ inner: String) -> [UInt8] {
    Array(
      ("<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' width='400' height='300'>"
        + "\(inner)</svg>").utf8)
  }

  private static func copies() -> String {
    let levels = (1...10).map { level in
      "<g id='g\(level)'>\(String(repeating: "<use href='#g\(level - 1)'/>", count: 10))</g>"
    }
    return "<defs><rect id='g0' width='9' height='9'/>\(levels.joined())</defs><use href='#g10'/>"
  }

  private static let pattern =
    "<pattern id='p' width='9' height='9' patternUnits='userSpaceOnUse'>"
    + "<rect width='9' height='9' fill='url(#p)'/></pattern><rect width='400' height='300' fill='url(#p)'/>"

  private static let blur =
    "<filter id='f' x='-1000' y='-1000' width='9999' height='9999'><feGaussianBlur stdDeviation='1e9'/>"
    + "<feMorphology operator='dilate' radius='1e9'/></filter><rect width='9' height='9' filter='url(#f)'/>"

  private static let entities: [UInt8] = {
    let levels = (1...9).map { level in
      "<!ENTITY e\(level) '\(String(repeating: "&e\(level - 1);", count: 10))'>"
    }
    return Array(
      ("<!DOCTYPE svg [<!ENTITY e0 'laugh'>\(levels.joined())]>"
        + "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><text>&e9;</text></svg>").utf8)
  }()

  /// Drawings that try to fetch from `port` on this machine, or to read its files.
  static func curious(port: UInt16) -> [ImageBomb] {
    let address = "http://127.0.0.1:\(port)"
    let green = "<rect width='400' height='300' fill='#0f0'/>"
    let inner = [
      ("a script", "<script href='\(address)/a.js'>fetch('\(address)/a')</script>"),
      ("a picture from the web", "<image href='\(address)/b.png' width='400' height='300'/>"),
      ("a picture from the disk", "<image xlink:href='file:///etc/passwd' width='400' height='300'/>"),
      (
        "a style sheet", "<style>@import url('\(address)/c.css');rect{fill:url('\(address)/d.svg#x')}</style>"
      ),
      ("a part of another drawing", "<use xlink:href='\(address)/e.svg#a'/>"),
      (
        "a page inside a drawing",
        "<foreignObject width='9' height='9'><iframe src='\(address)/f'/></foreignObject>"
      ),
      (
        "text of another file", "<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='\(address)/g'/>"
      ),
      (
        "a drawing inside a drawing",
        "<image href=\"data:image/svg+xml,&lt;svg xmlns='http://www.w3.org/2000/svg'&gt;"
          + "&lt;image href='\(address)/h'/&gt;&lt;/svg&gt;\" width='9' height='9'/>"
      ),
    ]
    let external =
      "<!DOCTYPE svg SYSTEM '\(address)/i.dtd' [<!ENTITY x SYSTEM '\(address)/j'>"
      + "<!ENTITY % y SYSTEM '\(address)/k'> %y; <!ENTITY z SYSTEM 'file:///etc/passwd'>]>"
      + "<svg xmlns='http://www.w3.org/2000/svg' width='400' height='300'>\(green)<desc>&x;&z;</desc></svg>"
    return inner.map { ImageBomb($0.0, svg(green + $0.1)) } + [
      ImageBomb("entities elsewhere", Array(external.utf8))
    ]
  }
}
