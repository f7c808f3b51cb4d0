/// The formats in which page images are sent.
public enum ImageFormat: String, Hashable, Sendable, Codable, CaseIterable {
  /// Portable Network Graphics: lossless, the default.
  case png
  /// JPEG (quality 85, 4:2:0): fastest to encode.
  case jpg
  /// WebP (quality 80): smallest.
  case webp

  /// Its media type.
  public var mediaType: String {
    switch self {
    case .png: "image/png"
    case .jpg: "image/jpeg"
    case .webp: "image/webp"
    }
  }
}
