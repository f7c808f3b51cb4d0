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
}

// MARK: - From a type to its pages

extension FileTypeRegistry {
  /// The pages of a type, by the part that makes them.
  public enum PageSource: Hashable, Sendable {
    /// A library of the worker draws them.
    case renderer(RendererKind)
    /// A program makes a file of the document that the worker draws.
    case converter(ConverterKind)

    /// The library of the worker that draws the pages.
    public var renderer: RendererKind {
      switch self {
      case .renderer(let kind): kind
      case .converter(let kind): kind.renderer
      }
    }

    /// Whether a document without bytes has a page.
    public var opensEmptyContents: Bool {
      if case .renderer(let kind) = self { kind.opensEmptyContents } else { false }
    }

    /// The program that makes a PDF or PNG of the document; nil where none is needed.
    public var converter: ConverterKind? {
      if case .converter(let kind) = self { kind } else { nil }
    }
  }

  /// The way to pages of the type; nil when there is none now.
  ///
  /// A converter goes before a library that is as near: a web page is shown as a page, and as code without its converter.
  public func pageSource(for type: TypeIdentifier) -> PageSource? {
    if let converter = converter(for: type), available.contains(converter) { return .converter(converter) }
    return renderer(for: type).map(PageSource.renderer)
  }

  /// The way to pages of the type.
  ///
  /// Throws `.converterMissing` for a type that only a missing converter could show, and `.notShowable` for one that
  /// nothing shows.
  public func requiredPageSource(for type: TypeIdentifier) throws(DocumentError) -> PageSource {
    if let source = pageSource(for: type) { return source }
    throw converter(for: type)?.missing
      ?? DocumentError(.notShowable, "a document of type \(type) has no pages to show")
  }

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

  /// The converter for documents of the type, whether it is there or not; nil where something nearer shows them.
  public func converter(for type: TypeIdentifier) -> ConverterKind? {
    let ancestors = ancestors(of: type)
    guard let converter = converters.nearest(ancestors: ancestors) else { return nil }
    let nearer = [
      renderers.nearest(ancestors: ancestors)?.steps, previews.nearest(ancestors: ancestors)?.steps,
    ]
    .compactMap(\.self).contains { $0 < converter.steps }
    return nearer ? nil : converter.value
  }

  /// The converter without which documents of the type have no pages; nil when they have some, or none could help.
  public func missingConverter(for type: TypeIdentifier) -> ConverterKind? {
    pageSource(for: type) == nil ? converter(for: type) : nil
  }

  /// The program that makes PDFs, or frames and waveforms, of documents of the type, and whether it is there.
  ///
  /// Nil for a type that needs none.
  public func program(for type: TypeIdentifier) -> (name: String, isThere: Bool)? {
    let kind =
      previewKind(for: type) == .media
      ? .media : pageSource(for: type)?.converter ?? missingConverter(for: type)
    return kind.map { ($0.program, available.contains($0)) }
  }

  /// The extension by which a converter knows documents of the type.
  public func converterExtension(for type: TypeIdentifier) -> String { preferredExtension(of: type) ?? "bin" }

  /// A content of a type for `kind`, the library that opens it.
  public func source(
    of content: any ReadableContent, hash: ContentHash, type: TypeIdentifier, for kind: RendererKind
  ) -> RenderSource {
    RenderSource(
      content: content, hash: hash, kind: kind,
      language: kind.dependsOnLanguage ? languageExtension(of: type) : nil)
  }

  /// The preview of documents of the type.
  ///
  /// It is pages where there is a way to them, else the nearest entry of the registry's table, else an icon.
  public func previewKind(for type: TypeIdentifier) -> PreviewKind {
    if pageSource(for: type) != nil { return .pages }
    return previews.value(ancestors: ancestors(of: type)) ?? .icon
  }

  /// Whether documents of the type can be played: by a browser as they are, or converted where the program for that is there.
  public func isPlayable(_ type: TypeIdentifier) -> Bool {
    previewKind(for: type) == .media
      && (available.contains(.media) || ancestors(of: type).keys.contains(where: catalog.played.contains))
  }

  /// Whether more than an icon can be shown of documents of the type, as far as the type tells (spec documents QL-4).
  ///
  /// - Parameter isEmpty: whether the document has no bytes, which only a text shows.
  public func isPreviewable(_ type: TypeIdentifier, isEmpty: Bool = false) -> Bool {
    if isEmpty { return pageSource(for: type)?.opensEmptyContents ?? false }
    return switch previewKind(for: type) {
    // A board has no pages, but is drawn as a picture and as a PDF.
    case .icon: conforms(type, to: .board)
    case .media: isPlayable(type)
    case .pages, .text, .archive: true
    }
  }

  /// The visual family of the type.
  public func family(of type: TypeIdentifier) -> TypeFamily {
    families.value(ancestors: ancestors(of: type)) ?? .data
  }
}
