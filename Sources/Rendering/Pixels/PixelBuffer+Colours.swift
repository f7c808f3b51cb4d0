import DocumentModel

extension PixelBuffer {
  /// Lightness from which on a pixel of a bitonal image is white, of 255.
  ///
  /// A fixed threshold rather than a dither: letters keep sharp edges, a page becomes a tenth of its size, and a
  /// pixel depends on nothing but itself, so that tiles meet as the page does.
  static let whiteThreshold: UInt32 = 128

  /// Takes from the pixels the colours that `quality` does not keep, in place.
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

  /// Lightness of a pixel as JPEG reckons it (ITU-R BT.601), 0 to 255: a grey JPEG and a grey PNG are the same.
  private static func lightness(of pixel: UInt32) -> UInt32 {
    let red = pixel >> 16 & 0xFF
    let green = pixel >> 8 & 0xFF
    let blue = pixel & 0xFF
    // The weights are 0.299, 0.587 and 0.114 in 65,536ths; they add up to one, so that white stays white.
    return (red * 19_595 + green * 38_470 + blue * 7_471 + 32_768) >> 16
  }
}
