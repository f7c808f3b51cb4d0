public import DocumentModel

/// The search in all documents: by their words, their names and what is said of them.
public struct DocumentSearch: Sendable {
  private let workspace: DocumentWorkspace
  private let index: any TextIndex

  /// A search through the documents of a workspace, by an index of their words.
  public init(in workspace: DocumentWorkspace, by index: any TextIndex) {
    self.workspace = workspace
    self.index = index
  }

  /// Parameters of a search.
  public struct Parameters: Hashable, Sendable {
    /// The query, as a person types it.
    public var text: String
    /// Whether it is still being typed: its last word may go on.
    public var isTyped = false
    /// How many documents are told.
    public var limit = 20
    /// How many of the best ones are passed over.
    public var offset = 0
    /// Whether what is found is counted by type, folder, tag and year.
    public var countsFacets = false

    /// A search for what a text says.
    public init(_ text: String) { self.text = text }
  }

  /// The documents in which a query is found, the best first.
  ///
  /// Throws `.invalidParameter` for a query that is too long, and what the index throws.
  public func find(_ parameters: Parameters) async throws(DocumentError) -> FoundDocuments {
    let query = try query(parameters.text, isTyped: parameters.isTyped)
    let search = TextSearch(
      query, limit: parameters.limit, offset: parameters.offset, countsFacets: parameters.countsFacets,
      now: workspace.services.now())
    let findings = try await index.find(search)
    let documents = try await documents(of: findings.findings)
    let told = search.offset + findings.findings.count
    return FoundDocuments(
      documents: documents, total: findings.total, isPartial: findings.isPartial, remarks: query.remarks,
      corrections: findings.corrections,
      facets: findings.facets.map(counted),
      next: told < min(findings.total, TextSearch.maximumOffset) ? told : nil)
  }

  /// The documents as they are now; one may have been removed just now.
  private func documents(of findings: [TextFindings.Finding]) async throws(DocumentError) -> [FoundDocument] {
    let entries = try await workspace.index.entries(findings.map(\.document))
    let documents = Dictionary(entries.map { ($0.document.id, $0.document) }) { first, _ in first }
    return findings.compactMap { finding in
      guard let document = documents[finding.document], document.trashed == nil else { return nil }
      let pages = document.sha256 == finding.hash ? finding.pages.map(FoundPage.init) : []
      return FoundDocument(
        document: document, score: finding.score, pageCount: finding.pageCount,
        pages: pages.filter { !$0.hits.isEmpty })
    }
  }

  /// The most frequent values of each facet.
  ///
  /// A type counts what conforms to it, as a filter by it finds.
  private func counted(_ facets: TextFindings.Facets) -> TextFindings.Facets {
    let registry = workspace.types.current
    var facets = facets
    facets.types = facets.types.map { facet in
      guard let type = TypeIdentifier(facet.value), let meant = registry.listFilter(for: type) else {
        return facet
      }
      let counts = facets.types.filter { TypeIdentifier($0.value).map(meant.contains) ?? false }
      return TextFindings.Facet(facet.value, count: max(facet.count, counts.reduce(0) { $0 + $1.count }))
    }
    for list in [\TextFindings.Facets.types, \.folders, \.tags, \.years] {
      facets[keyPath: list] = Array(
        facets[keyPath: list].sorted { ($1.count, $0.value) < ($0.count, $1.value) }.prefix(Self.mostValues))
    }
    return facets
  }

  /// So many values of a facet are told.
  private static let mostValues = 12

  /// How far the index is.
  public func progress() async throws(DocumentError) -> TextIndexProgress { try await index.progress() }

  /// How far the index is with one document; nil where it does not know it.
  public func progress(of id: DocumentID) async throws(DocumentError) -> ContentProgress? {
    try await index.progress(of: id)
  }

  /// Reads a query with the types of the workspace.
  ///
  /// Throws `.invalidParameter` for a query that is too long.
  public func query(_ text: String, isTyped: Bool = false) throws(DocumentError) -> SearchQuery {
    try SearchQuery(text, isTyped: isTyped) { types(meantBy: $0) }
  }

  /// The types that a word means: by identifier, by extension, or by a kind such as `image`.
  private func types(meantBy text: String) -> Set<TypeIdentifier>? {
    let registry = workspace.types.current
    let candidates = [
      TypeIdentifier(text), TypeIdentifier("public.\(text)"), TypeIdentifier("org.sheaf.\(text)"),
    ]
    let named = candidates.compactMap { $0 }.first { registry.type($0) != nil }
    let extended = text.contains(".") ? nil : registry.types(forExtension: text).first
    // "text" is a kind and an extension: the kind has more in it.
    return (named ?? extended).map { registry.listFilter(for: $0) ?? Set(registry.types.map(\.identifier)) }
  }
}

/// The answer of a search.
public struct FoundDocuments: Sendable {
  /// The documents, the best first.
  public let documents: [FoundDocument]
  /// How many documents are found.
  public let total: Int
  /// Whether there are more than that: the newest pages alone were looked at.
  public let isPartial: Bool
  /// The parts of the query that do not mean what they seem to.
  public let remarks: [SearchQuery.Remark]
  /// Words that stand nowhere, as they are compared, and those that were looked for instead.
  public let corrections: [String: [String]]
  /// The counts of what is found; nil when they were not wanted.
  public let facets: TextFindings.Facets?
  /// How many documents are passed over for the next ones; nil when these are the last.
  public let next: Int?
}

/// A document in which a query is found.
public struct FoundDocument: Sendable {
  /// The document as it is now.
  public let document: Document
  /// How well it fits; larger is better.
  public let score: Double
  /// How many of its pages and annotations have one of the terms.
  public let pageCount: Int
  /// The best of them.
  public let pages: [FoundPage]
}

/// A page on which a query is found.
public struct FoundPage: Sendable {
  /// The page's number, from 1.
  public let number: Int
  /// The size of the page.
  public let size: PageSize
  /// Whether its words were read in its picture.
  public let isRecognized: Bool
  /// Whether the words are the note of an annotation on the page.
  public let isMark: Bool
  /// The boxes of the words of each hit, in page units.
  public let hits: [[PageRectangle]]
  /// The first hit with the words around it.
  public let snippet: Snippet

  init(_ page: TextFindings.Page) {
    (number, size, isMark) = (page.number, page.page.size, page.isMark)
    isRecognized = page.page.text.isRecognized
    let words = page.page.text.words
    // The beginning of the next page, which completes a broken word, has no place on this one.
    let boxes = page.hits.map { hit in words[hit].map(\.box).filter { $0.width > 0 || $0.height > 0 } }
    // All words of a note lie where its mark is.
    hits = isMark ? boxes.first.map { [Array($0.prefix(1))] } ?? [] : boxes
    snippet = Snippet(of: words, around: page.hits)
  }
}
