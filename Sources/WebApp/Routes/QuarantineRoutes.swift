import DocumentModel
import HTTPServer
import HTTPTypes
import Previews
import Workspace

/// Documents that are quarantined because they crashed the renderer repeatedly.
struct QuarantineRoutes: Sendable {
  let workspace: DocumentWorkspace
  let pool: WorkerPool

  func add(to router: inout Router) {
    router.on(.get, "api/v1/quarantine") { request, _ in
      let limit = try ListLimit.read(request.query["limit"])
      let last = try Self.cursor(request.query["cursor"])
      let page = try await list(limit: limit, after: last)
      return .json(try JSONResponse.encode(page), headers: [.cacheControl: "no-store"])
    }
    router.on(.delete, "api/v1/documents/:id/quarantine") { request, parameters in
      let id = try parameters.require("id", as: DocumentID.self)
      // A document in the Trash can be tried again, too.
      let document = try await workspace.document(id, includingTrash: true)
      try Precondition(request.head).check(document)
      await workspace.pages.release(document)
      return .noContent()
    }
  }

  /// The start of a page of the list: the entry after the content with this hash.
  private static func cursor(_ text: String?) throws(DocumentError) -> ContentHash? {
    guard let text else { return nil }
    guard let hash = ContentHash(text) else {
      throw DocumentError(.invalidParameter, "cursor must be the \"next\" of the page before")
    }
    return hash
  }

  private func list(limit: Int, after last: ContentHash?) async throws -> QuarantineResponse {
    let all = await pool.status.quarantined
    let start = last.map(\.description) ?? ""
    let rest = all.filter { $0.hash.description > start }
    var quarantined: [QuarantineResponse.Entry] = []
    for kept in rest.prefix(limit) {
      let document = try await workspace.index.document(withContent: kept.hash)
      quarantined.append(QuarantineResponse.Entry(kept, document.map { DocumentResponse($0, in: workspace) }))
    }
    return QuarantineResponse(quarantined, next: rest.count > limit ? quarantined.last?.sha256 : nil)
  }
}

struct QuarantineResponse: Encodable {
  struct Entry: Encodable {
    let sha256: String
    let reason: String
    /// Missing when the whole document is quarantined.
    let pages: [Int]?
    /// A document with this content; missing when no document has it now.
    let document: DocumentResponse?

    init(_ kept: PoolStatus.QuarantinedDocument, _ document: DocumentResponse?) {
      sha256 = kept.hash.description
      reason = kept.reason.rawValue
      pages = kept.pages.isEmpty ? nil : kept.pages
      self.document = document
    }
  }

  let quarantined: [Entry]
  @Nullable var next: String?

  init(_ quarantined: [Entry], next: String?) {
    self.quarantined = quarantined
    self.next = next
  }
}
