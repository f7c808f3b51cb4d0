public import DocumentModel
import FoundationEssentials
import LinuxSystem

/// The renderer that the server uses: it answers from the cache, else from the pool, which fills the cache.
///
/// ```swift
/// let cache = PreviewCache(in: workspace, at: "Caches/previews", logger: logger)
/// let pool = WorkerPool(.init(program: program), cache: cache, logger: logger)
/// let renderer = CachingRenderer(pool: pool, cache: cache) ```
///
/// Identical concurrent requests share one piece of work in the pool. Results that needed a password are never cached.
public struct CachingRenderer: PageRenderer {
  private let pool: WorkerPool
  private let cache: PreviewCache
  /// Every page request needs the facts, so parsed facts stay in memory.
  private let facts = HotCache<String, DocumentFacts>(byteLimit: 16 << 20)
  /// Files of archives, each with an open descriptor, of which there are few.
  private let files = HotCache<String, any ReadableContent>(byteLimit: 64 << 20)
  /// Counted for each file of an archive, in bytes: so at most 64 descriptors stay open.
  private static let leastFileCost = 1 << 20
  /// Words are looked for while they are typed, each time on all pages.
  private let findable = HotCache<String, FindableText>(byteLimit: 64 << 20)
  private let folding = BlockingPool(threads: 1, name: "preview-find")
  private let reading = BlockingPool(threads: 1, name: "preview-read")

  private let recognized: @Sendable (ContentHash, Int) async -> PageText?

  /// A renderer from its parts; `pool` must have been made with the same cache.
  ///
  /// - Parameter recognized: the words that were read in the picture of a page that has none.
  public init(
    pool: WorkerPool, cache: PreviewCache,
    recognized: @escaping @Sendable (ContentHash, Int) async -> PageText? = { _, _ in nil }
  ) {
    self.pool = pool
    self.cache = cache
    self.recognized = recognized
  }

  /// The media type and encoding of a content without a known hash.
  ///
  /// The answer is not cached, because there is no hash to name it.
  public func sniff(_ content: any ReadableContent) async throws(DocumentError) -> SniffedContent {
    try await pool.sniff(content)
  }

  /// The media type and encoding of a content with a known hash.
  public func sniff(
    _ content: any ReadableContent, hash: ContentHash
  ) async throws(DocumentError) -> SniffedContent {
    try await kept(.sniffing(hash), else: try await pool.sniff(content, hash: hash))
  }

