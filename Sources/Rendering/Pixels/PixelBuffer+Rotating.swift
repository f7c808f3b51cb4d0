import DocumentModel
import Glibc

extension PixelBuffer {
  /// The grey pixels rotated clockwise about their middle, on white, with all four corners; this image itself for 0 degrees.
  ///
  /// Each pixel is a mean of four, by their nearness. Throws `.renderMemory`.
  func rotated(by degrees: Double) throws(DocumentError) -> PixelBuffer {
    guard degrees != 0 else { return self }
    let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
    let (w, h) = (Double(width), Double(height))
    let result = try PixelBuffer(
      width: min(RenderRequest.maximumSide, Int((w * abs(cosine) + h * abs(sine)).rounded(.up))),
      height: min(RenderRequest.maximumSide, Int((w * abs(sine) + h * abs(cosine)).rounded(.up))))
    let target = result.bytes.bindMemory(to: UInt32.self)
    for y in 0..<result.height {
      let dy = Double(y) + 0.5 - Double(result.height) / 2
      // The place in this image of the row's first pixel; the next ones follow in even steps.
      let dx = 0.5 - Double(result.width) / 2
      var (fromX, fromY) = (dx * cosine + dy * sine + w / 2 - 0.5, -dx * sine + dy * cosine + h / 2 - 0.5)
      for place in y * result.width..<(y + 1) * result.width {
        if fromX > -1, fromY > -1, fromX < w, fromY < h {
          target[place] = 0xFF00_0000 | grey(fromX, fromY) * 0x01_01_01
        }
        fromX += cosine
        fromY -= sine
      }
    }
    return result
  }

  private func grey(_ x: Double, _ y: Double) -> UInt32 {
    let (left, top) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
    let (right, bottom) = (Int((x - Double(left)) * 256), Int((y - Double(top)) * 256))
    let upper = value(left, top) * (256 - right) + value(left + 1, top) * right
    let lower = value(left, top + 1) * (256 - right) + value(left + 1, top + 1) * right
    return UInt32((upper * (256 - bottom) + lower * bottom) >> 16)
  }

  /// White outside of the image.
  private func value(_ x: Int, _ y: Int) -> Int {
    guard x >= 0, y >= 0, x < width, y < height else { return 0xFF }
    return Int(bytes[y * stride + x * 4])
  }
}
