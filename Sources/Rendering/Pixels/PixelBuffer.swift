import DocumentModel
import Glibc

/// Opaque pixels in memory in cairo's and the encoders' format: four bytes each, blue, green, red, unused.
///
/// Rows are contiguous. Used by one thread.
final class PixelBuffer {
  /// Width in pixels, positive.
  let width: Int
  /// Height in pixels, positive.
  let height: Int
  let bytes: UnsafeMutableRawBufferPointer

  var stride: Int { width * 4 }

  /// A white image.
  ///
  /// Throws `.renderMemory`.
  init(width: Int, height: Int) throws(DocumentError) {
    let count = width * height * 4
    guard let memory = malloc(count) else {
      throw DocumentError(.renderMemory, "there is not enough memory for \(width) × \(height) pixels")
    }
    memset(memory, 0xFF, count)
    self.width = width
    self.height = height
    bytes = UnsafeMutableRawBufferPointer(start: memory, count: count)
  }

  deinit {
    free(bytes.baseAddress)
  }

  /// Whether blue, green and red are equal in all pixels; stops at the first row where they are not.
  func isGrey() -> Bool {
    let pixels = UnsafeRawBufferPointer(bytes).bindMemory(to: UInt32.self)
    for row in 0..<height {
      var difference: UInt32 = 0
      for index in row * width..<(row + 1) * width {
        // Compares green with blue and red with green at once.
        difference |= pixels[index] ^ (pixels[index] >> 8)
      }
      if difference & 0xFFFF != 0 { return false }
    }
    return true
  }

  subscript(x: Int, y: Int) -> (red: UInt8, green: UInt8, blue: UInt8) {
    let offset = y * stride + x * 4
    return (bytes[offset + 2], bytes[offset + 1], bytes[offset])
  }
}
