public import DocumentModel
import LinuxSystem
import Logging
import Synchronization

/// Previews, pages, texts and small pictures of documents.
public struct Pages: UsesServices {
  let documents: Documents
  /// Lets one board at a time have all its documents open.
  let boards = KeyedLock<Int>()
  private let announced = AnnouncedPreviews()

  var services: Services { documents.services }
  var tree: Tree { documents.tree }

  /// The preview of a document.
  ///
  /// A document that cannot be opened has a reason, not an error. Where `mayBeLeading`, the leading pages of a document
  /// are enough while the rest is being made.
  public func preview(
    of known: Document, priority: RenderPriority = .visible, mayBeLeading: Bool = false
  ) async throws(DocumentError) -> DocumentPreview {
    let document: Document
    let content: any ReadableContent
    do throws(DocumentError) {
      (document, content) = try await tree.current(known)
    } catch  where [.contentMissing, .contentUnreadable, .unfitPackage].contains(error.code) {
      return preview(of: known, missing: error)
    }
    return await preview(of: document, content) { () async throws(DocumentError) in
      let drawing: Drawing? = mayBeLeading ? leadingSource : nil
      return try await showing(document, priority, as: drawing) { source throws(DocumentError) in
        (try await self.inspect(source, of: document, priority), source.extent)
      }
    }
  }

  func preview(
    of document: Document, _ content: any ReadableContent,
    inspect: () async throws(DocumentError) -> (InspectedDocument, RenderSource.Extent)
  ) async -> DocumentPreview {
    let identification = await renderer.identify(
      content, hash: document.sha256, named: document.location.name, in: types.current)
    let registry = types.current
    var kind = kind(of: document)
    let pageSource = registry.pageSource(for: document.type)
    var inspected: InspectedDocument?
    var extent = RenderSource.Extent.whole
    var reason = reason(against: document, pageSource, kind)
    if reason == nil, registry.conforms(document.type, to: .board) {
      reason = await unreadable(IdentifiedContent(content: content, hash: document.sha256))
    }
    if pageSource != nil, reason == nil {
      do throws(DocumentError) {
        (inspected, extent) = try await inspect()
      } catch {
        // A text is read also where its pages cannot be shown.
        if Self.leavingCharacters.contains(error.code), isCharacters(document, pageSource) { kind = .text }
        reason = kind == .text ? nil : error
      }
    }
    if isMedia(document.type), reason == nil { reason = await unplayable(document, content) }
    let isShown = kind == .pages ? inspected != nil : kind != .media || reason == nil
    return DocumentPreview(
      kind: isShown ? kind : .icon, inspected: inspected, reason: reason,
      identification: identification, pageSource: pageSource,
      handler: documents.openers(of: document).first, isHandlerChosen: isHandlerChosen(document),
      isText: registry.conforms(document.type, to: .text), extent: extent)
  }

  /// Refusals of a text's pages that leave its characters to be read.
  private static let leavingCharacters: Set<DocumentError.Code> = [
    .damaged, .documentTooLarge, .renderTimeout, .renderMemory, .rendererCrashed, .quarantined,
  ]

  /// Whether a document is read as characters where it is not shown: texts, and web pages without the program for them.
  private func isCharacters(_ document: Document, _ source: FileTypeRegistry.PageSource?) -> Bool {
    switch source {
    case .renderer(let kind): [.text, .code, .markdown, .table].contains(kind)
    case .converter(let kind): kind == .webPage && types.current.conforms(document.type, to: .text)
    case nil: false
    }
  }

  /// Why a board cannot be opened; nil for one that can be.
  private func unreadable(_ board: IdentifiedContent) async -> DocumentError? {
    do throws(DocumentError) {
      _ = try await renderer.readBoard(board)
      return nil
    } catch {
      return error
    }
  }

  /// Why a sound or film cannot be played by any player, or not without the program that converts it.
  ///
  /// Nil where it can be, and where only a player could tell.
  private func unplayable(_ document: Document, _ content: any ReadableContent) async -> DocumentError? {
    guard types.current.available.contains(.media) else {
      return types.current.isPlayable(document.type) ? nil : ConverterKind.media.missing
    }
    do throws(DocumentError) {
      _ = try await mediaFacts(of: document, content, .visible)
      return nil
    } catch {
      return error.code == .damaged ? error : nil
    }
  }

