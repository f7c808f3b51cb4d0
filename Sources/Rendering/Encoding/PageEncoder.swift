import DocumentModel

/// Turns pixels into the bytes of an image file.
///
/// Keeps the encoders between calls. Used by one thread.
final class PageEncoder {
  private let png = PNGEncoder()
  private let jpeg = JPEGEncoder()
  private let webp = WebPEncoder()

  /// The encoded image.
  ///
  /// - Parameter quality: what the pixels were reduced to; nothing is reduced here, but one bit is enough for a
  ///   bitonal PNG.
  ///
  /// Throws `.renderMemory`.
  func encode(
    _ pixels: PixelBuffer, as format: ImageFormat, quality: ImageQuality = .color
  ) throws(DocumentError) -> [UInt8] {
    switch format {
    case .png: try png.encode(pixels, isBitonal: quality == .bitonal)
    case .jpg: try jpeg.encode(pixels)
    case .webp: try webp.encode(pixels)
    }
  }

  /// What every encoder says when it fails: all that can go wrong with legal pixels is memory.
  static func outOfMemory(_ format: ImageFormat) -> DocumentError {
    DocumentError(.renderMemory, "there is not enough memory to write the image as \(format.rawValue)")
  }
}
