import DocumentModel
import LinuxSystem

/// The pages of the documents that lie on a board.
///
/// Documents stay open until the board is drawn, because cairo reads the fonts of their pages at the end. Images are
/// opened anew for each card, because all at once would not fit into memory. Used by one thread.
final class BoardPages {
  enum Page {
    case drawing(any VectorDocument, number: Int, PageSize)
    case picture(ImageDocument, number: Int, PageSize)

    /// In the page's own units.
    var size: PageSize {
      switch self {
      case .drawing(_, _, let size), .picture(_, _, let size): size
      }
    }
  }

  private let sources: [DocumentID: (source: BoardDrawing.Source, content: Descriptor)]
  private var documents: [DocumentID: any VectorDocument] = [:]
  /// Documents that failed to open; they are not tried again for every card.
  private var unreadable: Set<DocumentID> = []

  /// The pages of `sources`, whose contents are in `contents` in the same order.
  ///
  /// Throws `.invalidParameter` unless both have the same length.
  init(_ sources: [BoardDrawing.Source], _ contents: [Descriptor]) throws(DocumentError) {
    guard sources.count == contents.count else {
      throw DocumentError(
        .invalidParameter, "the board came with \(contents.count) of \(sources.count) documents")
    }
    let pairs = zip(sources, contents).map { ($0.document, (source: $0, content: $1)) }
    self.sources = Dictionary(pairs) { first, _ in first }
  }

  /// The page that a card shows; nil when the document is missing, locked or unreadable, or has no such page.
  func page(of card: BoardCard) -> Page? {
    guard let id = DocumentID(card.document), let (source, content) = sources[id],
      !source.blankPages.contains(card.page), !unreadable.contains(id)
    else { return nil }
    return source.kind.hasPixels
      ? picture(card.page, of: id, content) : drawing(card.page, of: id, source, content)
  }

  private func drawing(
    _ number: Int, of id: DocumentID, _ source: BoardDrawing.Source, _ content: Descriptor
  ) -> Page? {
    if documents[id] == nil {
      documents[id] =
        try? DocumentOpener.open(source.kind, content, language: source.language) as? any VectorDocument
    }
    guard let document = documents[id] else {
      unreadable.insert(id)
      return nil
    }
    guard let size = try? document.size(ofPage: number) else { return nil }
    return .drawing(document, number: number, size)
  }

  private func picture(_ number: Int, of id: DocumentID, _ content: Descriptor) -> Page? {
    guard let document = try? ImageDocument(content) else {
      unreadable.insert(id)
      return nil
    }
    guard let size = try? document.size(ofPage: number) else { return nil }
    return .picture(document, number: number, size)
  }
}
