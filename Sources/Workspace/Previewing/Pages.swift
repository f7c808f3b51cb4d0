public import DocumentModel
import Logging

/// Previews, pages, texts and small pictures of documents.
public struct Pages: UsesServices {
  let documents: Documents
  /// Lets one board at a time have all its documents open.
  let boards = KeyedLock<Int>()

  var services: Services { documents.services }
  var tree: Tree { documents.tree }

  /// The preview of a document.
  ///
  /// A document that cannot be opened has a reason, not an error.
  public func preview(
    of known: Document, priority: RenderPriority = .visible
  ) async throws(DocumentError) -> DocumentPreview {
    let document: Document
    let content: any ReadableContent
    do throws(DocumentError) {
      (document, content) = try await tree.current(known)
    } catch  where [.contentMissing, .contentUnreadable, .unfitPackage].contains(error.code) {
      return preview(of: known, missing: error)
    }
    return await preview(of: document, content) { () async throws(DocumentError) in
      try await showing(document) { source throws(DocumentError) in
        try await self.renderer.inspect(source, priority: priority)
      }
    }
  }

  func preview(
    of document: Document, _ content: any ReadableContent,
    inspect: () async throws(DocumentError) -> InspectedDocument
  ) async -> DocumentPreview {
    let identification = await identify(content, hash: document.sha256, named: document.location.name)
    let registry = types.current
    let kind = kind(of: document)
    // A text chosen as the handler is read, not shown as pages.
    let renderer = kind == .text ? nil : registry.renderer(for: document.type)
    var inspected: InspectedDocument?
    var reason = Self.reason(
      against: document, renderer: renderer, kind: kind)
    if renderer != nil, reason == nil {
      do throws(DocumentError) {
        inspected = try await inspect()
      } catch {
        reason = error
      }
    }
    return DocumentPreview(
      kind: inspected == nil && renderer != nil ? .icon : kind, inspected: inspected, reason: reason,
      identification: identification, renderer: renderer,
      handler: documents.openers(of: document).first, isHandlerChosen: isHandlerChosen(document))
  }

  private func kind(of document: Document) -> PreviewKind {
    let registry = types.current
    let chosen = registry.rankedOpeners(for: document.type).first {
      $0.handler.identifier == document.metadata.handler && $0.handler.url == nil
    }
    let isText = chosen.map { registry.previewKind(for: $0.contentType) == .text } ?? false
    return isText ? .text : registry.previewKind(for: document.type)
  }

  private func isHandlerChosen(_ document: Document) -> Bool {
    documents.openers(of: document).first.map { $0.identifier == document.metadata.handler } ?? false
  }

  private func preview(of document: Document, missing reason: DocumentError) -> DocumentPreview {
    let registry = types.current
    return DocumentPreview(
      kind: .icon, inspected: nil, reason: reason,
      identification: registry.identify(
        name: document.location.name, head: [], size: document.size, sniffed: nil),
      renderer: registry.renderer(for: document.type), handler: documents.openers(of: document).first,
      isHandlerChosen: isHandlerChosen(document))
  }

  /// Why a document cannot be shown that need not be opened to know it.
  private static func reason(
    against document: Document, renderer: RendererKind?, kind: PreviewKind
  ) -> DocumentError? {
    if document.size == 0, kind != .text {
      return DocumentError(.damaged, "the document is empty: it has no bytes")
    }
    guard renderer == nil, kind == .icon else { return nil }
    return DocumentError(.notShowable, "there is no way yet to show a document of type \(document.type)")
  }

  /// A document opened for its pages.
  ///
  /// Throws `.notShowable` for a type that has no pages, and what opening the document throws.
  public func pages(
    of known: Document, priority: RenderPriority = .visible
  ) async throws(DocumentError) -> DocumentPages {
    let (document, content) = try await tree.current(known)
    return try await pages(of: document, try source(of: document, content), priority)
  }

  /// A document opened for one of its pages.
  ///
  /// Throws as ``pages(of:priority:)``, and `.notFound` for a page that is not there.
  public func page(
    _ number: Int, of known: Document, priority: RenderPriority = .visible
  ) async throws(DocumentError) -> DocumentPage {
    let (document, content) = try await tree.current(known)
    let source = try source(of: document, content)
    let pages = try await pages(of: document, source, priority)
    if let listed = try pages.facts.page(number) { return DocumentPage(pages: pages, facts: listed) }
    let facts = try await renderer.inspect(page: number, of: source, priority: priority)
    return DocumentPage(pages: pages, facts: facts)
  }

