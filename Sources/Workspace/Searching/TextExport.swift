public import DocumentModel

/// The words of all documents that match, page by page, for programs.
///
/// Documents come in the order of their ids, which stays while others come and go. So an export that was cut off goes on
/// behind the last page that arrived. Only the ids and one batch of pages are in memory.
public struct TextExport: Sendable {
  private let workspace: DocumentWorkspace
  private let index: any TextIndex

  /// An export of a workspace, from the index of its words.
  public init(of workspace: DocumentWorkspace, from index: any TextIndex) {
    self.workspace = workspace
    self.index = index
  }

  /// The documents that an export is of, and what is known of the index at its beginning.
  public struct Beginning: Sendable {
    /// The documents that are still to come, in the order of their ids.
    public let documents: [DocumentID]
    /// How many documents match, with those that came before.
    public let total: Int
    /// Whether more documents match: so many pages have the words that the newest alone were looked at.
    public let isPartial: Bool
    /// How far the index is.
    public let progress: TextIndexProgress
    /// Whether the index knows all that happened to documents.
    public let isInStep: Bool
    fileprivate let place: TextExportPlace?
  }

  /// A part of an export.
  public enum Part: Sendable {
    /// Pages of a document that follow one another.
    case pages([IndexedPages.Page], of: Document, content: ContentHash)
    /// The document has no pages in the index, or none behind those that were told.
    case leftOut(Document, ContentHash, because: DocumentError.Code)
    /// Pages of the document, or words in pictures of pages, are still to come.
    case waiting(Document, ContentHash, pages: Int, of: Int?, scans: Int)
  }

  /// Finds out which documents an export has.
  ///
  /// - Parameters:
  ///   - query: the documents that are wanted; nil for all of them.
  ///   - place: the place behind which the export goes on.
  /// - Throws: what the index throws.
  public func begin(
    _ query: SearchQuery?, after place: TextExportPlace?
  ) async throws(DocumentError) -> Beginning {
    let matched = try await matched(query)
    let state = try await workspace.eventLog.eventLogState()
    let position = try await index.position()
    let documents = matched.documents.sorted { $0.description < $1.description }
      .drop { id in place.map { $0.isBehind(id) } ?? false }
    return Beginning(
      documents: Array(documents), total: matched.documents.count, isPartial: matched.isPartial,
      progress: try await index.progress(),
      isInStep: position == EventID(epoch: state.epoch, sequence: state.last), place: place)
  }

  private func matched(_ query: SearchQuery?) async throws(DocumentError) -> TextMatches {
    guard let query else { return try await index.matches(try SearchQuery("") { _ in nil }, isWhole: false) }
    // A query without a letter finds nothing; only one that is not there asks for all.
    return query.isEmpty ? TextMatches([]) : try await index.matches(query, isWhole: false)
  }

  /// Tells all parts of an export, one after the other.
  ///
  /// Throws what the index throws, and what `tell` throws, as for a client that has gone.
  public func parts(of beginning: Beginning, _ tell: (Part) async throws -> Void) async throws {
    for id in beginning.documents {
      try Task.checkCancellation()
      guard let document = try await workspace.index.document(id), document.trashed == nil else { continue }
      let place = beginning.place.flatMap { $0.document == id ? $0 : nil }
      try await parts(of: document, after: place, tell)
    }
  }

  private func parts(
    of document: Document, after place: TextExportPlace?, _ tell: (Part) async throws -> Void
  ) async throws {
    var page = place?.page ?? 0
    var content = place?.content
    while true {
      guard let read = try await index.pages(of: document.id, after: page) else { return }
      // Pages of one content follow one another: another content begins anew.
      if let known = content, !read.hash.description.hasPrefix(known) {
        (page, content) = (0, nil)
        continue
      }
      content = read.hash.description
      if !read.pages.isEmpty { try await tell(.pages(read.pages, of: document, content: read.hash)) }
      guard read.isLast else {
        page = read.pages.last?.number ?? page
        continue
      }
      if let part = Self.last(document, read) { try await tell(part) }
      return
    }
  }

  private static func last(_ document: Document, _ read: IndexedPages) -> Part? {
    switch read.progress {
    case .refused(let code): .leftOut(document, read.hash, because: code)
    case .waiting(let pages, let count):
      .waiting(document, read.hash, pages: pages, of: count, scans: read.scans)
    case .read(let pages, _, _) where read.scans > 0:
      .waiting(document, read.hash, pages: pages, of: pages, scans: read.scans)
    case .read: nil
    }
  }
}
