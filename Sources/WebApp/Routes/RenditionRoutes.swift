import DocumentModel
import HTTPServer
import HTTPTypes
import Workspace

struct RenditionRoutes: Sendable {
  let workspace: DocumentWorkspace

  func add(to router: inout Router) {
    router.on(.get, "api/v1/documents/:id/rendition") { request, parameters in
      let id = try parameters.require("id", as: DocumentID.self)
      guard request.query["format"].map({ $0 == "pdf" }) ?? true else {
        throw DocumentError(.invalidParameter, "format must be pdf")
      }
      let document = try await workspace.document(id, includingTrash: true)
      // A PDF is returned unchanged.
      if workspace.types.current.conforms(document.type, to: .pdf) {
        let (document, content) = try await workspace.tree.current(document)
        return await ContentRoutes(workspace: workspace).entity(of: document, content)
          .response(to: request.head)
      }
      return try await board(document, request)
    }
  }

  private func board(_ document: Document, _ request: Request) async throws -> Response {
    let rendition = try await workspace.pages.boardRendition(of: document) { [head = request.head] name in
      Preconditions(head, tag: EntityTag(name.description)) == .notModified
    }
    return entity(rendition, version: request.query["v"]).response(to: request.head)
  }

  /// The name also covers the documents on the board: a response to an address with this version can be cached for
  /// ever.
  private func entity(_ rendition: BoardRendition, version: String?) -> Representation {
    let isImmutable = version == rendition.name.description
    let name = FileName(sanitizing: "\(rendition.document.location.name.stem).pdf")
    let body = rendition.pdf.map { pdf in
      Response.Body.descriptor(pdf.descriptor, 0..<UInt64(pdf.size), owner: pdf)
    }
    return Representation(
      body ?? .bytes([]), type: "application/pdf", tag: EntityTag(rendition.name.description),
      headers: [
        .contentDisposition: Attachment.header(name),
        .contentSecurityPolicy: "sandbox; default-src 'none'",
        .cacheControl: isImmutable ? "private, max-age=31536000, immutable" : "private, no-cache",
        .sheafSource: rendition.document.sha256.description,
      ])
  }
}