  /// Pages, sizes, labels and outline.
  ///
  /// `microseconds` is nil when they came from the cache.
  public func inspect(
    _ source: RenderSource, priority: RenderPriority
  ) async throws(DocumentError) -> InspectedDocument {
    let work = source.key(for: .inspect)
    guard let stem = key(of: work)?.stem else { return try await pool.inspect(source, priority: priority) }
    if let known = facts.value(for: stem) { return InspectedDocument(facts: known, microseconds: nil) }
    let found: InspectedDocument
    if let kept: DocumentFacts = await decoded(work) {
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
    try await kept(
      source.key(for: .page(page)), else: try await pool.inspect(page: page, of: source, priority: priority))
  }

  /// A page or a region of it as an encoded image; `microseconds` is nil when the image came from the cache.
  public func render(
    _ request: RenderRequest, of source: RenderSource, priority: RenderPriority
  ) async throws(DocumentError) -> RenderedPage {
    if let hit = await hit(source.key(for: .render(request))), let image = hit.image {
      return RenderedPage(
        image: hit.content, facts: image, of: source.hash, microseconds: nil,
        renderer: pool.renderer(of: source.kind), digest: hit.digest)
    }
    return try await pool.render(request, of: source, priority: priority)
  }

  /// Compares a page with an earlier version of it and returns one image; never cached.
  public func compare(
    _ request: RenderRequest, of source: RenderSource, before: RenderSource, priority: RenderPriority
  ) async throws(DocumentError) -> ComparedPage {
    try await pool.compare(request, of: source, before: before, priority: priority)
  }

  /// Words and links of page `page`.
  ///
  /// A page without words has those that were read in its picture, if any.
  public func text(ofPage page: Int, of source: RenderSource) async throws(DocumentError) -> PageText {
    let text = try await kept(
      source.key(for: .text(page: page)), else: try await pool.text(ofPage: page, of: source))
    guard text.words.isEmpty, let read = await recognized(source.origin ?? source.hash, page) else {
      return text
    }
    return PageText(
      words: read.words, links: text.links, isTruncated: read.isTruncated, isRecognized: true)
  }

  /// Words and links of page `page`; a cache of those read in bulk would push out what people look at.
  public func text(
    ofPage page: Int, of source: RenderSource, priority: RenderPriority
  ) async throws(DocumentError) -> PageText {
    guard priority == .bulk else { return try await text(ofPage: page, of: source) }
    return try await pool.text(ofPage: page, of: source, priority: priority)
  }

  /// The words of page `page` for finding, which stay in memory for a while.
  public func findableText(
    ofPage page: Int, of source: RenderSource
  ) async throws(DocumentError) -> FindableText {
    guard let stem = key(of: source.key(for: .text(page: page)))?.stem else {
      return FindableText(try await text(ofPage: page, of: source))
    }
    if let kept = findable.value(for: stem) { return kept }
    let text = try await text(ofPage: page, of: source)
    let made = await folding.run { FindableText(text) }
    // Words of its picture may still come.
    guard !text.words.isEmpty else { return made }
    findable.insert(made, for: stem, bytes: made.weight)
    return made
  }

  /// The documents whose pages are on a board.
  public func readBoard(_ board: IdentifiedContent) async throws(DocumentError) -> BoardFacts {
    try await kept(board.key(for: .readBoard), else: try await pool.readBoard(board))
  }

  /// A board as a PDF of one page.
  public func drawBoard(
    _ drawing: BoardDrawing, of board: IdentifiedContent, over contents: [any ReadableContent]
  ) async throws(DocumentError) -> any ReadableContent {
    if let hit = await hit(board.key(for: .drawBoard(drawing))) { return hit.content }
    return try await pool.drawBoard(drawing, of: board, over: contents)
  }

  /// The metadata that a document carries.
  public func metadata(
    of source: RenderSource, priority: RenderPriority
  ) async throws(DocumentError) -> ContentMetadata {
    try await kept(source.key(for: .metadata), else: try await pool.metadata(of: source, priority: priority))
  }

  /// The addresses of the pictures beside a document.
  public func pictures(of source: RenderSource) async throws(DocumentError) -> [String] {
    try await kept(
      source.key(for: .pictures), else: ContentMetadata(pictures: try await pool.pictures(of: source))
    ).pictures
  }

  /// The properties that a file states about itself.
  public func properties(of file: IdentifiedContent) async throws(DocumentError) -> ContentMetadata {
    try await kept(file.key(for: .properties), else: try await pool.properties(of: file))
  }

  /// A file inside a document; never cached.
  public func attachment(
    _ number: Int, of source: RenderSource
  ) async throws(DocumentError) -> any ReadableContent {
    try await pool.attachment(number, of: source)
  }

  /// The entries of an archive.
  public func entries(of archive: IdentifiedContent) async throws(DocumentError) -> ArchiveListing {
    try await kept(archive.key(for: .entries), else: try await pool.entries(of: archive))
  }

  /// A file in an archive, which stays in memory for a while: its pages are looked at one after the other.
  public func entry(
    _ number: Int, of archive: IdentifiedContent
  ) async throws(DocumentError) -> any ReadableContent {
    let key = "\(archive.hash) \(number)"
    if let kept = files.value(for: key) { return kept }
    let file = try await pool.entry(number, of: archive)
    files.insert(file, for: key, bytes: max(Int(file.size), Self.leastFileCost))
    return file
  }

  /// All pages as a PDF.
  public func print(_ source: RenderSource) async throws(DocumentError) -> any ReadableContent {
    if let hit = await hit(source.key(for: .print)) { return hit.content }
    return try await pool.print(source)
  }

  /// The annotations that a document brings.
  public func annotations(of source: RenderSource) async throws(DocumentError) -> [EmbeddedAnnotation] {
    try await pool.annotations(of: source)
  }

  /// A PDF of pages of a PDF, with marks.
  public func export(
    _ export: IdentifiedContent, of source: RenderSource
  ) async throws(DocumentError) -> any ReadableContent {
    try await pool.export(export, of: source)
  }

  /// Whether the pool refuses a page because its drawing ended more than one worker.
  public func isQuarantined(_ page: Int, of hash: ContentHash) async -> Bool {
    await pool.isQuarantined(page, of: hash)
  }

  /// The rendering libraries with their versions; nil until the first worker has said hello.
  public var version: String? { pool.rendererVersion }

  /// Removes a content from quarantine.
  public func release(_ hash: ContentHash) async {
    await pool.release(hash)
  }

  /// Removes everything that was made from a content, and removes the content from quarantine.
  public func forget(_ hash: ContentHash) async {
    // The pool comes first: no running work may fill the cache after the cache was cleared.
    await pool.forget(hash)
    for kind in RendererKind.allCases {
      let source = WorkKey(hash: hash, kind: kind, password: nil, task: .inspect)
      if let key = key(of: source) { facts.remove(key.stem) }
    }
    files.removeAll { $0.hasPrefix(hash.description) }
    findable.removeAll { $0.hasPrefix(hash.description) }
    await cache.remove(hash)
  }

  /// The cached answer to `work`, else that of the pool.
  private func kept<Value: Decodable & Sendable>(
    _ work: WorkKey, else answer: @autoclosure () async throws(DocumentError) -> Value
  ) async throws(DocumentError) -> Value {
    if let kept: Value = await decoded(work) { return kept }
    return try await answer()
  }

  private func decoded<Value: Decodable & Sendable>(_ work: WorkKey) async -> Value? {
    guard let hit = await hit(work) else { return nil }
    return await reading.run { () -> Value? in
      guard let bytes = try? hit.content.bytes() else { return nil }
      return try? JSONDecoder().decode(Value.self, from: Data(bytes))
    }
  }

  private func hit(_ work: WorkKey) async -> PreviewCache.Hit? {
    guard let key = key(of: work) else { return nil }
    return await cache.value(for: key)
  }

  /// Nil for an answer that is not cached, or while the renderer's version is unknown.
  private func key(of work: WorkKey) -> PreviewKey? {
    guard let version = pool.rendererVersion else { return nil }
    return PreviewKey(work, drawnWith: version)
  }
}
