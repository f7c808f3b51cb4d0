import DocumentModel

/// Encodes pixels as an image file.
///
/// The encoders are reused between calls. Used by one thread.
final class PageEncoder {
  private let png = PNGEncoder()
  private let jpeg = JPEGEncoder()
  private let webp = WebPEncoder()

  /// The encoded image.
  ///
  /// - Parameter quality: the reduction already applied to the pixels; it allows one bit per pixel in a bitonal PNG.
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

  /// The encoders' only error: with legal pixels nothing but memory can fail.
  static func outOfMemory(_ format: ImageFormat) -> DocumentError {
    DocumentError(.renderMemory, "there is not enough memory to write the image as \(format.rawValue)")
  }
}
