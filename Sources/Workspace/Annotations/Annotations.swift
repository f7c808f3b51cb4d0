public import DocumentModel
import FoundationEssentials
import Logging

/// Marks on the pages of documents, kept by the hash of the content; the document's file is never changed.
///
/// A newer content of a document takes over the annotations of the one before it when it is first asked for its own.
public struct Annotations: UsesServices {
  let workspace: DocumentWorkspace
  let store: any AnnotationStore
  /// One change of a content at a time.
  let lock = KeyedLock<String>()

  var services: Services { workspace.services }

  /// The annotations of one content, and the document that has it.
  public struct Found: Sendable {
    /// The document.
    public let document: Document
    /// Its annotations.
    public let set: AnnotationSet
  }

  /// The request of a client: annotations to keep, and names of those to remove.
  public struct Edit: Sendable {
    /// New annotations, and new forms of known ones.
    public var put: [AnnotationDraft]
    /// Names to remove; one that is not there is no error.
    public var removed: [AnnotationID]

    /// An edit from its parts.
    public init(put: [AnnotationDraft] = [], removed: [AnnotationID] = []) {
      (self.put, self.removed) = (put, removed)
    }
  }

  /// Refuses a change for what there is at its moment.
  public typealias Condition = @Sendable (AnnotationSet) throws(DocumentError) -> Void

  /// The most versions in which annotations are looked for.
  static let mostVersions = 50
  /// The bytes that the annotations of one content may have together.
  public static let maximumBytes = 32 << 20

  /// The annotations of the documents of `workspace`, in `store`.
  public init(_ workspace: DocumentWorkspace, store: any AnnotationStore) {
    (self.workspace, self.store) = (workspace, store)
  }

  /// The annotations of a document.
  ///
  /// Throws `.notFound` without such a document, `.passwordRequired` and `.storageFailed`.
  public func annotations(of id: DocumentID) async throws(DocumentError) -> Found {
    let document = try await document(id)
    try await requireOpen(document)
    return Found(
      document: document,
      set: try await lock.withLock(document.sha256.description) {
        () async throws(DocumentError) in try await carried(to: document)
      })
  }

  /// The contents that have, or have had, annotations.
  func annotatedContents() async throws(DocumentError) -> [ContentHash] {
    try await store.annotatedContents()
  }

  /// The annotations of a document that needs no password; throws `.passwordRequired` for another one that has some.
  func openAnnotations(of document: Document) async throws(DocumentError) -> AnnotationSet {
    let set = try await lock.withLock(document.sha256.description) {
      () async throws(DocumentError) in try await carried(to: document)
    }
    if set.count > 0 { try await requireOpen(document) }
    return set
  }

  /// Refuses clients without the password of a locked document: annotations have words of it.
  private func requireOpen(_ document: Document) async throws(DocumentError) {
    guard types.current.conforms(document.type, to: .pdf) else { return }
    do throws(DocumentError) {
      _ = try await workspace.pages.pages(of: document)
    } catch  where error.code == .passwordRequired {
      throw error
    } catch {
      // A PDF that cannot be opened for another reason has its annotations still.
    }
  }

  /// The annotations that a PDF brings with it; none of any other document.
  ///
  /// Throws as ``Pages/pages(of:priority:)``.
  public func embedded(in id: DocumentID) async throws(DocumentError) -> [EmbeddedAnnotation] {
    let (document, content) = try await workspace.tree.current(try await document(id))
    return try await renderer.annotations(
      of: try await workspace.pages.source(of: document, content, .visible))
  }

  /// Makes an edit, wholly or not at all; durable when it returns.
  ///
  /// The time of an annotation's first form stays, and so does its author.
  ///
  /// - Parameters:
  ///   - edit: the changes.
  ///   - id: a document in `Documents`.
  ///   - content: the content on which the client made them, if it knows; an earlier one's are taken over at once.
  ///   - author: the name for annotations that state none.
  ///   - client: the client, for the notice.
  ///   - condition: refuses the change by throwing.
  /// - Throws: `.notFound` without such a document, content or version, and for quoted words that the page does not
  ///   have. `.invalidParameter` for a page that it does not have, `.tooLarge` beyond ``AnnotationLimits``. What
  ///   `condition` throws.
  public func make(
    _ edit: Edit, on id: DocumentID, content: ContentHash? = nil, by author: String,
    client: ClientName? = nil, unless condition: Condition = { _ throws(DocumentError) in }
  ) async throws(DocumentError) -> Found {
    let document = try await document(id)
    try await requireOpen(document)
    let content = content ?? document.sha256
    guard content == document.sha256 else {
      return try await make(
        edit, onEarlier: content, of: document, by: author, client: client, unless: condition)
    }
    let places = try await places(of: edit.put, on: document)
    let set = try await lock.withLock(content.description) { () async throws(DocumentError) in
      let set = try await carried(to: document)
      try condition(set)
      return try await apply(edit, at: places, to: set, of: content, by: author)
    }
    notices.post(.annotations(content, set.cursor, client: client))
    return Found(document: document, set: set)
  }

