public import DocumentModel
public import FoundationEssentials

extension Pages {
  /// The preview of a version.
  ///
  /// A version that cannot be opened has a reason, not an error.
  public func preview(of version: VersionContent) async -> DocumentPreview {
    await preview(of: version.documentThen, version.content) { () async throws(DocumentError) in
      let source = try await source(of: version, .visible)
      return (try await inspect(source, of: version.documentThen, .visible), source.extent)
    }
  }

  /// A page of a version as an image; `size` is the page's natural one when nil, `format` the one that suits it.
  ///
  /// A picture of an image is larger than the image only where `isEnlarged`. The first page of a film is its poster.
  ///
  /// Throws as ``content(ofVersion:of:)`` and as ``page(_:of:priority:)``.
  public func page(
    _ number: Int, size: RenderRequest.Size?, isEnlarged: Bool, format: ImageFormat?,
    of version: VersionContent, priority: RenderPriority = .visible
  ) async throws(DocumentError) -> RenderedPage {
    let source =
      number == 1 && isMedia(version.version.type)
      ? try await posterSource(of: version.documentThen, version.content, priority)
      : try await source(of: version, priority)
    let wanted = try await NaturalSize(renderer: renderer, priority: priority).size(
      ofPage: number, of: source, wanted: size, isEnlarged: isEnlarged || isDrawing(version.version.type))
    return try await renderer.render(
      RenderRequest(page: number, size: wanted, format: format), of: source, priority: priority)
  }

  /// The differences on a page between two versions, as a picture and in numbers.
  ///
  /// - Parameters:
  ///   - number: the page, of both.
  ///   - size: how large; the page's natural size when nil.
  ///   - format: of the picture; nil for the one that suits it.
  ///   - old: the version before.
  ///   - new: the version after.
  ///   - priority: how soon the picture is wanted.
  /// - Throws: `.notShowable` for types without pages, `.notFound` when neither version has the page, `.tooLarge` for more
  ///   than ``PageComparison/maximumPixels``, and what drawing throws.
  public func comparePage(
    _ number: Int, size: RenderRequest.Size?, format: ImageFormat?, from old: VersionContent,
    to new: VersionContent, priority: RenderPriority = .visible
  ) async throws(DocumentError) -> ComparedPage {
    let before = try await source(of: old, priority)
    let after = try await source(of: new, priority)
    let wanted =
      if let size { size } else { try await naturalSize(ofPage: number, of: after, else: before, priority) }
    return try await renderer.compare(
      RenderRequest(page: number, size: wanted, format: format), of: after, before: before,
      priority: priority)
  }

  private func naturalSize(
    ofPage number: Int, of source: RenderSource, else before: RenderSource, _ priority: RenderPriority
  ) async throws(DocumentError) -> RenderRequest.Size {
    let natural = NaturalSize(renderer: renderer, priority: priority)
    do throws(DocumentError) {
      return try await natural.size(ofPage: number, of: source)
    } catch  where error.code == .notFound {
      return try await natural.size(ofPage: number, of: before)
    }
  }

  /// A version as a PDF, or one page of it.
  ///
  /// Throws `.notFound` for a page that is not there.
  public func rendition(
    of version: VersionContent, page: Int? = nil
  ) async throws(DocumentError) -> DocumentRendition {
    let whole = try await rendition(of: try await source(of: version, .visible))
    guard let page else { return whole }
    let export = PDFExport(marks: .none, pages: [page], sheets: [], annotations: [])
    return try await part(export, of: whole, content: version.version.sha256)
  }

  /// The words and links of a page of a version.
  public func text(ofPage page: Int, of version: VersionContent) async throws(DocumentError) -> PageText {
    try await renderer.text(ofPage: page, of: try await source(of: version, .visible))
  }

  /// The number of pages of a version.
  public func pageCount(of version: VersionContent) async throws(DocumentError) -> Int {
    try await renderer.inspect(try await source(of: version, .visible), priority: .visible).facts.pageCount
  }

  /// Forgets that a content could not be converted.
  public func forgetRefusals(of hash: ContentHash) async { await renditions.release(hash) }

  func source(
    of version: VersionContent, _ priority: RenderPriority
  ) async throws(DocumentError) -> RenderSource {
    try await ownSource(of: version.documentThen, version.content, priority)
  }
}

// MARK: - Files of elsewhere

extension Pages {
  /// A file of elsewhere as something that can be previewed and drawn, identified by its content and its name.
  ///
  /// - Parameters:
  ///   - content: its bytes, into which other programs may write.
  ///   - sha256: their hash, by which what is drawn is kept.
  ///   - name: what it is called.
  ///   - modified: when it was written.
  public func foreign(
    _ content: any ReadableContent, _ sha256: ContentHash, named name: FileName, modified: Date
  ) async -> VersionContent {
    // The type of bytes that no program can change is found out once.
    let known = content.fingerprint == nil ? sha256 : nil
    let type = await renderer.identify(content, hash: known, named: name, in: types.current).type
    let version = Version(
      number: 1, sha256: sha256, size: content.size, type: type, created: modified, origin: .disk)
    let document = Document(
      id: DocumentID(), location: Location(name: name), type: type, size: content.size, sha256: sha256,
      version: 1, created: modified, modified: modified)
    return VersionContent(version: version, document: document, content: content, isLive: true)
  }
}
