import DocumentModel
import HTTPServer
import HTTPTypes
import Workspace

/// A name and dates for a document, taken from its words.
struct SuggestionRoutes: Sendable {
  let suggestions: TitleSuggestions

  func add(to router: inout Router) {
    router.on(.get, "api/v1/documents/:id/suggestions") { _, parameters in
      let answer = try await suggestions.suggest(for: try parameters.require("id", as: DocumentID.self))
      return .json(
        try JSONResponse.encode(SuggestionResponse(answer)), headers: [.cacheControl: "private, no-cache"])
    }
  }
}