  /// An edit that a client made before it heard of the newer content.
  private func make(
    _ edit: Edit, onEarlier content: ContentHash, of document: Document, by author: String,
    client: ClientName?, unless condition: Condition
  ) async throws(DocumentError) -> Found {
    let versions = try await versionIndex.versions(of: document.id, before: nil, limit: Self.mostVersions)
    guard versions.contains(where: { $0.sha256 == content }) else {
      throw DocumentError(.notFound, "the document has no version with this content")
    }
    guard edit.put.allSatisfy({ $0.mark != nil }) else {
      throw DocumentError(.invalidParameter, "quoted words are looked for in the newest content alone")
    }
    let set = try await lock.withLock(content.description, document.sha256.description) {
      () async throws(DocumentError) in
      let places = edit.put.map { _ in [PageRectangle]() }
      let earlier = try await store.annotations(of: content)
      try condition(earlier)
      _ = try await apply(edit, at: places, to: earlier, of: content, by: author)
      return try await carried(to: document)
    }
    notices.post(.annotations(document.sha256, set.cursor, client: nil))
    return Found(document: document, set: set)
  }

  private func apply(
    _ edit: Edit, at places: [[PageRectangle]], to known: AnnotationSet, of content: ContentHash,
    by author: String
  ) async throws(DocumentError) -> AnnotationSet {
    var set = known
    var change = AnnotationChange(removed: edit.removed.filter { set.entry($0) != nil })
    for (draft, boxes) in zip(edit.put, places) {
      let made = try draft.annotation(by: author, at: now(), boxes: boxes)
      let annotation = try made.following(set.entry(made.id).flatMap { try? Annotation(stored: $0.json) })
      change.put.append(AnnotationSet.Entry(annotation, of: content))
    }
    guard !change.put.isEmpty || !change.removed.isEmpty else { return set }
    try Self.requireRoom(for: change, in: set)
    try await store.keep(change, of: content, over: set)
    set.apply(change)
    return set
  }

  private static func requireRoom(
    for change: AnnotationChange, in set: AnnotationSet
  ) throws(DocumentError) {
    let count = set.count + change.put.count - change.removed.count
    guard count <= AnnotationLimits.annotations || change.put.isEmpty else {
      throw DocumentError(.tooLarge, "a document has at most \(AnnotationLimits.annotations) annotations")
    }
    let bytes = (set.all.map(\.json) + change.put.map(\.json)).reduce(0) { $0 + $1.count }
    guard bytes <= maximumBytes || change.put.isEmpty else {
      throw DocumentError(.tooLarge, "the annotations of a document have at most \(maximumBytes >> 20) MiB")
    }
  }

  /// For each draft the boxes of the words that it quotes; empty for one that states its place.
  private func places(
    of drafts: [AnnotationDraft], on document: Document
  ) async throws(DocumentError) -> [[PageRectangle]] {
    guard !drafts.isEmpty else { return [] }
    let count = try await workspace.pages.pages(of: document).facts.pageCount
    var places: [[PageRectangle]] = []
    for draft in drafts {
      guard draft.page <= max(1, count) else {
        throw DocumentError(.invalidParameter, "the document has no page \(draft.page), but \(count)")
      }
      places.append(draft.mark == nil ? try await boxes(of: draft, on: document) : [])
    }
    return places
  }

  private func boxes(
    of draft: AnnotationDraft, on document: Document
  ) async throws(DocumentError) -> [PageRectangle] {
    let text = try await workspace.pages.text(ofPage: draft.page, of: document)
    let page = QuotedPage(number: draft.page, size: PageSize(width: 1, height: 1), words: text.words)
    guard let quote = draft.quote, let place = page.place(of: quote) else {
      throw DocumentError(.notFound, "page \(draft.page) does not have the quoted words")
    }
    return page.boxes(of: place)
  }
}

extension Annotation {
  /// The annotation with author and first time of its earlier form.
  fileprivate func following(_ earlier: Annotation?) throws(DocumentError) -> Annotation {
    guard let earlier else { return self }
    return try Annotation(
      id: id, mark: mark, quote: quote, note: note,
      creator: earlier.creator.isEmpty ? creator : earlier.creator, created: earlier.created,
      modified: modified, isPlaced: isPlaced)
  }
}

// MARK: - Exporting

/// Documents as PDFs with their marks.
extension Annotations {
  /// The most pages of which sizes are asked for one by one.
  private static let mostSheets = 5_000

  /// The document as a PDF, or some pages of it, with its marks in a form.
  ///
  /// The document's file stays as it is.
  ///
  /// - Parameters:
  ///   - id: a document in `Documents`.
  ///   - marks: the form of marks.
  ///   - pages: the pages that are kept; nil for all.
  /// - Throws: as ``Pages/rendition(of:)``, and `.notFound` for a page that is not there.
  public func export(
    _ id: DocumentID, marks: PDFExport.Marks, pages: [Int]? = nil
  ) async throws(DocumentError) -> DocumentRendition {
    let found = try await annotations(of: id)
    let rendition = try await workspace.pages.rendition(of: found.document)
    let annotations = marks == .none ? [] : found.set.all.compactMap { try? Annotation(stored: $0.json) }
    let wanted = pages.map(Set.init)
    let drawn = annotations.filter { $0.isPlaced && (wanted?.contains($0.mark.page) ?? true) }
    let export = PDFExport(
      marks: marks, pages: pages, sheets: try await sheets(of: drawn, found.document), annotations: drawn)
    return try await workspace.pages.part(export, of: rendition, content: found.document.sha256)
  }

  /// The sizes of pages with marks, in the units of these.
  private func sheets(
    of annotations: [Annotation], _ document: Document
  ) async throws(DocumentError) -> [PDFExport.Sheet] {
    var sheets: [PDFExport.Sheet] = []
    for number in Set(annotations.map(\.mark.page)).sorted().prefix(Self.mostSheets) {
      let page = try await workspace.pages.page(number, of: document)
      sheets.append(PDFExport.Sheet(number: number, size: page.facts.size))
    }
    return sheets
  }
}