  private static let empty = DocumentError(.damaged, "the document is empty: it has no bytes")

  private func kind(of document: Document) -> PreviewKind {
    documents.chosenOpener(of: document)?.identifier == Handler.text
      ? .text : types.current.previewKind(for: document.type)
  }

  private func isHandlerChosen(_ document: Document) -> Bool {
    documents.chosenOpener(of: document) != nil
  }

  private func preview(of document: Document, missing reason: DocumentError) -> DocumentPreview {
    let registry = types.current
    return DocumentPreview(
      kind: .icon, inspected: nil, reason: reason,
      identification: registry.identify(
        name: document.location.name, head: [], size: document.size, sniffed: nil),
      pageSource: registry.pageSource(for: document.type), handler: documents.openers(of: document).first,
      isHandlerChosen: isHandlerChosen(document),
      isText: registry.conforms(document.type, to: .text))
  }

  /// Why a document cannot be shown that need not be opened to know it.
  private func reason(
    against document: Document, _ source: FileTypeRegistry.PageSource?, _ kind: PreviewKind
  ) -> DocumentError? {
    if document.size == 0, kind != .text, source?.opensEmptyContents != true { return Self.empty }
    guard source == nil, kind == .icon, !types.current.conforms(document.type, to: .board) else { return nil }
    return types.current.missingConverter(for: document.type)?.missing
      ?? DocumentError(.notShowable, "there is no way yet to show a document of type \(document.type)")
  }

  /// A document opened for its pages.
  ///
  /// Throws `.notShowable` for a type that has no pages, and what opening the document throws.
  public func pages(
    of known: Document, priority: RenderPriority = .visible
  ) async throws(DocumentError) -> DocumentPages {
    let (document, content) = try await tree.current(known)
    return try await pages(of: document, try await source(of: document, content, priority), priority)
  }

  /// A document opened for one of its pages.
  ///
  /// Throws as ``pages(of:priority:)``, and `.notFound` for a page that is not there.
  public func page(
    _ number: Int, of known: Document, priority: RenderPriority = .visible
  ) async throws(DocumentError) -> DocumentPage {
    let (document, content) = try await tree.current(known)
    let source = try await source(of: document, content, priority)
    let pages = try await pages(of: document, source, priority)
    if let listed = try pages.facts.page(number) { return DocumentPage(pages: pages, facts: listed) }
    let facts = try await renderer.inspect(page: number, of: source, priority: priority)
    return DocumentPage(pages: pages, facts: facts)
  }

  private func pages(
    of document: Document, _ source: RenderSource, _ priority: RenderPriority
  ) async throws(DocumentError) -> DocumentPages {
    let facts = try await inspect(source, of: document, priority).facts
    return DocumentPages(document: document, facts: facts, renderer: source.kind)
  }

  /// The facts of a document; pages of a spreadsheet or presentation are called as its sheets or slides are.
  func inspect(
    _ source: RenderSource, of document: Document, _ priority: RenderPriority
  ) async throws(DocumentError) -> InspectedDocument {
    let found = try await renderer.inspect(source, priority: priority)
    // The facts may have been kept by the server's own drawing of the first page, which announces nothing.
    if announced.isNew(source.hash) {
      let isWhole = source.extent != .leading
      notices.post(.previewReady(document.sha256, pageCount: found.facts.pageCount, isWhole: isWhole))
    }
    let registry = types.current
    guard source.origin != nil,
      registry.conforms(document.type, to: .spreadsheet)
        || registry.conforms(document.type, to: .presentation)
    else { return found }
    return InspectedDocument(facts: found.facts.labelledByOutline, microseconds: found.microseconds)
  }

  /// The document as a PDF: its own bytes, those that a converter made, or its pages printed.
  ///
  /// Throws as ``page(_:of:priority:)``, and `.documentTooLarge` for more than is printed.
  public func rendition(of known: Document) async throws(DocumentError) -> DocumentRendition {
    try await showing(known, .visible) { source throws(DocumentError) in try await rendition(of: source) }
  }

