public import DocumentModel

/// Suggests a name for a document and tells the dates in it, from the words that the index has of its first pages.
public struct TitleSuggestions: Sendable {
  private let workspace: DocumentWorkspace
  private let index: any TextIndex

  /// For the documents of a workspace, by the words that an index has of them.
  public init(in workspace: DocumentWorkspace, by index: any TextIndex) {
    self.workspace = workspace
    self.index = index
  }

  /// How far the words of a document are.
  public enum State: String, Hashable, Sendable {
    /// Something is suggested.
    case ready
    /// Words of its first pages are still to come.
    case waiting
    /// Nothing is suggested.
    case none
  }

  /// The answer.
  public struct Answer: Sendable {
    /// The document as it is now.
    public let document: Document
    /// How far its words are.
    public let state: State
    /// Why its words cannot be had; nil where they can.
    public let reason: DocumentError.Code?
    /// Pages of the document in whose pictures words may still be read.
    public let scans: Int
    /// The title and the dates, where there are any.
    public let suggestions: DocumentSuggestions
  }

  /// The suggestions for a document, which may be in the Trash.
  ///
  /// Throws `.notFound` for an unknown document, and what the index throws. A document whose metadata cannot be read has
  /// none.
  public func suggest(for id: DocumentID) async throws(DocumentError) -> Answer {
    let document = try await workspace.document(id, includingTrash: true)
    let read = try await index.pages(of: id, after: 0)
    // The index hears of a new content some moments later.
    let pages = read?.hash == document.sha256 ? read : nil
    let description = try? await workspace.pages.describe(document)
    let suggestions = DocumentSuggestions(
      pages?.pages ?? [], metadataTitle: description.flatMap(Self.title),
      hasHeadings: Self.hasHeadings(document, in: workspace.types.current),
      today: CalendarDay(of: workspace.services.now()))
    let isEmpty = suggestions.title == nil && suggestions.dates.isEmpty
    return Answer(
      document: document, state: Self.isWaiting(pages) ? .waiting : isEmpty ? .none : .ready,
      reason: Self.refusal(pages), scans: pages?.scans ?? 0, suggestions: suggestions)
  }

  private static func title(_ description: DocumentDescription) -> String? {
    description.content?.fields["title"] ?? description.media?.tags["title"]
  }

  private static func isWaiting(_ pages: IndexedPages?) -> Bool {
    guard let pages else { return true }
    guard case .waiting = pages.progress else { return false }
    return pages.pages.count < DocumentSuggestions.mostPages
  }

  private static func refusal(_ pages: IndexedPages?) -> DocumentError.Code? {
    if case .refused(let code) = pages?.progress { code } else { nil }
  }

  /// Texts that people read; tables, settings and sources of programs begin with something else.
  private static let readable: Set<TypeIdentifier> = [
    "public.plain-text", "public.rtf", "public.html", "public.mhtml", "net.daringfireball.markdown",
    "org.python.restructuredtext", "org.asciidoc.document", "org.orgmode.document", "public.email-message",
    "com.apple.mail.emlx",
  ].reduce(into: []) { types, name in TypeIdentifier(name).map { _ = types.insert($0) } }

  private static func hasHeadings(_ document: Document, in registry: FileTypeRegistry) -> Bool {
    guard !registry.conforms(document.type, to: .spreadsheet) else { return false }
    return !registry.conforms(document.type, to: .text) || readable.contains(document.type)
  }
}
