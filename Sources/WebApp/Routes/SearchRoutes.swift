import DocumentModel
import HTTPServer
import HTTPTypes
import Workspace

/// The search in all documents.
struct SearchRoutes: Sendable {
  let workspace: DocumentWorkspace
  let search: DocumentSearch
  let scans: ScanReading?

  func add(to router: inout Router) {
    router.on(.get, "api/v1/search") { request, _ in
      let found = try await search.find(try Self.parameters(request.query))
      return .json(
        try JSONResponse.encode(FoundDocumentsResponse(found, in: workspace)),
        headers: [.cacheControl: "no-cache"])
    }
    router.on(.get, "api/v1/search/index") { _, _ in
      .json(
        try JSONResponse.encode(TextIndexResponse(try await search.progress(), scans)),
        headers: [.cacheControl: "no-cache"])
    }
    router.on(.get, "api/v1/documents/:id/words") { _, parameters in
      let document = try await workspace.document(try parameters.require("id", as: DocumentID.self))
      let progress = try await search.progress(of: document.id)
      return .json(
        try JSONResponse.encode(DocumentWordsResponse(progress)), headers: [.cacheControl: "no-cache"])
    }
  }

  private static func parameters(_ query: Query) throws(DocumentError) -> DocumentSearch.Parameters {
    guard let text = query["q"] else {
      throw DocumentError(.invalidParameter, "q must be what to look for")
    }
    var parameters = DocumentSearch.Parameters(text)
    parameters.isTyped = try Flag.read("typing", query["typing"])
    parameters.countsFacets = try Flag.read("facets", query["facets"])
    parameters.offset = try offset(query["cursor"])
    if let limit = query["limit"] {
      guard let limit = PlainNumber.whole(limit), (1...TextSearch.maximumLimit).contains(limit) else {
        throw DocumentError(
          .invalidParameter, "limit must be a whole number from 1 to \(TextSearch.maximumLimit)")
      }
      parameters.limit = limit
    }
    return parameters
  }

  private static func offset(_ cursor: String?) throws(DocumentError) -> Int {
    guard let cursor else { return 0 }
    guard let offset = PlainNumber.whole(cursor), (0...TextSearch.maximumOffset).contains(offset) else {
      throw DocumentError(.invalidParameter, "cursor must be the next of an earlier answer")
    }
    return offset
  }
}
