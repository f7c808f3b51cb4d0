import DocumentModel
import HTTPServer
import HTTPTypes
import Workspace

/// Documents as pictures and words.
struct PageRoutes: Sendable {
  let workspace: DocumentWorkspace
  let answers: AnswerCache

  func add(to router: inout Router) {
    router.on(.get, "api/v1/documents/:id/preview") { _, parameters in
      let document = try await document(parameters)
      let preview = try await workspace.preview(of: document)
      return .json(try JSONAnswer.encode(PreviewAnswer(preview, of: document)))
    }
    router.on(.get, "api/v1/documents/:id/pages/:page") { request, parameters in
      let document = try await document(parameters)
      let number = try parameters.require("page", as: Int.self, otherwise: .badRequest)
      let query = try PageQuery(request.query)
      let size = if let size = query.size { size } else { try await workspace.naturalSize(ofPage: number, of: document) }
      let page = try await workspace.page(
        RenderRequest(page: number, size: size, format: query.format), of: document)
      return try await answer(request.head, page, of: document, version: query.version)
    }
    router.on(.get, "api/v1/documents/:id/pages/:page/text") { _, parameters in
      let document = try await document(parameters)
      let number = try parameters.require("page", as: Int.self, otherwise: .badRequest)
      return .json(try JSONAnswer.encode(PageTextAnswer(try await workspace.text(ofPage: number, of: document))))
    }
    router.on(.get, "api/v1/documents/:id/thumbnail") { request, parameters in
      let document = try await document(parameters)
      let size = try PageQuery.thumbnailSize(request.query)
      let format = try PageQuery.format(request.query["format"])
      switch try await workspace.thumbnail(of: document, size: size, format: format) {
      case .icon(let icon): return .svg(icon)
      case .page(let page): return try await answer(request.head, page, of: document, version: request.query["v"])
      }
    }
  }

  /// Pages of documents in the Trash are shown too: one wants to see what one brings back.
  private func document(_ parameters: PathParameters) async throws -> Document {
    try await workspace.document(try parameters.require("id", as: DocumentID.self), includingTrash: true)
  }

  private func answer(
    _ head: RequestHead, _ page: RenderedPage, of document: Document, version: String?
  ) async throws -> Response {
    let isCurrent = version == document.sha256.description
    let entity = Representation(
      etag: PageTag(head.rawTarget, document).description,
      body: .descriptor(page.image.descriptor, 0..<UInt64(page.image.size), owner: page.image),
      headers: [
        .contentType: page.facts.format.mediaType,
        .cacheControl: isCurrent ? "private, max-age=31536000, immutable" : "private, no-cache",
        .sheafRender: Self.report(page),
      ])
    answers.keep(page.image, as: entity, at: head, for: document)
    return entity.response(to: head)
  }

  /// What happened, for whoever wonders.
  private static func report(_ page: RenderedPage) -> String {
    let how = page.microseconds.map { "render;dur=\(Double($0) / 1000)" } ?? "cache;desc=hit"
    return "\(how), size;desc=\"\(page.facts.width)x\(page.facts.height)\""
  }
}

/// Names a page image: the content, what was asked of it, and who drew it.
struct PageTag: CustomStringConvertible {
  let description: String

  init(_ target: String, _ document: Document) {
    var hasher = FNV1a()
    hasher.add(target)
    description = "\"\(document.sha256.description.prefix(32))-\(hasher.text)\""
  }
}

extension HTTPField.Name {
  /// Timings for whoever looks at them in a browser (`Server-Timing`).
  static let sheafRender = Self("Server-Timing") ?? .eTag
}