  private func pages(
    of document: Document, _ source: RenderSource, _ priority: RenderPriority
  ) async throws(DocumentError) -> DocumentPages {
    let facts = try await renderer.inspect(source, priority: priority).facts
    return DocumentPages(document: document, facts: facts, renderer: source.kind)
  }

  /// (A part of) a page as an image.
  ///
  /// Throws `.notShowable` for a type that has no pages.
  public func page(
    _ request: RenderRequest, of document: Document, priority: RenderPriority = .visible
  ) async throws(DocumentError) -> RenderedPage {
    try await showing(document) { source throws(DocumentError) in
      try await renderer.render(request, of: source, priority: priority)
    }
  }

  /// How large a page is drawn that somebody wants so large; its natural size when `wanted` is nil.
  ///
  /// A picture of an image is larger than the image only where `isEnlarged`.
  public func size(
    ofPage page: Int, of document: Document, wanted: RenderRequest.Size?, isEnlarged: Bool,
    priority: RenderPriority = .visible
  ) async throws(DocumentError) -> RenderRequest.Size {
    let isEnlarged = isEnlarged || isDrawing(document.type)
    // Without opening the document; drawing it refuses a page that is not there.
    if let wanted, let kind = types.current.renderer(for: document.type),
      NaturalSize.isAnySize(of: kind, isEnlarged: isEnlarged)
    {
      return wanted
    }
    return try await showing(document) { source throws(DocumentError) in
      try await NaturalSize(renderer: renderer, priority: priority)
        .size(ofPage: page, of: source, wanted: wanted, isEnlarged: isEnlarged)
    }
  }

  func isDrawing(_ type: TypeIdentifier) -> Bool { types.current.conforms(type, to: .svg) }

  /// The words and links of a page.
  ///
  /// Throws `.notShowable` for a type that has no pages.
  public func text(ofPage page: Int, of document: Document) async throws(DocumentError) -> PageText {
    try await showing(document) { source throws(DocumentError) in
      try await renderer.text(ofPage: page, of: source)
    }
  }

  /// The first page in at most `size` by `size` pixels, or an icon where the page cannot be shown, whatever the reason; of a
  /// board the page that it becomes as a PDF.
  ///
  /// Throws only what says nothing of the page and passes: `.busy`, `.contentChanged` when somebody writes to the document
  /// at each try, `.contentMissing` while its file is away, `.notFound` when the document is.
  public func thumbnail(
    of document: Document, size: Int, format: ImageFormat, priority: RenderPriority = .near
  ) async throws(DocumentError) -> DocumentThumbnail {
    let isBoard = types.current.conforms(document.type, to: .board)
    guard isBoard || types.current.renderer(for: document.type) != nil else {
      return .icon(icon(of: document, size))
    }
    do {
      if isBoard {
        return try await boardThumbnail(of: document, size: size, format: format, priority: priority)
      }
      return try await showing(document) { source throws(DocumentError) in
        let fitting = try await NaturalSize(renderer: renderer, priority: priority)
          .size(ofPage: 1, of: source, wanted: .fit(width: size, height: size), isEnlarged: false)
        let request = RenderRequest(page: 1, size: fitting, format: format)
        return .page(try await renderer.render(request, of: source, priority: priority))
      }
    } catch  where ![.busy, .notFound, .contentMissing, .contentChanged].contains(error.code) {
      log.debug("thumbnail became an icon", metadata: ["document": "\(document.id)", "reason": "\(error)"])
      return .icon(icon(of: document, size))
    }
  }

  /// Lets a document be drawn again that is left alone because it ended the renderer more than once.
  public func release(_ document: Document) async {
    await renderer.release(document.sha256)
    log.notice("a document was released from quarantine", metadata: ["document": "\(document.id)"])
  }

  private func icon(of document: Document, _ size: Int) -> String {
    types.current.icon(for: document.type, fileExtension: document.location.name.fileExtension, size: size)
  }

  /// Runs `body` on the content of a document as it is now, and again when it was written to meanwhile.
  private func showing<Value>(
    _ known: Document, _ body: (RenderSource) async throws(DocumentError) -> Value
  ) async throws(DocumentError) -> Value {
    for _ in 1..<Self.readings {
      do throws(DocumentError) {
        return try await body(try await source(of: known))
      } catch  where error.code == .contentChanged {
        continue
      }
    }
    return try await body(try await source(of: known))
  }

  /// How often a document that is being written to is read before it is refused.
  private static let readings = 3

  private func source(of known: Document) async throws(DocumentError) -> RenderSource {
    let (document, content) = try await tree.current(known)
    return try source(of: document, content)
  }

  func source(
    of document: Document, _ content: any ReadableContent
  ) throws(DocumentError) -> RenderSource {
    try types.current.source(of: content, hash: document.sha256, type: document.type)
  }
}
