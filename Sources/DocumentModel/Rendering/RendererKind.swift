/// Which library of the worker opens a content.
public enum RendererKind: String, Hashable, Sendable, Codable, CaseIterable {
  /// poppler-glib and cairo.
  case pdf
  /// libvips, one page; only its loaders for untrusted data.
  case image
}
