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
