import DocumentModel
import HTTPServer
import HTTPTypes
import Workspace

/// Page images, page texts and icons of documents.
struct PageRoutes: Sendable {
  let workspace: DocumentWorkspace
  let cache: ResponseCache
  let icons: TypeIconFiles

  func add(to router: inout Router) {
    router.on(.get, "api/v1/documents/:id/preview") { request, parameters in
      try await preview(request, parameters)
    }
    router.on(.get, "api/v1/documents/:id/pages/:page") { request, parameters in
      try await page(request, parameters)
    }
    router.on(.get, "api/v1/documents/:id/pages/:page/text") { request, parameters in
      try await text(request, parameters)
    }
    router.on(.get, "api/v1/documents/:id/thumbnail") { request, parameters in
      try await thumbnail(request, parameters)
    }
    router.on(.post, "api/v1/documents/:id/thumbnails") { request, parameters in
      try await series(request, parameters)
    }
  }

  private func preview(_ request: Request, _ parameters: PathParameters) async throws -> Response {
    guard ["true", "false", nil].contains(request.query["early"]) else {
      throw DocumentError(.invalidParameter, "early must be true or false")
    }
    let (document, ticket) = try await subject(parameters)
    let preview = try await workspace.pages.preview(
      of: document, priority: RequestPriority(request.head).renderPriority(usual: .visible),
      mayBeLeading: request.query["early"] == "true")
    let forms = RenditionResponse.all(of: document, shownAs: preview, in: workspace.types.current)
    let (entity, bytes) = try JSONResponse.entity(
      PreviewResponse(preview, of: document, renditions: forms))
    // A reason may be temporary: a busy server, a worker that died.
    if preview.reason == nil, preview.extent == .whole {
      cache.keep(entity, bytes: bytes, for: request.head.rawTarget, ticket)
    }
    return entity.response(to: request.head)
  }

  private func page(_ request: Request, _ parameters: PathParameters) async throws -> Response {
    let number = try parameters.require("page", as: PageNumber.self, otherwise: .badRequest).value
    let query = try PageQuery(request.query)
    let format = try RequestedFormat(request.query)
    let priority = RequestPriority(request.head).renderPriority(usual: .visible)
    let (document, ticket) = try await subject(parameters)
    let size = try await workspace.pages.size(
      ofPage: number, of: document, wanted: query.size, isEnlarged: query.isEnlarged, priority: priority)
    let page = try await workspace.pages.page(
      RenderRequest(page: number, size: size, format: format.format(for: request.head)),
      of: document, priority: priority)
    return PageResponse(page, of: document, version: query.version, isNegotiated: format == .negotiated)
      .response(to: request.head, cache, ticket)
  }

  private func text(_ request: Request, _ parameters: PathParameters) async throws -> Response {
    let number = try parameters.require("page", as: PageNumber.self, otherwise: .badRequest).value
    let (document, ticket) = try await subject(parameters)
    let text = try await workspace.pages.text(ofPage: number, of: document)
    let (entity, bytes) = try JSONResponse.entity(PageTextResponse(text))
    // The words of a scan may still be read.
    if !text.words.isEmpty { cache.keep(entity, bytes: bytes, for: request.head.rawTarget, ticket) }
    return entity.response(to: request.head)
  }

  private func thumbnail(_ request: Request, _ parameters: PathParameters) async throws -> Response {
    let size = try PageQuery.thumbnailSize(request.query)
    let format = try ImageFormat(parameter: request.query["format"])
    let (document, ticket) = try await subject(parameters)
    let thumbnail = try await workspace.pages.thumbnail(
      of: document, size: size, format: format ?? AcceptedFormat.of(request.head),
      priority: RequestPriority(request.head).renderPriority(usual: .near))
    switch thumbnail {
    case .icon(let drawing):
      let file = icons.file(for: workspace.types.current.type(document.type), size: size)
      var response = try await icon(drawing, file, in: format, for: request.head)
      // The icon replaces a page that the next request may get.
      response.headers[.cacheControl] = "private, no-cache"
      if format == nil { response.headers[.vary] = "Accept" }
      return response
    case .page(let page):
      return PageResponse(page, of: document, version: request.query["v"], isNegotiated: format == nil)
        .response(to: request.head, cache, ticket)
    }
  }

  /// Begins to draw evenly spaced pages; each is announced as `thumbnail.ready`.
  private func series(_ request: Request, _ parameters: PathParameters) async throws -> Response {
    let count = try PageQuery.seriesCount(request.query)
    let size = try PageQuery.thumbnailSize(request.query)
    let format = try ImageFormat(parameter: request.query["format"]) ?? .webp
    let document = try await workspace.document(try parameters.require("id", as: DocumentID.self))
    try Precondition(request.head).checkUntagged("a series of pages has no entity tag")
    let job = try await workspace.pages.startSeries(of: document, count: count, size: size, format: format)
    return .json(
      try JSONResponse.encode(JobResponse(job)), status: .accepted,
      headers: [.location: "/api/v1/jobs/\(job.id)"])
  }

  /// An icon in the named format; without one, the file or the drawing itself if `Accept` allows it.
  private func icon(
    _ drawing: String, _ file: TypeIconFiles.File?, in named: ImageFormat?, for head: RequestHead
  ) async throws -> Response {
    let format = named ?? AcceptedFormat.instead(of: file == nil ? "image/svg+xml" : "image/png", head)
    switch (file, format) {
    case (let file?, nil), (let file?, .png): return .icon(file)
    case (nil, nil): return .svg(drawing)
    case (_, let format?):
      let pixels = try await workspace.pages.pixels(
        of: file?.bytes ?? Array(drawing.utf8), format: format,
        priority: RequestPriority(head).renderPriority(usual: .near))
      return .icon(pixels)
    }
  }

  /// The document of an address, and a ticket taken before it was read.
  ///
  /// Documents in the Trash are shown too, so that users can check them before restoring.
  private func subject(_ parameters: PathParameters) async throws -> (Document, ResponseCache.Ticket) {
    let id = try parameters.require("id", as: DocumentID.self)
    return try await cache.subject(id, of: workspace, includingTrash: true)
  }
}
