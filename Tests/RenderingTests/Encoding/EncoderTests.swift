import DocumentModel
import Testing

@testable import Rendering

@Suite("Encoding page images") struct EncoderTests {
  /// Decodes with the other library in the process.
  private func decoded(_ bytes: [UInt8]) throws -> PixelBuffer {
    try ImageDocument.open(bytes).drawn()
  }

  private static let sizes = [(1, 1), (2, 3), (3, 2), (4, 1), (5, 7), (64, 48), (101, 3)]

  @Test("PNG gives every pixel back, in colour and in grey", arguments: sizes, [false, true])
  func exact(size: (Int, Int), isGrey: Bool) throws {
    let pixels = try PixelBuffer.gradient(width: size.0, height: size.1, isGrey: isGrey)
    let back = try decoded(PageEncoder().encode(pixels, as: .png))
    #expect(back.width == size.0 && back.height == size.1)
    var differences = 0
    for y in 0..<size.1 {
      for x in 0..<size.0 where back.hex(x, y) != pixels.hex(x, y) { differences += 1 }
    }
    #expect(differences == 0)
  }

  @Test("JPEG and WebP come back about as they were", arguments: [ImageFormat.jpg, .webp], [false, true])
  func lossy(format: ImageFormat, isGrey: Bool) throws {
    let pixels = try PixelBuffer.gradient(width: 96, height: 64, isGrey: isGrey)
    let back = try decoded(PageEncoder().encode(pixels, as: format))
    #expect(back.width == 96 && back.height == 64)
    for (x, y) in [(8, 8), (48, 32), (88, 56)] {
      let wanted = pixels[x, y]
      let isClose = back.isClose(
        x, y, to: (Int(wanted.red), Int(wanted.green), Int(wanted.blue)), tolerance: 12)
      #expect(isClose, "\(format) at \(x), \(y): \(back.hex(x, y)) for \(pixels.hex(x, y))")
    }
  }

  @Test("a page without colour is stored in one channel")
  func greyIsDetected() throws {
    let encoder = PageEncoder()
    let grey = try encoder.encode(.gradient(width: 40, height: 30, isGrey: true), as: .png)
    let colour = try encoder.encode(.gradient(width: 40, height: 30), as: .png)
    // IHDR's colour type: 0 grey, 2 RGB.
    #expect(grey[25] == 0 && colour[25] == 2)
  }

  @Test("one coloured pixel makes a page coloured, wherever it is")
  func greyIsWhole() throws {
    for place in [0, 19, 20, 399] {
      let pixels = try PixelBuffer(width: 20, height: 20)
      #expect(pixels.isGrey())
      for channel in 0..<3 {
        pixels.bytes[place * 4 + channel] = 254
        #expect(!pixels.isGrey(), "channel \(channel) at \(place)")
        pixels.bytes[place * 4 + channel] = 255
      }
      pixels.bytes[place * 4 + 3] = 0
      #expect(pixels.isGrey(), "the fourth byte means nothing")
    }
  }

  @Test("files begin as their format says", arguments: ImageFormat.allCases)
  func signatures(format: ImageFormat) throws {
    let file = try PageEncoder().encode(PixelBuffer(width: 9, height: 9), as: format)
    let signatures: [ImageFormat: [UInt8]] = [
      .png: [0x89, 0x50, 0x4E, 0x47], .jpg: [0xFF, 0xD8, 0xFF], .webp: Array("RIFF".utf8),
    ]
    #expect(try file.starts(with: #require(signatures[format])))
  }

  @Test("the format that suits them is PNG for flat pixels, and WebP for those of a picture")
  func suited() throws {
    let encoder = PageEncoder()
    let flat = try PixelBuffer(width: 400, height: 300)
    let picture = try PixelBuffer(width: 400, height: 300)
    var random = SystemRandomNumberGenerator()
    for place in picture.bytes.indices { picture.bytes[place] = UInt8.random(in: 100...200, using: &random) }
    #expect(try encoder.encode(flat, preferring: nil) == (.png, encoder.encode(flat, as: .png)))
    let small = try encoder.encode(picture, preferring: nil)
    #expect(small.format == .webp)
    #expect(try small.bytes == encoder.encode(picture, as: .webp))
    #expect(try encoder.encode(picture, preferring: .jpg).format == .jpg)
  }

  @Test("one encoder writes many images")
  func reuse() throws {
    let encoder = PageEncoder()
    let pixels = try PixelBuffer.gradient(width: 30, height: 20)
    for format in ImageFormat.allCases {
      #expect(try encoder.encode(pixels, as: format) == encoder.encode(pixels, as: format))
    }
  }
}
