public import DocumentModel

/// The port: every call is one piece of work in a worker.
extension WorkerPool: PageRenderer {
  /// What the bytes are, by their content alone.
  public func sniff(_ content: any ReadableContent) async throws(DocumentError) -> SniffedContent {
    try await sniff(content, .sniffing(nil))
  }

  /// The same of a content whose hash is known.
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
    let answer = try await answer(to: source.key(for: .inspect), about: source.content, priority)
    guard case .inspected(let facts) = answer.payload else { throw .unexpectedAnswer }
    return InspectedDocument(facts: facts, microseconds: answer.microseconds)
  }

  /// One page's size and label.
  public func inspect(
    page: Int, of source: RenderSource, priority: RenderPriority
  ) async throws(DocumentError) -> PageFacts {
    let answer = try await answer(to: source.key(for: .page(page)), about: source.content, priority)
    guard case .page(let facts) = answer.payload else { throw .unexpectedAnswer }
    return facts
  }

  /// (A part of) a page as an encoded image.
  public func render(
    _ request: RenderRequest, of source: RenderSource, priority: RenderPriority
  ) async throws(DocumentError) -> RenderedPage {
    let answer = try await answer(to: source.key(for: .render(request)), about: source.content, priority)
    guard case .rendered(let facts) = answer.payload, let image = answer.content else {
      throw .unexpectedAnswer
    }
    return RenderedPage(
      image: image, facts: facts, of: source.hash, microseconds: answer.microseconds,
      renderer: renderer(of: source.kind), digest: answer.digest)
  }

  /// A page and what was before as one image; refused as `.quarantined` when either is kept from workers.
  public func compare(
    _ request: RenderRequest, of source: RenderSource, before: RenderSource, priority: RenderPriority
  ) async throws(DocumentError) -> ComparedPage {
    for one in [source, before] {
      if let refusal = refusal(of: one.key(for: .render(request))) { throw refusal.error }
    }
    let comparison = PageComparison(
      request, of: source.hash, before: before.hash, beforeKind: before.kind)
    let key = WorkKey(
      hash: comparison.pair, kind: source.kind, password: source.password, task: .compare(comparison))
    let answer = try await answer(to: key, about: source.content, over: [before.content], priority)
    guard case .compared(let difference) = answer.payload, let image = answer.content else {
      throw .unexpectedAnswer
    }
    return ComparedPage(image: image, difference: difference)
  }

  /// Words and links of page `page`.
  public func text(ofPage page: Int, of source: RenderSource) async throws(DocumentError) -> PageText {
    let answer = try await answer(to: source.key(for: .text(page: page)), about: source.content, .near)
    guard case .text(let text) = answer.payload else { throw .unexpectedAnswer }
    return text
  }

  /// Of which documents a board shows pages.
  public func readBoard(_ board: BoardContent) async throws(DocumentError) -> BoardFacts {
    let answer = try await answer(to: board.key(for: .readBoard), about: board.content, .visible)
    guard case .boardRead(let facts) = answer.payload else { throw .unexpectedAnswer }
    return facts
  }

  /// A board as a PDF of one page.
  ///
  /// It goes behind what somebody looks at: it may take long.
  public func drawBoard(
    _ drawing: BoardDrawing, of board: BoardContent, over contents: [any ReadableContent]
  ) async throws(DocumentError) -> any ReadableContent {
    let key = board.key(for: .drawBoard(drawing))
    let answer = try await answer(to: key, about: board.content, over: contents, .near)
    guard case .boardDrawn = answer.payload, let file = answer.content else { throw .unexpectedAnswer }
    return file
  }

  /// Whether a page is kept from workers because it ended more than one.
  public func isQuarantined(_ page: Int, of hash: ContentHash) -> Bool {
    keepsAway(page, of: hash)
  }

  /// What the workers draw with.
  public nonisolated var version: String? { rendererVersion }

  /// Lets a quarantined content be tried again.
  public func release(_ hash: ContentHash) {
    handle(.released(hash))
  }

  /// Lets no work that is under way about a content reach the cache any more, and a quarantined one be tried again.
  func forget(_ hash: ContentHash) {
    handle(.forgotten(hash))
  }

  private func answer(
    to key: WorkKey, about content: any ReadableContent, over further: [any ReadableContent] = [],
    _ priority: RenderPriority
  ) async throws(DocumentError) -> WorkerAnswer {
    let client = RenderClient.current ?? key.hash?.description ?? ""
    let request = WorkRequest(key: key, contents: [content] + further, priority: priority, client: client)
    switch await outcome(of: request) {
    case .done(let answer): return answer
    case .failed(let failure): throw failure.error
    }
  }
}

extension WorkKey {
  /// Finding out what a content is; no library opens it.
  static func sniffing(_ hash: ContentHash?) -> WorkKey {
    WorkKey(hash: hash, kind: .pdf, password: nil, task: .sniff)
  }
}

extension RenderSource {
  /// What makes `task` on this source the same work as another.
  func key(for task: WorkerRequest.Task) -> WorkKey {
    WorkKey(hash: hash, kind: kind, password: password, task: task, origin: origin)
  }
}

extension BoardContent {
  /// What makes `task` on this board the same work as another; no library opens it.
  func key(for task: WorkerRequest.Task) -> WorkKey {
    WorkKey(hash: hash, kind: .pdf, password: nil, task: task)
  }
}

extension DocumentError {
  /// ``PoolState`` lets no answer through that does not fit its request.
  static var unexpectedAnswer: DocumentError {
    DocumentError(.rendererCrashed, "The renderer answered something else.")
  }
}
