import DocumentModel
import Glibc

/// Opaque pixels in memory, as cairo and the encoders want them: four bytes each, blue, green, red, unused.
///
/// Rows follow each other without gaps. Used by one thread.
final class PixelBuffer {
  /// Width in pixels, positive.
  let width: Int
  /// Height in pixels, positive.
  let height: Int
  /// The bytes of all rows.
  let bytes: UnsafeMutableRawBufferPointer

  /// Bytes from one row to the next.
  var stride: Int { width * 4 }

  /// A white image.
  ///
  /// Throws `.renderMemory` when there is no room for it.
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

  /// Whether blue, green and red are the same everywhere.
  ///
  /// Stops at the first row where they are not.
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

  /// The colour at a place: red, green, blue.
  subscript(x: Int, y: Int) -> (red: UInt8, green: UInt8, blue: UInt8) {
    let offset = y * stride + x * 4
    return (bytes[offset + 2], bytes[offset + 1], bytes[offset])
  }
}
