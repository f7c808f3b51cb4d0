import DocumentModel

extension PixelBuffer {
  /// The lightness from which a pixel of a bitonal image is white, of 255.
  ///
  /// The threshold is fixed, without dithering: letters keep sharp edges and files are a tenth of the size. Each
  /// pixel depends on itself alone, so tiles join without seams.
  static let whiteThreshold: UInt32 = 128

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
