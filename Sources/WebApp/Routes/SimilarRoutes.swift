import DocumentModel
import HTTPServer
import HTTPTypes
import Workspace

/// Documents that are like a given one.
struct SimilarRoutes: Sendable {
  let workspace: DocumentWorkspace
  let similar: SimilarDocuments

  func add(to router: inout Router) {
    router.on(.get, "api/v1/documents/:id/similar") { request, parameters in
      let id = try parameters.require("id", as: DocumentID.self)
      let limit = try Self.limit(request.query["limit"])
      let answer = try await similar.find(like: id, limit: limit)
      return .json(
        try JSONResponse.encode(SimilarDocumentsResponse(answer, in: workspace)),
        headers: [.cacheControl: "private, no-cache"])
    }
  }

  private static func limit(_ text: String?) throws(DocumentError) -> Int {
    guard let text else { return 20 }
    guard let limit = PlainNumber.whole(text), (1...SimilarTexts.maximumLimit).contains(limit) else {
      throw DocumentError(
        .invalidParameter, "limit must be a whole number from 1 to \(SimilarTexts.maximumLimit)")
    }
    return limit
  }
}
