/// A content to be shown: its bytes, their hash, and which library opens them.
public struct RenderSource: Sendable {
  /// The bytes.
  public let content: any ReadableContent
  /// Their hash.
  public let hash: ContentHash
  /// Which library opens them.
  public let kind: RendererKind
  /// The extension of files of its language, for the colours of code ("py"); nil for other contents.
  public let language: String?
  /// The password for an encrypted document.
  public let password: String?
  /// The document's content that these bytes were made of, with which what is drawn goes; nil for a document's own.
  public let origin: ContentHash?
  /// The pictures beside a text that it shows; ``hash`` names them, too.
  public let pictures: [Picture]
  /// How much of the document it has.
  public let extent: Extent

  /// How much of a document is there.
  public enum Extent: Sendable {
    /// All of it.
    case whole
    /// The leading pages, while all are being made. The last of them may be cut off.
    case leading
    /// The leading pages, as more cannot be made.
    case cutOff
  }

  /// A picture that a text shows.
  public struct Picture: Sendable {
    /// How the text names it.
    public let address: String
    /// Its bytes.
    public let content: any ReadableContent

    /// A picture from its parts.
    public init(address: String, content: any ReadableContent) {
      (self.address, self.content) = (address, content)
    }
  }

  /// A source from its parts.
  public init(
    content: any ReadableContent, hash: ContentHash, kind: RendererKind, language: String? = nil,
    password: String? = nil, origin: ContentHash? = nil, pictures: [Picture] = [],
    extent: Extent = .whole
  ) {
    self.content = content
    self.hash = hash
    self.kind = kind
    self.language = language
    self.password = password
    self.origin = origin
    self.pictures = pictures
    self.extent = extent
  }
}

/// How soon the caller wants the result.
public enum RenderPriority: Int, Hashable, Sendable, Comparable, CaseIterable {
  /// Work without a waiting client: pre-rendering, indexing.
  case bulk
  /// Close to what is looked at.
  case near
  /// The place on the screen is empty until it comes.
  case visible

  /// Orders by urgency, `bulk` lowest.
  public static func < (left: RenderPriority, right: RenderPriority) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// The facts of a document, and how they were found.
public struct InspectedDocument: Hashable, Sendable {
  /// Pages, sizes, labels and outline.
  public let facts: DocumentFacts
  /// Time in the worker; nil when it was known already.
  public let microseconds: Int?

  /// A finding from its parts.
  public init(facts: DocumentFacts, microseconds: Int?) {
    self.facts = facts
    self.microseconds = microseconds
  }
}

/// A page image and how it came about.
public struct RenderedPage: Sendable {
  /// The encoded image.
  public let image: any ReadableContent
  /// Its size and format.
  public let facts: ImageFacts
  /// Time in the worker; nil when it came from the cache.
  public let microseconds: Int?
  /// The library that drew it, with its version: "poppler 22.12.0"; nil when it is not known.
  public let renderer: String?
  /// The content that it shows.
  public let source: ContentHash
  /// Names its bytes: equal digests are equal bytes; nil when they were not read.
  public let digest: String?

  /// A page image from its parts.
  public init(
    image: any ReadableContent, facts: ImageFacts, of source: ContentHash, microseconds: Int?,
    renderer: String? = nil, digest: String? = nil
  ) {
    self.source = source
    self.digest = digest
    self.image = image
    self.facts = facts
    self.microseconds = microseconds
    self.renderer = renderer
  }
}

/// The differences on a page, and a picture of them.
public struct ComparedPage: Sendable {
  /// The encoded image.
  public let image: any ReadableContent
  /// How much is different, and where.
  public let difference: PageDifference

