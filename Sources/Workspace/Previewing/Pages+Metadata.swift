public import DocumentModel

/// The metadata that a document carries, by its kind.
public struct DocumentDescription: Sendable {
  /// The document, with the hash of the content that was opened.
  public let document: Document
  /// Title, sizes, fonts, attachments and the like; nil for a document without pages.
  public let content: ContentMetadata?
  /// The number of pages; nil for a document without pages.
  public let pageCount: Int?
  /// Tracks and chapters of sound and film; nil for other types, and where they cannot be read.
  public let media: MediaFacts?
  /// The type, with its source, and the encoding of a text.
  public let identification: Identification
  /// Why less is known than could be; nil when nothing is missing.
  public let reason: DocumentError?
}

extension FileTypeRegistry.PageSource {
  /// Whether the pages tell of a conversion, or of bytes, and nothing of the file.
  fileprivate var isNotTheFile: Bool { converter != nil || self == .renderer(.bytes) }
}

extension ContentMetadata {
  /// Fields of a PDF that tell of its making.
  private static let ofConversion = ["created", "modified", "creator", "producer", "version"]

  /// Puts the properties of the file over those of its pages.
  fileprivate mutating func state(_ properties: [String: String], isConverted: Bool) {
    if isConverted { for field in Self.ofConversion { fields[field] = nil } }
    fields.merge(properties) { $1 }
  }
}

extension Pages {
  /// The metadata of a document; the reason where it cannot be opened.
  public func describe(_ known: Document) async throws(DocumentError) -> DocumentDescription {
    let (document, content) = try await tree.current(known)
    return await describe(document, content, as: source)
  }

  /// The metadata of a version, or of a file of elsewhere; the reason where it cannot be opened.
  public func describe(_ version: VersionContent) async -> DocumentDescription {
    await describe(version.documentThen, version.content) {
      (document, content, priority) async throws(DocumentError) in
      try await ownSource(of: document, content, priority)
    }
  }

  private func describe(
    _ document: Document, _ content: any ReadableContent, as drawing: Drawing
  ) async -> DocumentDescription {
    let identification = await renderer.identify(
      content, hash: document.sha256, named: document.location.name, in: types.current)
    var (metadata, pageCount, media): (ContentMetadata?, Int?, MediaFacts?)
    var reason: DocumentError?
    do throws(DocumentError) {
      if isMedia(document.type) {
        media = try await mediaFacts(of: document, content, .visible)
      } else if let pageSource = types.current.pageSource(for: document.type) {
        let source = try await drawing(document, content, .visible)
        metadata = try await self.metadata(of: document, content, source, pageSource, .visible)
        pageCount = try await renderer.inspect(source, priority: .visible).facts.pageCount
      }
    } catch {
      reason = error
    }
    return DocumentDescription(
      document: document, content: metadata, pageCount: pageCount, media: media,
      identification: identification,
      reason: reason)
  }

  private func metadata(
    of document: Document, _ content: any ReadableContent, _ source: RenderSource,
    _ pageSource: FileTypeRegistry.PageSource, _ priority: RenderPriority
  ) async throws(DocumentError) -> ContentMetadata {
    var metadata = try await renderer.metadata(of: source, priority: priority)
    if pageSource.isNotTheFile || types.current.conforms(document.type, to: .pemText) {
      let file = IdentifiedContent(content: content, hash: document.sha256)
      metadata.state(
        try await renderer.properties(of: file).fields, isConverted: pageSource.converter != nil)
    }
    return metadata
  }

  /// The words that a document's file says of itself, as bulk work; none for a file that says nothing.
  ///
  /// Throws as ``pages(of:priority:)``.
  func ownWords(of known: Document) async throws(DocumentError) -> ContentWords {
    let (document, content) = try await tree.current(known)
    if isMedia(document.type) {
      return ContentWords(try await mediaFacts(of: document, content, .bulk))
    }
    guard let pageSource = types.current.pageSource(for: document.type) else { return ContentWords() }
    let source = try await source(of: document, content, .bulk)
    return ContentWords(try await metadata(of: document, content, source, pageSource, .bulk))
  }

  /// A file inside a document, by its place in the metadata, and its name.
  ///
  /// Throws `.notFound` where there is none.
  public func attachment(
    _ number: Int, of known: Document
  ) async throws(DocumentError) -> (name: FileName, content: any ReadableContent) {
    let (document, content) = try await tree.current(known)
    let source = try await source(of: document, content, .visible)
    let listed = try await renderer.metadata(of: source, priority: .visible).attachments
    guard listed.indices.contains(number) else {
      throw DocumentError(.notFound, "the document has no attachment \(number)")
    }
    let attachment = try await renderer.attachment(number, of: source)
    return (FileName(sanitizing: listed[number].name), attachment)
  }
}
