/// How a document is shown before anything else opens it.
public enum PreviewKind: String, Hashable, Sendable, Codable, CaseIterable {
  /// Page by page, as pictures from a worker.
  case pages
  /// Sound or film, played by the browser.
  case media
  /// As text.
  case text
  /// As a list of what is in it.
  case archive
  /// Not at all: an icon, the name and the facts.
  case icon

  /// The preview of a type: pages when a worker can draw it, else what the registry's table says of the nearest
  /// type that it conforms to, else an icon.
  public static func of(_ type: TypeIdentifier, _ registry: FileTypeRegistry) -> PreviewKind {
    registry.previewKind(for: type)
  }
}

extension FileTypeRegistry {
  /// Which library of the worker opens the type; nil when none does.
  public func renderer(for type: TypeIdentifier) -> RendererKind? {
    renderers.value(ancestors: ancestors(of: type))
  }

  /// How a document of the type is shown before anything else opens it.
  public func previewKind(for type: TypeIdentifier) -> PreviewKind {
    if renderer(for: type) != nil { return .pages }
    return previews.value(ancestors: ancestors(of: type)) ?? .icon
  }

  /// What the type looks like.
  public func family(of type: TypeIdentifier) -> TypeFamily {
    families.value(ancestors: ancestors(of: type)) ?? .data
  }
}
