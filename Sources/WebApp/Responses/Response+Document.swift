import DocumentModel
import HTTPServer
import HTTPTypes
import Workspace

extension Response {
  /// A document, with its address if it is new.
  static func document(
    _ document: Document, in workspace: DocumentWorkspace, status: HTTPResponse.Status = .ok
  ) throws -> Response {
    var headers: HTTPFields = [.eTag: document.entityTag.description]
    if status == .created { headers[.location] = "/api/v1/documents/\(document.id)" }
    return .json(
      try JSONResponse.encode(DocumentResponse(document, in: workspace)), status: status, headers: headers)
  }
}
