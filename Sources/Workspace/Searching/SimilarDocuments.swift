public import DocumentModel

/// Documents that are like a given one: copies, other forms and texts with passages in common.
public struct SimilarDocuments: Sendable {
  private let workspace: DocumentWorkspace
  private let index: any TextIndex

  /// For the documents of a workspace, by the words that an index has of them.
  public init(in workspace: DocumentWorkspace, by index: any TextIndex) {
    self.workspace = workspace
    self.index = index
  }

  /// How far the comparison of a document with others is.
  public enum State: Hashable, Sendable {
    /// It is compared with all others.
    case compared
    /// Its words are not all there yet: so many pages are, and of how many, where that is known.
    case waiting(pages: Int, of: Int?)
    /// It has too few words to be compared.
    case fewWords
    /// Its words cannot be had.
    case refused(DocumentError.Code)
  }

  /// A document that is like the given one.
  public struct Found: Sendable {
    /// The document as it is now.
    public let document: Document
    /// How like it is.
    public let likeness: TextLikeness
  }

  /// The answer.
  public struct Answer: Sendable {
    /// How far the comparison is.
    public let state: State
    /// Pages of the document in whose pictures words may still be read.
    public let scans: Int
    /// The documents, those with the same content first, then the most alike.
    public let documents: [Found]
  }

  /// The documents that are like a given one, which may be in the Trash; those that are found there are left out.
  ///
  /// Throws `.notFound` for an unknown document, and what the index throws.
  public func find(like id: DocumentID, limit: Int) async throws(DocumentError) -> Answer {
    let document = try await workspace.document(id, includingTrash: true)
    // The index hears of a new content some moments later.
    guard let similar = try await index.similar(to: id, limit: limit), similar.hash == document.sha256 else {
      return Answer(state: .waiting(pages: 0, of: nil), scans: 0, documents: [])
    }
    var found: [Found] = []
    for text in similar.texts {
      guard let other = try await workspace.index.document(text.document), other.trashed == nil,
        other.sha256 == text.hash
      else { continue }
      found.append(Found(document: other, likeness: text.likeness))
    }
    return Answer(state: Self.state(similar), scans: similar.scans, documents: found)
  }

  private static func state(_ similar: SimilarTexts) -> State {
    switch similar.progress {
    case .waiting(let pages, let count): .waiting(pages: pages, of: count)
    case .refused(let code): .refused(code)
    case .read: similar.isTelling ? .compared : .fewWords
    }
  }
}
