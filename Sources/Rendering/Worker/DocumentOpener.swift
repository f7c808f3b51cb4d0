import DocumentModel
import LinuxSystem

/// The identity of an opened document: another kind or password makes another one.
struct DocumentKey: Hashable {
  let hash: ContentHash
  let kind: RendererKind
  let language: String?
  let password: String?

  /// Nil for a content without a known hash.
  init?(_ request: WorkerRequest) {
    guard let hash = request.hash else { return nil }
    self.hash = hash
    kind = request.kind
    language = request.language
    password = request.password
  }
}

/// Opens contents, and keeps recent documents open, so that the next page or size needs no parsing.
///
/// Used by one thread.
final class DocumentOpener {
  private static let maximumCount = 8
  private static let maximumBytes: Int64 = 256 << 20

  private struct Opened {
    let document: any OpenedDocument
    let content: Descriptor
    let look: FileStatus?

    /// Whether the file is unchanged; a library reads from it as long as the document is open.
    var isUnchanged: Bool {
      guard let look, let now = try? content.status() else { return false }
      return now.size == look.size && now.modified == look.modified
    }
  }

  private var recent = RecentlyUsed<DocumentKey, Opened>(
    maximumCount: maximumCount, maximumWeight: maximumBytes)

  /// The document of `request`, opened from `content` unless it is still open.
  ///
  /// Throws the errors of the document's `init`.
  ///
  /// - Parameter pictures: those that ``WorkerRequest/pictures`` names.
  func document(
    for request: WorkerRequest, _ content: Descriptor, showing pictures: [Descriptor] = []
  ) throws(DocumentError) -> any OpenedDocument {
    guard let key = DocumentKey(request) else {
      return try Self.open(request, content, pictures)
    }
    if let kept = recent.use(key) { return kept.document }
    let look = try? content.status()
    let document = try Self.open(request, content, pictures)
    recent.insert(
      Opened(document: document, content: content, look: look), for: key, weight: look?.size ?? 0)
    return document
  }

  /// Whether the document of `request` is closed, or its file is unchanged since the opening.
  func isUnchanged(_ request: WorkerRequest) -> Bool {
    guard let key = DocumentKey(request), let kept = recent.use(key) else { return true }
    return kept.isUnchanged
  }

  func rest() {
    for kept in recent.values { kept.document.rest() }
  }

  func close(_ request: WorkerRequest) {
    if let key = DocumentKey(request) { recent.remove(key) }
  }

  private static func open(
    _ request: WorkerRequest, _ content: Descriptor, _ pictures: [Descriptor]
  ) throws(DocumentError) -> any OpenedDocument {
    let named = zip(request.pictures, pictures).map { ($0, PagePicture($1)) }
    return try open(
      request.kind, content, language: request.language, password: request.password,
      pictures: Dictionary(named) { first, _ in first })
  }

  /// Opens a content with the library of its kind, without keeping it.
  static func open(
    _ kind: RendererKind, _ content: Descriptor, language: String? = nil, password: String? = nil,
    pictures: [String: PagePicture] = [:]
  ) throws(DocumentError) -> any OpenedDocument {
    switch kind {
    case .pdf: try PDFDocument(content, password: password)
    case .image: try ImageDocument(content)
    case .raw: try ImageDocument(CameraRaw.preview(of: ContentBytes(content)))
    case .font: TypesetDocument(FontSpecimen(try FontFace(content)))
    case .bytes where isPlain(content): TypesetDocument(PlainTextPages(try DecodedText(content)))
    case .bytes: TypesetDocument(try HexPages(content))
    case .mail: TypesetDocument(try MailPages(content))
    case .text, .code, .markdown, .table:
      TypesetDocument(try layout(of: kind, DecodedText(content), language, pictures))
    }
  }

  /// Whether a content that nothing else opens begins as plain text, as keys and shortcuts do.
  private static func isPlain(_ content: Descriptor) -> Bool {
    guard let beginning = try? content.read(16 << 10), !beginning.isEmpty else { return false }
    return beginning.allSatisfy { (0x20..<0x7F).contains($0) || (9...13).contains($0) }
  }

  private static func layout(
    of kind: RendererKind, _ text: DecodedText, _ language: String?, _ pictures: [String: PagePicture]
  ) -> any PageLayout {
    if kind == .markdown, let pages = MarkdownPages(text, pictures: pictures) { return pages }
    if kind == .table, let pages = TablePages(text, tabs: language == "tsv") { return pages }
    guard kind == .code else { return PlainTextPages(text) }
    return PlainTextPages(text.laidOut(as: language), numbersLines: true, language: language)
  }
}
