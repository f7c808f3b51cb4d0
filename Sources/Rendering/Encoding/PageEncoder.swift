import DocumentModel

/// Encodes pixels as an image file.
///
/// The encoders are reused between calls. Used by one thread.
final class PageEncoder {
  /// Text and drawings have more pixels than this to a byte of PNG, photographs and scans fewer.
  private static let pixelsPerByte = 5
  /// A PNG of so few bytes is not worth a second try.
  private static let smallBytes = 24_000

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

  /// The encoded image, in the format that suits the pixels when `format` is nil.
  ///
  /// Throws `.renderMemory`.
  func encode(
    _ pixels: PixelBuffer, preferring format: ImageFormat?, quality: ImageQuality = .color
  ) throws(DocumentError) -> (format: ImageFormat, bytes: [UInt8]) {
    if let format { return (format, try encode(pixels, as: format, quality: quality)) }
    let exact = try encode(pixels, as: .png, quality: quality)
    let isPicture = exact.count > max(Self.smallBytes, pixels.width * pixels.height / Self.pixelsPerByte)
    guard isPicture else { return (.png, exact) }
    let small = try encode(pixels, as: .webp, quality: quality)
    return small.count < exact.count / 2 ? (.webp, small) : (.png, exact)
  }

  /// The encoders' only error: with legal pixels nothing but memory can fail.
  static func outOfMemory(_ format: ImageFormat) -> DocumentError {
    DocumentError(.renderMemory, "there is not enough memory to write the image as \(format.rawValue)")
  }
}
