/// The colours that an image keeps.
public enum ImageQuality: String, Hashable, Sendable, Codable, CaseIterable {
  /// All colours.
  case color
  /// Lightness only.
  case gray
  /// Black and white only.
  case bitonal
}