  /// A comparison from its parts.
  public init(image: any ReadableContent, difference: PageDifference) {
    self.image = image
    self.difference = difference
  }
}

/// The answers of a renderer that compares nothing.
extension PageRenderer {
  /// Refuses as `.notShowable`.
  public func compare(
    _ request: RenderRequest, of source: RenderSource, before: RenderSource, priority: RenderPriority
  ) async throws(DocumentError) -> ComparedPage {
    throw DocumentError(.notShowable, "pages are not compared here")
  }
}

/// Opens hostile documents somewhere safe and answers with facts and pictures.
///
/// Implementations are safe to call from any task, at any number at once; they order and bound the work
/// themselves. Cancelling the calling task gives the work up. Every refusal is a ``DocumentError``:
/// `.passwordRequired`, `.damaged`, `.notShowable`, `.notFound` (no such page), `.invalidParameter`, `.tooLarge` or
/// `.documentTooLarge`. Others are `.renderTimeout`, `.renderMemory`, `.rendererCrashed`, `.quarantined`,
/// `.contentChanged` (another program wrote to it meanwhile) and `.busy`.
///
/// ```swift
/// let facts = try await renderer.inspect(source, priority: .visible).facts
/// let page = try await renderer.render(
///   RenderRequest(page: 1, size: .width(512)), of: source, priority: .visible)
/// ```
public protocol PageRenderer: Sendable {
  /// The type of the bytes, by their content alone.
  func sniff(_ content: any ReadableContent) async throws(DocumentError) -> SniffedContent
  /// The same of a content whose hash is known, so that it can be kept.
  func sniff(_ content: any ReadableContent, hash: ContentHash) async throws(DocumentError) -> SniffedContent
  /// Pages, sizes, labels and outline.
  func inspect(
    _ source: RenderSource, priority: RenderPriority
  ) async throws(DocumentError) -> InspectedDocument
  /// One page's size and label, for a page that ``DocumentFacts`` counts but does not list.
  func inspect(
    page: Int, of source: RenderSource, priority: RenderPriority
  ) async throws(DocumentError) -> PageFacts
  /// (A part of) a page as an encoded image.
  func render(
    _ request: RenderRequest, of source: RenderSource, priority: RenderPriority
  ) async throws(DocumentError) -> RenderedPage
  /// A page and the page of the same number of `before` as one image. What went is red and what came is green on the
  /// faded page. A page that one of both does not have is empty paper.
  func compare(
    _ request: RenderRequest, of source: RenderSource, before: RenderSource, priority: RenderPriority
  ) async throws(DocumentError) -> ComparedPage
  /// Words and links of page `page`.
  func text(ofPage page: Int, of source: RenderSource) async throws(DocumentError) -> PageText
  /// The same, with another priority; words that are read in bulk are not kept.
  func text(
    ofPage page: Int, of source: RenderSource, priority: RenderPriority
  ) async throws(DocumentError) -> PageText
  /// The words of page `page`, in the form in which a search looks for words among them.
  func findableText(ofPage page: Int, of source: RenderSource) async throws(DocumentError) -> FindableText
  /// Of which documents a board shows pages.
  ///
  /// Throws `.damaged` for what is no board, `.documentTooLarge` for more than ``BoardLimits``.
  func readBoard(_ board: IdentifiedContent) async throws(DocumentError) -> BoardFacts
  /// A board as a PDF of one page.
  ///
  /// - Parameter contents: those of the drawing's sources, in their order.
  ///
  /// Throws `.notShowable` for an empty board.
  func drawBoard(
    _ drawing: BoardDrawing, of board: IdentifiedContent, over contents: [any ReadableContent]
  ) async throws(DocumentError) -> any ReadableContent
  /// The metadata that a document carries.
  func metadata(of source: RenderSource, priority: RenderPriority) async throws(DocumentError)
    -> ContentMetadata
  /// The addresses of the pictures beside a document, as ``ContentMetadata/pictures``; its pages are not laid out.
  func pictures(of source: RenderSource) async throws(DocumentError) -> [String]
  /// The properties that a file states about itself, as ``ContentMetadata/fields``; its pages are not opened.
  func properties(of file: IdentifiedContent) async throws(DocumentError) -> ContentMetadata
  /// The annotations that a document brings.
  func annotations(of source: RenderSource) async throws(DocumentError) -> [EmbeddedAnnotation]
  /// A file inside a document, by its place in ``ContentMetadata/attachments``, from 0.
  ///
  /// Throws `.notFound` where there is none.
  func attachment(_ number: Int, of source: RenderSource) async throws(DocumentError) -> any ReadableContent
  /// The entries of an archive.
  ///
  /// Throws `.damaged` for everything else than an archive.
  func entries(of archive: IdentifiedContent) async throws(DocumentError) -> ArchiveListing
  /// A file in an archive, by its place in ``ArchiveListing/entries``, from 0.
  ///
  /// Throws `.notFound` where there is no file, `.passwordRequired` for an encrypted one.
  func entry(_ number: Int, of archive: IdentifiedContent) async throws(DocumentError) -> any ReadableContent
  /// All pages as a PDF; text and curves stay what they are.
  ///
  /// Throws `.documentTooLarge` for more pages or bytes than are printed.
  func print(_ source: RenderSource) async throws(DocumentError) -> any ReadableContent
  /// A PDF of pages of a PDF, with marks.
  ///
  /// - Parameter export: the JSON of a ``PDFExport``.
  ///
  /// Throws `.notFound` for pages that are not there, `.passwordRequired`, `.damaged`, `.documentTooLarge`.
  func export(
    _ export: IdentifiedContent, of source: RenderSource
  ) async throws(DocumentError) -> any ReadableContent
  /// Whether a page is kept from being drawn because it ended the renderer more than once.
  func isQuarantined(_ page: Int, of hash: ContentHash) async -> Bool
  /// The drawing libraries with their versions, for caches of drawings; nil while they are not known.
  var version: String? { get }
  /// Lets a content be tried again that is refused as `.quarantined`.
  func release(_ hash: ContentHash) async
}

/// Pages, listed or not.
extension PageRenderer {
  /// A page's size and label, wherever they stand.
  ///
  /// Throws `.notFound` for a page that is not there.
  public func page(
    _ number: Int, of source: RenderSource, priority: RenderPriority
  ) async throws(DocumentError) -> PageFacts {
    if let listed = try await inspect(source, priority: priority).facts.page(number) { return listed }
    return try await inspect(page: number, of: source, priority: priority)
  }
}

/// The answers of a renderer that keeps nothing.
extension PageRenderer {
  /// Looks anew.
  public func sniff(
    _ content: any ReadableContent, hash: ContentHash
  ) async throws(DocumentError) -> SniffedContent {
    try await sniff(content)
  }

