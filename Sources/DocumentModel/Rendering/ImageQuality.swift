/// How much of a page's colour an image keeps.
public enum ImageQuality: String, Hashable, Sendable, Codable, CaseIterable {
  /// All of it.
  case color
  /// Lightness only.
  case gray
  /// Black or white, and nothing between.
  case bitonal
}
