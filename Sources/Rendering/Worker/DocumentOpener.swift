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

  /// A document, the file it is read from, and how that looked when it was opened.
  private struct Opened {
    let document: any OpenedDocument
    let content: Descriptor
    let look: FileStatus?

    /// Whether the file is still what it was: a library reads on from it for as long as the document is open.
    var isUnchanged: Bool {
      guard let look, let now = try? content.status() else { return false }
      return now.size == look.size && now.modified == look.modified
    }
  }

  private var recent = RecentlyUsed<DocumentKey, Opened>(
    maximumCount: maximumCount, maximumWeight: maximumBytes)

  /// The document that `request` is about, from `content` unless it is still open.
  ///
  /// Throws as the document's own `init` does.
  func document(for request: WorkerRequest, _ content: Descriptor) throws(DocumentError) -> any OpenedDocument
  {
    guard let key = DocumentKey(request) else { return try open(request, content) }
    if let kept = recent.use(key) { return kept.document }
    let look = try? content.status()
    let document = try open(request, content)
    recent.insert(
      Opened(document: document, content: content, look: look), for: key, weight: look?.size ?? 0)
    return document
  }

  /// Whether the file behind the document of `request`, if it is open, is what it was when it was opened.
  func isUnchanged(_ request: WorkerRequest) -> Bool {
    guard let key = DocumentKey(request), let kept = recent.use(key) else { return true }
    return kept.isUnchanged
  }

  /// Lets all documents give back what they do not need to stay open.
  func rest() {
    for kept in recent.values { kept.document.rest() }
  }

  /// Closes the document of `request`.
  func close(_ request: WorkerRequest) {
    if let key = DocumentKey(request) { recent.remove(key) }
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
