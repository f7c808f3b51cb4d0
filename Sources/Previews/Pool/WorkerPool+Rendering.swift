public import DocumentModel

extension WorkerPool: PageRenderer {
  /// The media type and encoding of a content without a known hash.
  public func sniff(_ content: any ReadableContent) async throws(DocumentError) -> SniffedContent {
    try await sniff(content, .sniffing(nil))
  }

  /// The media type and encoding of a content with a known hash.
  public func sniff(
    _ content: any ReadableContent, hash: ContentHash
  ) async throws(DocumentError) -> SniffedContent {
    try await sniff(content, .sniffing(hash))
  }

  private func sniff(_ content: any ReadableContent, _ key: WorkKey) async throws(DocumentError)
    -> SniffedContent
  {
    let answer = try await answer(to: key, about: content, .near)
    guard case .sniffed(let found) = answer.payload else { throw .unexpectedAnswer }
    return found
  }

  /// Pages, sizes, labels and outline.
  public func inspect(
    _ source: RenderSource, priority: RenderPriority
  ) async throws(DocumentError) -> InspectedDocument {
    let answer = try await answer(to: .inspect, of: source, priority)
    guard case .inspected(let facts) = answer.payload else { throw .unexpectedAnswer }
    return InspectedDocument(facts: facts, microseconds: answer.microseconds)
  }

  /// One page's size and label.
  public func inspect(
    page: Int, of source: RenderSource, priority: RenderPriority
  ) async throws(DocumentError) -> PageFacts {
    let answer = try await answer(to: .page(page), of: source, priority)
    guard case .page(let facts) = answer.payload else { throw .unexpectedAnswer }
    return facts
  }

  /// A page or a region of it as an encoded image.
  public func render(
    _ request: RenderRequest, of source: RenderSource, priority: RenderPriority
  ) async throws(DocumentError) -> RenderedPage {
    let answer = try await answer(to: .render(request), of: source, priority)
    guard case .rendered(let facts) = answer.payload, let image = answer.content else {
      throw .unexpectedAnswer
    }
    return RenderedPage(
      image: image, facts: facts, of: source.hash, microseconds: answer.microseconds,
      renderer: renderer(of: source.kind), digest: answer.digest)
  }

  /// Compares a page with an earlier version of it and returns one image.
  ///
  /// Throws `.quarantined` when either page is in quarantine.
  public func compare(
    _ request: RenderRequest, of source: RenderSource, before: RenderSource, priority: RenderPriority
  ) async throws(DocumentError) -> ComparedPage {
    for one in [source, before] {
      if let refusal = refusal(of: one.key(for: .render(request))) { throw refusal.error }
    }
    let comparison = PageComparison(
      request, of: source.hash, before: before.hash, beforeKind: before.kind)
    let key = WorkKey(
      hash: comparison.pair, kind: source.kind, language: source.language, password: source.password,
      task: .compare(comparison))
    let answer = try await answer(to: key, about: source.content, over: [before.content], priority)
    guard case .compared(let difference) = answer.payload, let image = answer.content else {
      throw .unexpectedAnswer
    }
    return ComparedPage(image: image, difference: difference)
  }

  /// Words and links of page `page`.
  public func text(ofPage page: Int, of source: RenderSource) async throws(DocumentError) -> PageText {
    try await text(ofPage: page, of: source, priority: .near)
  }

  /// Words and links of page `page`.
  public func text(
    ofPage page: Int, of source: RenderSource, priority: RenderPriority
  ) async throws(DocumentError) -> PageText {
    let answer = try await answer(to: .text(page: page), of: source, priority)
    guard case .text(let text) = answer.payload else { throw .unexpectedAnswer }
    return text
  }

  /// The documents whose pages are on a board.
  public func readBoard(_ board: IdentifiedContent) async throws(DocumentError) -> BoardFacts {
    let answer = try await answer(to: board.key(for: .readBoard), about: board.content, .visible)
    guard case .boardRead(let facts) = answer.payload else { throw .unexpectedAnswer }
    return facts
  }

  /// A board as a PDF of one page.
  ///
  /// The priority is below visible pages, because the drawing may take long.
  public func drawBoard(
    _ drawing: BoardDrawing, of board: IdentifiedContent, over contents: [any ReadableContent]
  ) async throws(DocumentError) -> any ReadableContent {
    let key = board.key(for: .drawBoard(drawing))
    let answer = try await answer(to: key, about: board.content, over: contents, .near)
    guard case .printed = answer.payload, let file = answer.content else { throw .unexpectedAnswer }
    return file
  }

  /// The metadata that a document carries.
  public func metadata(
    of source: RenderSource, priority: RenderPriority
  ) async throws(DocumentError) -> ContentMetadata {
    let answer = try await answer(to: .metadata, of: source, priority)
    guard case .metadata(let metadata) = answer.payload else { throw .unexpectedAnswer }
    return metadata
  }

