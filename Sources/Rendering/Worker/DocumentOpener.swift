import DocumentModel
import LinuxSystem

/// Names an opened document: as another kind, or with another password, it is another one.
struct DocumentKey: Hashable {
  let hash: ContentHash
  let kind: RendererKind
  let password: String?

  /// The key of what `request` is about; nil for a content whose hash is not known.
  init?(_ request: WorkerRequest) {
    guard let hash = request.hash else { return nil }
    self.hash = hash
    kind = request.kind
    password = request.password
  }
}

/// Opens contents, and keeps recent ones open: the same page at another size, or the next page, is not parsed
/// again.
///
/// Used by one thread.
final class DocumentOpener {
  /// Documents kept open at a time.
  private static let maximumCount = 8
  /// Bytes of the documents kept open, together.
  private static let maximumBytes: Int64 = 256 << 20

  private var recent = RecentlyUsed<DocumentKey, any OpenedDocument>(
    maximumCount: maximumCount, maximumWeight: maximumBytes)

  /// The document that `request` is about, from `content` unless it is still open.
  ///
  /// Throws as the document's own `init` does.
  func document(for request: WorkerRequest, _ content: Descriptor) throws(DocumentError) -> any OpenedDocument
  {
    guard let key = DocumentKey(request) else { return try open(request, content) }
    if let document = recent.use(key) { return document }
    let document = try open(request, content)
    recent.insert(document, for: key, weight: (try? content.status().size) ?? 0)
    return document
  }

  private func open(_ request: WorkerRequest, _ content: Descriptor) throws(DocumentError)
    -> any OpenedDocument
  {
    switch request.kind {
    case .pdf: try PDFDocument(content, password: request.password)
    case .image: try ImageDocument(content)
    }
  }
}