  func rendition(of source: RenderSource) async throws(DocumentError) -> DocumentRendition {
    let pdf = source.kind == .pdf ? source.content : try await renderer.print(source)
    return DocumentRendition(pdf: pdf, source: source.origin ?? source.hash)
  }

  /// Pages of a rendition as another one, with marks.
  ///
  /// - Parameters:
  ///   - content: the hash of the document's content, which the marks are of.
  ///   - isKept: whether it is made once, and then kept in the cache.
  /// - Throws: `.notFound` for a page that is not there.
  func part(
    _ export: PDFExport, of rendition: DocumentRendition, content: ContentHash, isKept: Bool = false
  ) async throws(DocumentError) -> DocumentRendition {
    let bytes = export.written(of: content)
    guard let hash = ContentHash(bytes: SHA256.hash(bytes)) else {
      throw DocumentError(.storageFailed, "the export could not be hashed")
    }
    let parameters = IdentifiedContent(content: try MemoryContent(bytes), hash: hash)
    let source = RenderSource(content: rendition.pdf, hash: rendition.source, kind: .pdf)
    guard isKept else {
      return DocumentRendition(pdf: try await renderer.export(parameters, of: source.unlocked), source: hash)
    }
    let pdf = try await renditions.kept("searchable", of: content, as: hash) { () throws(DocumentError) in
      try await renderer.export(parameters, of: source.unlocked)
    }
    return DocumentRendition(pdf: pdf, source: hash)
  }

  /// (A part of) a page as an image.
  ///
  /// Throws `.notShowable` for a type that has no pages.
  public func page(
    _ request: RenderRequest, of document: Document, priority: RenderPriority = .visible
  ) async throws(DocumentError) -> RenderedPage {
    try await showing(document, priority, as: source(ofPage: request.page)) { source throws(DocumentError) in
      try await renderer.render(request, of: source, priority: priority)
    }
  }

  /// How large a page is drawn that a client wants so large; its natural size when `wanted` is nil.
  ///
  /// A picture of an image is larger than the image only where `isEnlarged`.
  public func size(
    ofPage page: Int, of document: Document, wanted: RenderRequest.Size?, isEnlarged: Bool,
    priority: RenderPriority = .visible
  ) async throws(DocumentError) -> RenderRequest.Size {
    let isEnlarged = isEnlarged || isDrawing(document.type)
    // Without opening the document; drawing it refuses a page that is not there.
    if let wanted, let source = types.current.pageSource(for: document.type),
      NaturalSize.isAnySize(of: source.renderer, isEnlarged: isEnlarged)
    {
      return wanted
    }
    return try await showing(document, priority, as: source(ofPage: page)) { source throws(DocumentError) in
      try await NaturalSize(renderer: renderer, priority: priority)
        .size(ofPage: page, of: source, wanted: wanted, isEnlarged: isEnlarged)
    }
  }

  func isDrawing(_ type: TypeIdentifier) -> Bool { types.current.conforms(type, to: .svg) }

  /// The words and links of a page.
  ///
  /// Throws `.notShowable` for a type that has no pages.
  public func text(
    ofPage page: Int, of document: Document, priority: RenderPriority = .visible
  ) async throws(DocumentError) -> PageText {
    try await showing(document, priority, as: source(ofPage: page)) { source throws(DocumentError) in
      try await renderer.text(ofPage: page, of: source, priority: priority)
    }
  }

