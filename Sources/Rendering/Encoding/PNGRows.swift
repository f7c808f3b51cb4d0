import Glibc

/// The samples that a PNG stores for each pixel.
enum PNGSamples {
  /// One bit: black or white.
  case bits
  /// Eight bits of grey.
  case grey
  /// Eight bits each of red, green and blue.
  case colour

  /// Bits of one channel, for IHDR.
  var depth: UInt8 { self == .bits ? 1 : 8 }
  /// IHDR's colour type: greyscale or truecolour.
  var colourType: UInt8 { self == .colour ? 2 : 0 }
  /// Bits of all channels.
  var bitsPerPixel: Int { self == .colour ? 24 : Int(depth) }
}

/// The rows of an image before compression: a filter byte of zero, then the samples.
final class PNGRows {
  let bytes: UnsafeMutableRawBufferPointer

  init(_ pixels: PixelBuffer, as samples: PNGSamples) {
    let rowLength = (pixels.width * samples.bitsPerPixel + 7) / 8 + 1
    bytes = .allocate(byteCount: rowLength * pixels.height, alignment: 16)
    let source = UnsafeRawBufferPointer(pixels.bytes).bindMemory(to: UInt32.self)
    for row in 0..<pixels.height {
      let pixelRow = UnsafeBufferPointer(rebasing: source[row * pixels.width..<(row + 1) * pixels.width])
      let target = UnsafeMutableRawBufferPointer(
        rebasing: bytes[row * rowLength..<(row + 1) * rowLength])
      target[0] = 0
      Self.write(pixelRow, to: UnsafeMutableRawBufferPointer(rebasing: target.dropFirst()), as: samples)
    }
  }

  deinit {
    bytes.deallocate()
  }

  private static func write(
    _ pixels: UnsafeBufferPointer<UInt32>, to target: UnsafeMutableRawBufferPointer, as samples: PNGSamples
  ) {
    switch samples {
    case .bits: writeBits(pixels, to: target)
    case .grey: writeGrey(pixels, to: target)
    case .colour: writeColour(pixels, to: target)
    }
  }

  /// Packs eight pixels into a byte, the leftmost in the highest bit; unused bits of the last byte are black.
  private static func writeBits(
    _ pixels: UnsafeBufferPointer<UInt32>, to samples: UnsafeMutableRawBufferPointer
  ) {
    for place in samples.indices {
      var byte: UInt8 = 0
      for index in place * 8..<min(pixels.count, place * 8 + 8) where pixels[index] & 0x80 != 0 {
        byte |= 0x80 >> UInt8(index & 7)
      }
      samples[place] = byte
    }
  }

  private static func writeGrey(
    _ pixels: UnsafeBufferPointer<UInt32>, to samples: UnsafeMutableRawBufferPointer
  ) {
    for index in pixels.indices {
      samples[index] = UInt8(truncatingIfNeeded: pixels[index])
    }
  }

  /// Packs four pixels into three words; the remaining pixels go byte by byte.
  private static func writeColour(
    _ pixels: UnsafeBufferPointer<UInt32>, to samples: UnsafeMutableRawBufferPointer
  ) {
    let whole = pixels.count & ~3
    for index in stride(from: 0, to: whole, by: 4) {
      let first = redGreenBlue(pixels[index])
      let second = redGreenBlue(pixels[index + 1])
      let third = redGreenBlue(pixels[index + 2])
      let fourth = redGreenBlue(pixels[index + 3])
      let offset = index * 3
      samples.storeBytes(of: first | second << 24, toByteOffset: offset, as: UInt32.self)
      samples.storeBytes(of: second >> 8 | third << 16, toByteOffset: offset + 4, as: UInt32.self)
      samples.storeBytes(of: third >> 16 | fourth << 8, toByteOffset: offset + 8, as: UInt32.self)
    }
    for index in whole..<pixels.count {
      let sample = redGreenBlue(pixels[index])
      for channel in 0..<3 {
        samples[index * 3 + channel] = UInt8(truncatingIfNeeded: sample >> (8 * UInt32(channel)))
      }
    }
  }

  /// A pixel as red, green, blue and zero in memory order, on a little-endian machine.
  private static func redGreenBlue(_ pixel: UInt32) -> UInt32 {
    pixel.byteSwapped >> 8
  }
}
