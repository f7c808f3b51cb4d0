import DocumentModel

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
