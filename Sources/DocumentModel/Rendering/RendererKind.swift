/// The library of the worker that opens a content.
public enum RendererKind: String, Hashable, Sendable, Codable, CaseIterable {
  /// poppler-glib and cairo.
  case pdf
  /// libvips, one page; only its loaders for untrusted data.
  case image
  /// LibRaw and libvips: the preview in a raw image of a camera.
  case raw
  /// Pango: lines as they were written, in a typewriter face.
  case text
  /// Pango: the same with numbered lines.
  case code
  /// Pango and cmark-gfm.
  case markdown
  /// Pango: separated values as a ruled table.
  case table
  /// Pango, GMime and libxml2: messages, their attachments by name.
  case mail
  /// FreeType and Pango: a font shown by its own letters.
  case font
  /// Pango: the first bytes of a file that nothing else opens.
  case bytes

  /// Whether a page also depends on the language of the text (``RenderSource/language``).
  public var dependsOnLanguage: Bool { self == .code || self == .table }

  /// Whether a content without bytes has a page: an empty text is one.
  public var opensEmptyContents: Bool { [.text, .code, .markdown, .table].contains(self) }

  /// Whether a page is made of pixels, and one unit is one of them; pages of the other kinds are vectors in
  /// points.
  public var hasPixels: Bool { self == .image || self == .raw }

  /// The library's name, which a worker reports in front of its version: "poppler 22.12.0".
  public var library: String {
    switch self {
    case .pdf: "poppler"
    case .image, .raw: "libvips"
    case .text, .code, .markdown, .table, .mail, .font, .bytes: "pango"
    }
  }
}
