import DocumentModel
import Workspace

/// The documents that are like a given one.
struct SimilarDocumentsResponse: Encodable {
  struct Found: Encodable {
    let document: DocumentResponse
    /// From 0 to 1, with three digits: more are not known.
    let likeness: Double
    let relation: String
  }

  let state: String
  /// The reason why its words cannot be had; missing else.
  let reason: String?
  /// The pages whose words are there, while some are missing.
  let pagesRead: Int?
  let pageCount: Int?
  let scans: Int
  let documents: [Found]

  init(_ answer: SimilarDocuments.Answer, in workspace: DocumentWorkspace) {
    scans = answer.scans
    documents = answer.documents.map { found in
      Found(
        document: DocumentResponse(found.document, in: workspace),
        likeness: (found.likeness.share * 1_000).rounded() / 1_000,
        relation: found.likeness.relation.rawValue)
    }
    switch answer.state {
    case .compared: (state, reason, pagesRead, pageCount) = ("compared", nil, nil, nil)
    case .fewWords: (state, reason, pagesRead, pageCount) = ("few-words", nil, nil, nil)
    case .refused(let code): (state, reason, pagesRead, pageCount) = ("refused", code.rawValue, nil, nil)
    case .waiting(let pages, let count):
      (state, reason, pagesRead, pageCount) = ("waiting", nil, pages, count)
    }
  }
}