  /// The addresses of the pictures beside a document.
  public func pictures(of source: RenderSource) async throws(DocumentError) -> [String] {
    let answer = try await answer(to: .pictures, of: source, .visible)
    guard case .metadata(let metadata) = answer.payload else { throw .unexpectedAnswer }
    return metadata.pictures
  }

  /// The properties that a file states about itself.
  public func properties(of file: IdentifiedContent) async throws(DocumentError) -> ContentMetadata {
    let answer = try await answer(to: file.key(for: .properties), about: file.content, .visible)
    guard case .metadata(let metadata) = answer.payload else { throw .unexpectedAnswer }
    return metadata
  }

  /// The annotations that a document brings.
  public func annotations(of source: RenderSource) async throws(DocumentError) -> [EmbeddedAnnotation] {
    let answer = try await answer(to: .annotations, of: source, .visible)
    guard case .annotations(let annotations) = answer.payload else { throw .unexpectedAnswer }
    return annotations
  }

  /// A file inside a document, by its place in the metadata.
  public func attachment(
    _ number: Int, of source: RenderSource
  ) async throws(DocumentError) -> any ReadableContent {
    let answer = try await answer(to: .attachment(number), of: source, .visible)
    guard case .attachment = answer.payload, let file = answer.content else { throw .unexpectedAnswer }
    return file
  }

  /// The entries of an archive.
  public func entries(of archive: IdentifiedContent) async throws(DocumentError) -> ArchiveListing {
    let answer = try await answer(to: archive.key(for: .entries), about: archive.content, .visible)
    guard case .entries(let listing) = answer.payload else { throw .unexpectedAnswer }
    return listing
  }

  /// A file in an archive, by its place in the list.
  public func entry(
    _ number: Int, of archive: IdentifiedContent
  ) async throws(DocumentError) -> any ReadableContent {
    let answer = try await answer(to: archive.key(for: .entry(number)), about: archive.content, .visible)
    guard case .entry = answer.payload, let file = answer.content else { throw .unexpectedAnswer }
    return file
  }

  /// All pages as a PDF, less urgent than visible pages.
  public func print(_ source: RenderSource) async throws(DocumentError) -> any ReadableContent {
    let answer = try await answer(to: .print, of: source, .near)
    guard case .printed = answer.payload, let file = answer.content else { throw .unexpectedAnswer }
    return file
  }

  /// A PDF of pages of a PDF, with marks; less urgent than visible pages.
  public func export(
    _ export: IdentifiedContent, of source: RenderSource
  ) async throws(DocumentError) -> any ReadableContent {
    let answer = try await answer(
      to: source.key(for: .export(export.hash)), about: source.content, over: [export.content], .near)
    guard case .printed = answer.payload, let file = answer.content else { throw .unexpectedAnswer }
    return file
  }

  /// Whether a page is in quarantine because its drawing ended more than one worker.
  public func isQuarantined(_ page: Int, of hash: ContentHash) -> Bool {
    keepsAway(page, of: hash)
  }

  /// The rendering libraries with their versions.
  public nonisolated var version: String? { rendererVersion }

  /// Removes a content from quarantine.
  public func release(_ hash: ContentHash) {
    handle(.released(hash))
  }

  /// Keeps running work on a content out of the cache, and removes the content from quarantine.
  func forget(_ hash: ContentHash) {
    handle(.forgotten(hash))
  }

  private func answer(
    to task: WorkerRequest.Task, of source: RenderSource, _ priority: RenderPriority
  ) async throws(DocumentError) -> WorkerResponse {
    try await answer(
      to: source.key(for: task), about: source.content, over: source.pictures.map(\.content), priority)
  }

  private func answer(
    to key: WorkKey, about content: any ReadableContent, over further: [any ReadableContent] = [],
    _ priority: RenderPriority
  ) async throws(DocumentError) -> WorkerResponse {
    let client = RenderClient.current ?? key.hash?.description ?? ""
    let request = WorkRequest(key: key, contents: [content] + further, priority: priority, client: client)
    switch await outcome(of: request) {
    case .done(let answer): return answer
    case .failed(let failure): throw failure.error
    }
  }
}

extension WorkKey {
  /// The key of a type detection; no library opens the content.
  static func sniffing(_ hash: ContentHash?) -> WorkKey {
    WorkKey(hash: hash, kind: .pdf, password: nil, task: .sniff)
  }
}

extension RenderSource {
  /// The key by which equal work on this source is shared.
  func key(for task: WorkerRequest.Task) -> WorkKey {
    WorkKey(
      hash: hash, kind: kind, language: language, password: password, task: task, origin: origin,
      pictures: pictures.map(\.address))
  }
}

extension IdentifiedContent {
  /// The key by which equal work on a board or archive is shared; none of the libraries for pages opens it.
  func key(for task: WorkerRequest.Task) -> WorkKey {
    WorkKey(hash: hash, kind: .pdf, password: nil, task: task)
  }
}

extension DocumentError {
  /// ``PoolState`` rejects answers that do not fit their requests before they come here.
  static var unexpectedAnswer: DocumentError {
    DocumentError(.rendererCrashed, "The renderer sent another kind of answer.")
  }
}
