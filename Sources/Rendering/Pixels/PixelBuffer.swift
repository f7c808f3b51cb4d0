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

// MARK: - Cutting

extension PixelBuffer {
  /// Copies the part of this image, which covers `area` of a page, that lies within `wanted` to `target`.
  func copy(_ area: PixelRectangle, to target: PixelBuffer, covering wanted: PixelRectangle) {
    guard let common = area.intersection(wanted) else { return }
    for row in common.top..<common.bottom {
      let from = (row - area.top) * stride + (common.left - area.left) * 4
      let to = (row - wanted.top) * target.stride + (common.left - wanted.left) * 4
      let source = UnsafeRawBufferPointer(rebasing: bytes[from..<from + common.width * 4])
      UnsafeMutableRawBufferPointer(rebasing: target.bytes[to..<to + common.width * 4])
        .copyMemory(from: source)
    }
  }
}

// MARK: - Turning

extension PixelBuffer {
  /// Side of the block that is copied at a time, in pixels; its rows and columns fit into the first-level cache.
  private static let blockSide = 32

  /// The pixels mirrored left to right if `isMirrored`, then rotated; this image itself when neither applies.
  ///
  /// Pixels are moved, never computed. Throws `.renderMemory`.
  func turned(_ turn: QuarterTurn, isMirrored: Bool = false) throws(DocumentError) -> PixelBuffer {
    guard turn != .none || isMirrored else { return self }
    let result = try PixelBuffer(
      width: turn.swapsSides ? height : width, height: turn.swapsSides ? width : height)
    let steps = PixelSteps(width: width, height: height, turn: turn, isMirrored: isMirrored)
    for top in Swift.stride(from: 0, to: result.height, by: Self.blockSide) {
      for left in Swift.stride(from: 0, to: result.width, by: Self.blockSide) {
        copyBlock(to: result, left: left, top: top, steps)
      }
    }
    return result
  }

  private func copyBlock(to result: PixelBuffer, left: Int, top: Int, _ steps: PixelSteps) {
    let source = bytes.bindMemory(to: UInt32.self)
    let target = result.bytes.bindMemory(to: UInt32.self)
    let right = min(result.width, left + Self.blockSide)
    for y in top..<min(result.height, top + Self.blockSide) {
      var from = steps.start + y * steps.down + left * steps.right
      for place in y * result.width + left..<y * result.width + right {
        target[place] = source[from]
        from += steps.right
      }
    }
  }
}

/// The source index of each rotated pixel: `start + x * right + y * down`.
///
///     as it is    mirrored    turned right    mirrored, then turned right
///       1 2         2 1           3 1                 4 2
///       3 4         4 3           4 2                 3 1
private struct PixelSteps {
  let start: Int
  let right: Int
  let down: Int

  init(width: Int, height: Int, turn: QuarterTurn, isMirrored: Bool) {
    // The corners and steps of the mirrored image before rotation.
    let step = isMirrored ? -1 : 1
    let left = isMirrored ? width - 1 : 0
    let opposite = width - 1 - left
    let bottom = (height - 1) * width
    (start, right, down) =
      switch turn {
      case .none: (left, step, width)
      case .right: (bottom + left, -width, step)
      case .half: (bottom + opposite, -step, -width)
      case .left: (opposite, width, -step)
      }
  }
}

// MARK: - Colours

extension PixelBuffer {
  /// The lightness from which a pixel of a bitonal image is white, of 255.
  ///
  /// The threshold is fixed, without dithering: letters keep sharp edges and files are a tenth of the size. Each
  /// pixel depends on itself alone, so tiles join without seams.
  private static let whiteThreshold: UInt32 = 128

  func reduce(to quality: ImageQuality) {
    switch quality {
    case .color: break
    case .gray: replaceEach(Self.lightness)
    case .bitonal: replaceEach { Self.lightness(of: $0) >= Self.whiteThreshold ? 0xFF : 0 }
    }
  }

  private func replaceEach(_ value: (UInt32) -> UInt32) {
    let pixels = bytes.bindMemory(to: UInt32.self)
    for index in pixels.indices { pixels[index] = 0xFF00_0000 | value(pixels[index]) * 0x01_01_01 }
  }

  /// The lightness of a pixel, 0 to 255, with JPEG's weights (ITU-R BT.601), so that grey JPEG and PNG are equal.
  private static func lightness(of pixel: UInt32) -> UInt32 {
    let red = pixel >> 16 & 0xFF
    let green = pixel >> 8 & 0xFF
    let blue = pixel & 0xFF
    // The weights 0.299, 0.587 and 0.114 in 65,536ths; their sum is one, so white stays white.
    return (red * 19_595 + green * 38_470 + blue * 7_471 + 32_768) >> 16
  }
}
