import DocumentModel
import HTTPServer
import HTTPTypes
import Workspace

/// The words of a document for other programs: as plain text, or page by page in lines of JSON (NDJSON).
struct TextRoutes: Sendable {
  let workspace: DocumentWorkspace

  private struct Page: Encodable {
    let page: Int
    let text: String
  }

  func add(to router: inout Router) {
    router.on(.get, "api/v1/documents/:id/text") { request, parameters in
      let isLines = try Self.isLines(request.query["format"])
      let id = try parameters.require("id", as: DocumentID.self)
      let document = try await workspace.document(id, includingTrash: true)
      // A document that cannot be opened is refused before the answer begins.
      _ = try await workspace.pages.pages(of: document)
      return isLines ? lines(of: document) : plain(document)
    }
  }

  private static func isLines(_ format: String?) throws(DocumentError) -> Bool {
    switch format ?? "txt" {
    case "txt": false
    case "ndjson": true
    default: throw DocumentError(.invalidParameter, "format must be txt or ndjson")
    }
  }

  /// Form feeds stand between pages, as `pdftotext` writes them.
  private func plain(_ document: Document) -> Response {
    .stream(type: "text/plain; charset=utf-8", headers: Self.headers) { output in
      try await workspace.pages.texts(of: document) { page, text in
        try await output.write((page == 1 ? "" : "\u{c}") + text.plain)
      }
    }
  }

  private func lines(of document: Document) -> Response {
    .stream(type: "application/x-ndjson", headers: Self.headers) { output in
      do {
        try await workspace.pages.texts(of: document) { page, text in
          let line = try JSONResponse.encode(Page(page: page, text: text.plain))
          try await output.write(line + [UInt8(ascii: "\n")])
        }
      } catch let error as DocumentError {
        try await output.write(try JSONResponse.encode(FailureLine(error)) + [UInt8(ascii: "\n")])
      }
    }
  }

  private static let headers: HTTPFields = [
    .cacheControl: "no-store", .contentSecurityPolicy: "sandbox; default-src 'none'",
  ]
}
