/// The way a document is shown before a handler opens it.
public enum PreviewKind: String, Hashable, Sendable, Codable, CaseIterable {
  /// Page by page, as pictures from a worker.
  case pages
  /// Sound or film, played by the browser.
  case media
  /// As text.
  case text
  /// As a list of its entries.
  case archive
  /// No preview: an icon, the name and the facts.
  case icon

  /// The preview of a type: pages if a worker can draw it, else the nearest entry of the registry's table, else an
  /// icon.
  public static func of(_ type: TypeIdentifier, _ registry: FileTypeRegistry) -> PreviewKind {
    registry.previewKind(for: type)
  }
}

extension FileTypeRegistry {
  /// The library of the worker that opens the type; nil when none does.
  ///
  /// The nearest type counts: a movie is data, but it is played, and not shown byte by byte.
  public func renderer(for type: TypeIdentifier) -> RendererKind? {
    let ancestors = ancestors(of: type)
    guard let renderer = renderers.nearest(ancestors: ancestors) else { return nil }
    guard let preview = previews.nearest(ancestors: ancestors) else { return renderer.value }
    let isBytes = renderer.value == .bytes
    return preview.steps < renderer.steps || (isBytes && preview.steps == renderer.steps)
      ? nil : renderer.value
  }

  /// The preview of documents of the type.
  public func previewKind(for type: TypeIdentifier) -> PreviewKind {
    if pageSource(for: type) != nil { return .pages }
    return previews.value(ancestors: ancestors(of: type)) ?? .icon
  }

  /// The visual family of the type.
  public func family(of type: TypeIdentifier) -> TypeFamily {
    families.value(ancestors: ancestors(of: type)) ?? .data
  }
}
