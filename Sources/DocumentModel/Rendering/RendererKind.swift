/// The library of the worker that opens a content.
public enum RendererKind: String, Hashable, Sendable, Codable, CaseIterable {
  /// poppler-glib and cairo.
  case pdf
  /// libvips, one page; only its loaders for untrusted data.
  case image

  /// The library's name, which a worker reports in front of its version: "poppler 22.12.0".
  public var library: String {
    switch self {
    case .pdf: "poppler"
    case .image: "libvips"
    }
  }
}
