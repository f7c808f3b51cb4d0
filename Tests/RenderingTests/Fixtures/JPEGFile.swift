@testable import Rendering

/// JPEGs of the product's own encoder, with metadata as other programs write it.
enum JPEGFile {
  /// The upper left quarter red, the rest blue.
  static func quarter(width: Int, height: Int) throws -> [UInt8] {
    let pixels = try PixelBuffer(width: width, height: height)
    let words = pixels.bytes.bindMemory(to: UInt32.self)
    for y in 0..<height {
      for x in 0..<width { words[y * width + x] = x < width / 2 && y < height / 2 ? 0xFF0000 : 0x0000FF }
    }
    return try JPEGEncoder().encode(pixels)
  }

  /// Adds EXIF with an orientation.
  static func turned(_ jpeg: [UInt8], orientation: UInt8) -> [UInt8] {
    let directory: [UInt8] = [
      0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0, 0, 0,
    ]
    let body = Array("Exif\0\0".utf8) + directory
    let length = UInt16(body.count + 2)
    return Array(jpeg.prefix(2)) + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + body
      + jpeg.dropFirst(2)
  }
}
