import DocumentModel
import Testing

@testable import Rendering

@Suite("Reducing colours") struct ColoursTests {
  private func pixel(_ colour: UInt32, _ quality: ImageQuality) throws -> String {
    let pixels = try PixelBuffer(width: 1, height: 1)
    pixels.bytes.bindMemory(to: UInt32.self)[0] = colour
    pixels.reduce(to: quality)
    return pixels.hex(0, 0)
  }

  @Test(
    "grey is the lightness that JPEG stores",
    arguments: [
      (UInt32(0xFF0000), "4c4c4c"), (0x00FF00, "969696"), (0x0000FF, "1d1d1d"), (0xFFFFFF, "ffffff"),
      (0x000000, "000000"), (0x808080, "808080"),
    ])
  func grey(colour: UInt32, wanted: String) throws {
    #expect(try pixel(colour, .gray) == wanted)
  }

  @Test(
    "bitonal is black below half lightness and white from there on",
    arguments: [
      (UInt32(0x7F7F7F), "000000"), (0x808080, "ffffff"), (0xFF0000, "000000"), (0x00FF00, "ffffff"),
      (0xFFFF00, "ffffff"), (0x0000FF, "000000"),
    ])
  func bitonal(colour: UInt32, wanted: String) throws {
    #expect(try pixel(colour, .bitonal) == wanted)
  }

  @Test("colour is left alone")
  func colour() throws {
    #expect(try pixel(0x123456, .color) == "123456")
  }

  @Test("a bitonal PNG has one bit a pixel and gives every pixel back", arguments: [1, 7, 8, 9, 63, 100])
  func oneBit(width: Int) throws {
    let pixels = try PixelBuffer.gradient(width: width, height: 5)
    pixels.reduce(to: .bitonal)
    let file = try PageEncoder().encode(pixels, as: .png, quality: .bitonal)
    // IHDR's bit depth and colour type.
    #expect(file[24] == 1 && file[25] == 0)
    #expect(try ImageDocument.open(file).drawn().differences(from: pixels) == 0)
  }

  @Test("grey images are stored in one channel", arguments: [ImageFormat.png, .jpg])
  func oneChannel(format: ImageFormat) throws {
    let pixels = try PixelBuffer.gradient(width: 40, height: 30)
    pixels.reduce(to: .gray)
    let file = try PageEncoder().encode(pixels, as: format, quality: .gray)
    if format == .png {
      #expect(file[24] == 8 && file[25] == 0)
    } else {
      // The frame header (SOF0) has 8 bits, the size, and then the number of channels.
      let start = try #require(file.indices.dropLast().first { file[$0] == 0xFF && file[$0 + 1] == 0xC0 })
      #expect(file[start + 4] == 8 && file[start + 9] == 1)
    }
  }
}
