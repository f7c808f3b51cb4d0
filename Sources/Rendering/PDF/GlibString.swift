import CDrawing

enum GlibString {
  /// Copies and frees a string that the caller owns.
  static func take(_ text: UnsafeMutablePointer<CChar>?) -> String? {
    guard let text else { return nil }
    defer { g_free(text) }
    return String(cString: text)
  }
}