  /// Reads them as visible ones.
  public func text(
    ofPage page: Int, of source: RenderSource, priority: RenderPriority
  ) async throws(DocumentError) -> PageText {
    try await text(ofPage: page, of: source)
  }

  /// Folds the words anew.
  public func findableText(
    ofPage page: Int, of source: RenderSource
  ) async throws(DocumentError) -> FindableText {
    FindableText(try await text(ofPage: page, of: source))
  }
}

/// The answers of a renderer that reads no metadata.
extension PageRenderer {
  /// Nothing is known.
  public func metadata(
    of source: RenderSource, priority: RenderPriority
  ) async throws(DocumentError) -> ContentMetadata { ContentMetadata() }

  /// Nothing is known.
  public func pictures(of source: RenderSource) async throws(DocumentError) -> [String] { [] }

  /// Nothing is known.
  public func properties(of file: IdentifiedContent) async throws(DocumentError) -> ContentMetadata {
    ContentMetadata()
  }

  /// None.
  public func annotations(of source: RenderSource) async throws(DocumentError) -> [EmbeddedAnnotation] { [] }

  /// Refuses as `.notFound`.
  public func attachment(
    _ number: Int, of source: RenderSource
  ) async throws(DocumentError) -> any ReadableContent {
    throw DocumentError(.notFound, "there is no attachment \(number)")
  }
}

/// The answers of a renderer that reads no archives.
extension PageRenderer {
  /// Refuses as `.notShowable`.
  public func entries(of archive: IdentifiedContent) async throws(DocumentError) -> ArchiveListing {
    throw DocumentError(.notShowable, "archives are not read here")
  }

  /// Refuses as `.notShowable`.
  public func entry(
    _ number: Int, of archive: IdentifiedContent
  ) async throws(DocumentError) -> any ReadableContent {
    throw DocumentError(.notShowable, "archives are not read here")
  }
}

/// The answers of a renderer that lists all pages.
extension PageRenderer {
  /// Refuses as `.notFound`.
  public func inspect(
    page: Int, of source: RenderSource, priority: RenderPriority
  ) async throws(DocumentError) -> PageFacts {
    throw DocumentError(.notFound, "there is no page \(page)")
  }
}

/// The answers of a renderer that draws no boards.
extension PageRenderer {
  /// Refuses as `.notShowable`.
  public func readBoard(_ board: IdentifiedContent) async throws(DocumentError) -> BoardFacts {
    throw DocumentError(.notShowable, "boards are not drawn here")
  }

  /// Refuses as `.notShowable`.
  public func drawBoard(
    _ drawing: BoardDrawing, of board: IdentifiedContent, over contents: [any ReadableContent]
  ) async throws(DocumentError) -> any ReadableContent {
    throw DocumentError(.notShowable, "boards are not drawn here")
  }

  /// Refuses as `.notShowable`.
  public func print(_ source: RenderSource) async throws(DocumentError) -> any ReadableContent {
    throw DocumentError(.notShowable, "documents are not printed here")
  }

  /// Refuses as `.notShowable`.
  public func export(
    _ export: IdentifiedContent, of source: RenderSource
  ) async throws(DocumentError) -> any ReadableContent {
    throw DocumentError(.notShowable, "documents are not exported here")
  }

  /// Nothing is kept away.
  public func isQuarantined(_ page: Int, of hash: ContentHash) async -> Bool { false }

  /// Not known.
  public var version: String? { nil }
}