  /// The first page in at most `size` by `size` pixels; of a board the page that it becomes as a PDF.
  ///
  /// An icon where the page cannot be shown, whatever the reason.
  ///
  /// Throws only what says nothing of the page and passes. That is `.busy`, `.contentChanged` when another
  /// program writes to the document at each try, `.contentMissing` while its file is away, `.notFound` when
  /// the document is.
  public func thumbnail(
    of document: Document, size: Int, format: ImageFormat, priority: RenderPriority = .near
  ) async throws(DocumentError) -> DocumentThumbnail {
    let isBoard = types.current.conforms(document.type, to: .board)
    let pageSource = types.current.pageSource(for: document.type)
    // The bytes of a file say less than the icon of its type.
    let isMedia = isMedia(document.type) && types.current.available.contains(.media)
    guard isBoard || isMedia || (pageSource != nil && pageSource != .renderer(.bytes)) else {
      return .icon(icon(of: document, size))
    }
    do {
      if isBoard {
        return try await boardThumbnail(of: document, size: size, format: format, priority: priority)
      }
      let drawing = isMedia ? posterSource : source(ofPage: 1)
      return try await showing(document, priority, as: drawing) { source throws(DocumentError) in
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
    await renditions.release(document.sha256)
    log.notice("a document was released from quarantine", metadata: ["document": "\(document.id)"])
  }

  private func icon(of document: Document, _ size: Int) -> String {
    types.current.icon(for: document.type, fileExtension: document.location.name.fileExtension, size: size)
  }

  /// Runs `body` on the content of a document as it is now, and again when it was written to meanwhile.
  private func showing<Value>(
    _ known: Document, _ priority: RenderPriority, as drawing: Drawing? = nil,
    _ body: (RenderSource) async throws(DocumentError) -> Value
  ) async throws(DocumentError) -> Value {
    let drawing = drawing ?? source
    func attempt() async throws(DocumentError) -> Value {
      // Work that no client waits for leaves the reading of changed files to the pass over the tree.
      let (document, content) = try await tree.current(known, readsChanges: priority > .bulk)
      return try await body(try await drawing(document, content, priority))
    }
    for _ in 1..<Self.readings {
      do throws(DocumentError) {
        return try await attempt()
      } catch  where error.code == .contentChanged {
        continue
      }
    }
    return try await attempt()
  }

  /// Makes a content of a document into something that the worker opens.
  typealias Drawing =
    @Sendable (Document, any ReadableContent, RenderPriority) async throws(DocumentError) -> RenderSource

  /// How often a document that is being written to is read before it is refused.
  private static let readings = 3

  /// A document as something that the worker opens, with the pictures beside it that it shows.
  func source(
    of document: Document, _ content: any ReadableContent, _ priority: RenderPriority
  ) async throws(DocumentError) -> RenderSource {
    let source = try await ownSource(of: document, content, priority)
    return await illustrated(source, in: document.location.folder)
  }

  /// As ``source(of:_:_:)``, or the leading pages while the rest is being made.
  private func leadingSource(
    of document: Document, _ content: any ReadableContent, _ priority: RenderPriority
  ) async throws(DocumentError) -> RenderSource {
    let source = try await ownSource(of: document, content, priority, mayBeLeading: true)
    return await illustrated(source, in: document.location.folder)
  }

  /// As ``source(of:_:_:)``, or the leading pages where a page is one of them; the last of them may be cut off.
  private func source(ofPage page: Int) -> Drawing {
    { (document, content, priority) async throws(DocumentError) in
      let source = try await leadingSource(of: document, content, priority)
      guard source.extent == .leading,
        page >= (try await renderer.inspect(source, priority: priority)).facts.pageCount
      else { return source }
      return try await self.source(of: document, content, priority)
    }
  }

  /// A content alone as something that the worker opens, which may have to be converted first.
  func ownSource(
    of document: Document, _ content: any ReadableContent, _ priority: RenderPriority,
    mayBeLeading: Bool = false
  ) async throws(DocumentError) -> RenderSource {
    let registry = types.current
    let source = try registry.requiredPageSource(for: document.type)
    guard document.size > 0 || source.opensEmptyContents else { throw Self.empty }
    switch source {
    case .renderer(let kind):
      return registry.source(of: content, hash: document.sha256, type: document.type, for: kind).unlocked
    case .converter(let kind):
      return try await renditions.source(
        of: content, hash: document.sha256, by: kind, named: document.location.name.description,
        fileExtension: registry.converterExtension(for: document.type), priority: priority,
        mayBeLeading: mayBeLeading)
    }
  }
}

/// The contents whose previews were announced since the start: however many ask for one, it is announced once.
private final class AnnouncedPreviews: Sendable {
  /// A megabyte; beyond it, contents are announced anew.
  private static let most = 20_000
  private let hashes = Mutex<Set<ContentHash>>([])

  func isNew(_ hash: ContentHash) -> Bool {
    hashes.withLock {
      if $0.count >= Self.most { $0.removeAll() }
      return $0.insert(hash).inserted
    }
  }
}
