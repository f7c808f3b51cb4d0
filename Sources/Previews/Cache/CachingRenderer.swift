public import DocumentModel
import FoundationEssentials
import LinuxSystem

/// The renderer that the server uses: what was made once is taken from the cache, the rest is made by the pool,
/// which puts it there.
///
/// ```swift
/// let cache = PreviewCache(in: workspace, at: "Caches/previews", logger: logger)
/// let pool = WorkerPool(.init(program: program), cache: cache, logger: logger)
/// let renderer = CachingRenderer(pool: pool, cache: cache)
/// ```
///
/// Identical requests at once share one piece of work in the pool. What was opened with a password is never kept.
public struct CachingRenderer: PageRenderer {
  private let pool: WorkerPool
  private let cache: PreviewCache
  /// Facts are asked for with every page, so parsed ones stay in memory.
  private let facts = HotCache<String, DocumentFacts>(byteLimit: 16 << 20)
  private let reading = BlockingPool(threads: 1, name: "preview-read")

  /// A renderer from its parts; `pool` must have been made with the same cache.
  public init(pool: WorkerPool, cache: PreviewCache) {
    self.pool = pool
    self.cache = cache
  }

  /// What the bytes are, by their content alone.
  ///
  /// Never cached, as nothing names them.
  public func sniff(_ content: any ReadableContent) async throws(DocumentError) -> SniffedContent {
    try await pool.sniff(content)
  }

  /// The media type and encoding of a content with a known hash.
  public func sniff(
    _ content: any ReadableContent, hash: ContentHash
  ) async throws(DocumentError) -> SniffedContent {
    if let key = key(of: .sniffing(hash)), let kept: SniffedContent = await decoded(key) { return kept }
    return try await pool.sniff(content, hash: hash)
  }

  /// Pages, sizes, labels and outline.
  ///
  /// `microseconds` is nil when they came from the cache.
  public func inspect(
    _ source: RenderSource, priority: RenderPriority
  ) async throws(DocumentError) -> InspectedDocument {
    guard let key = key(for: .inspect, of: source) else {
      return try await pool.inspect(source, priority: priority)
    }
    let stem = key.stem
    if let known = facts.value(for: stem) { return InspectedDocument(facts: known, microseconds: nil) }
    let found: InspectedDocument
    if let kept: DocumentFacts = await decoded(key) {
      found = InspectedDocument(facts: kept, microseconds: nil)
    } else {
      found = try await pool.inspect(source, priority: priority)
    }
    facts.insert(found.facts, for: stem, bytes: found.facts.weight)
    return found
  }

  /// One page's size and label.
  public func inspect(
    page: Int, of source: RenderSource, priority: RenderPriority
  ) async throws(DocumentError) -> PageFacts {
    if let key = key(for: .page(page), of: source), let kept: PageFacts = await decoded(key) { return kept }
    return try await pool.inspect(page: page, of: source, priority: priority)
  }

  /// (A part of) a page as an encoded image; `microseconds` is nil when it came from the cache.
  public func render(
    _ request: RenderRequest, of source: RenderSource, priority: RenderPriority
  ) async throws(DocumentError) -> RenderedPage {
    if let key = key(for: .render(request), of: source), let hit = await cache.value(for: key),
      let image = hit.image
    {
      return RenderedPage(
        image: hit.content, facts: image, of: source.hash, microseconds: nil,
        renderer: pool.renderer(of: source.kind), digest: hit.digest)
    }
    return try await pool.render(request, of: source, priority: priority)
  }

  /// A page and what was before as one image; never cached.
  public func compare(
    _ request: RenderRequest, of source: RenderSource, before: RenderSource, priority: RenderPriority
  ) async throws(DocumentError) -> ComparedPage {
    try await pool.compare(request, of: source, before: before, priority: priority)
  }

  /// Words and links of page `page`.
  public func text(ofPage page: Int, of source: RenderSource) async throws(DocumentError) -> PageText {
    if let key = key(for: .text(page: page), of: source), let kept: PageText = await decoded(key) {
      return kept
    }
    return try await pool.text(ofPage: page, of: source)
  }

  /// Of which documents a board shows pages.
  public func readBoard(_ board: BoardContent) async throws(DocumentError) -> BoardFacts {
    if let key = key(of: board.key(for: .readBoard)), let kept: BoardFacts = await decoded(key) {
      return kept
    }
    return try await pool.readBoard(board)
  }

  /// A board as a PDF of one page.
  public func drawBoard(
    _ drawing: BoardDrawing, of board: BoardContent, over contents: [any ReadableContent]
  ) async throws(DocumentError) -> any ReadableContent {
    if let key = key(of: board.key(for: .drawBoard(drawing))), let hit = await cache.value(for: key) {
      return hit.content
    }
    return try await pool.drawBoard(drawing, of: board, over: contents)
  }

  /// Whether a page is kept from the renderer because it ended it more than once.
  public func isQuarantined(_ page: Int, of hash: ContentHash) async -> Bool {
    await pool.isQuarantined(page, of: hash)
  }

  /// What draws, with all versions; nil until the first worker said hello.
  public var version: String? { pool.rendererVersion }

  /// Lets a content be tried again that was kept from the renderer.
  public func release(_ hash: ContentHash) async {
    await pool.release(hash)
  }

  /// Gives up everything that was made from a content, and lets it be tried again should it come back.
  public func forget(_ hash: ContentHash) async {
    // First, so that nothing which is under way comes into the cache after it was cleared.
    await pool.forget(hash)
    for kind in RendererKind.allCases {
      let source = WorkKey(hash: hash, kind: kind, password: nil, task: .inspect)
      if let key = key(of: source) { facts.remove(key.stem) }
    }
    await cache.remove(hash)
  }

  /// Nil when the answer is not kept, or it is not known yet what it would be drawn with.
  private func key(for task: WorkerRequest.Task, of source: RenderSource) -> PreviewKey? {
    key(of: source.key(for: task))
  }

  private func key(of work: WorkKey) -> PreviewKey? {
    guard let version = pool.rendererVersion else { return nil }
    return PreviewKey(work, drawnWith: version)
  }

  private func decoded<Value: Decodable & Sendable>(_ key: PreviewKey) async -> Value? {
    guard let hit = await cache.value(for: key) else { return nil }
    return await reading.run { () -> Value? in
      guard let bytes = try? hit.content.bytes() else { return nil }
      return try? JSONDecoder().decode(Value.self, from: Data(bytes))
    }
  }
}
