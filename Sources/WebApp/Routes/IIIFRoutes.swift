import DocumentModel
import HTTPServer
import HTTPTypes
import LinuxSystem
import Workspace

/// IIIF for external viewers: Image API 3.0 at level 2, Presentation API 3.0, Content Search API 2.0.
struct IIIFRoutes: Sendable {
  let workspace: DocumentWorkspace
  let annotations: Annotations
  let cache: ResponseCache
  let origins: OriginPolicy

  func add(to router: inout Router) {
    router.on(.get, "iiif/3/:image") { _, parameters in try information(at: parameters) }
    router.on(.get, "iiif/3/:image/info.json") { request, parameters in
      try await information(request, parameters)
    }
    router.on(.get, "iiif/3/:image/:region/:size/:rotation/:file") { request, parameters in
      try await image(request, parameters)
    }
    router.on(.get, "iiif/3/:image/*rest") { _, parameters in
      guard parameters["rest"] != "" else { return try information(at: parameters) }
      _ = try parameters.require("image", as: ImageIdentifier.self)
      throw DocumentError(
        .invalidParameter, "an image's address ends in /region/size/rotation/quality.format or in /info.json")
    }
    router.on(.get, "iiif/presentation/3/:id/manifest") { request, parameters in
      try await manifest(request, parameters)
    }
    router.on(.get, "iiif/presentation/3/:id/annotations/:page") { request, parameters in
      try await annotations(request, parameters)
    }
    router.on(.get, "iiif/search/2/:id") { request, parameters in try await search(request, parameters) }
  }

  /// A base URI redirects to the image's `info.json`.
  private func information(at parameters: PathParameters) throws -> Response {
    let identifier = try parameters.require("image", as: ImageIdentifier.self)
    return .redirect(to: "/iiif/3/\(identifier)/info.json")
  }

  private func information(_ request: Request, _ parameters: PathParameters) async throws -> Response {
    let identifier = try parameters.require("image", as: ImageIdentifier.self)
    let addresses = try addresses(request.head)
    let (page, ticket) = try await open(identifier, request)
    let image = try FullImage(of: page.facts.size, drawnBy: page.pages.renderer)
    let answer = IIIFDocumentResponse(
      request, about: page.pages, at: addresses.base, context: ImageInformation.context,
      links: [Self.profileLink])
    return try answer.response(cache, ticket) { ImageInformation(of: image, identifier, at: addresses) }
  }

  private func manifest(_ request: Request, _ parameters: PathParameters) async throws -> Response {
    let id = try parameters.require("id", as: DocumentID.self)
    let addresses = try addresses(request.head)
    let (document, ticket) = try await cache.subject(id, of: workspace)
    let pages = try await workspace.pages.pages(of: document, priority: Self.priority(request))
    let mediaType = workspace.types.current.preferredMediaType(of: pages.document.type)
    let answer = IIIFDocumentResponse(
      request, about: pages, at: addresses.base, context: Manifest.context,
      state: [mediaType, pages.document.id.description])
    let manifest: @Sendable () throws -> Manifest = {
      try Manifest(
        of: pages.document, pages.facts, drawnBy: pages.renderer, mediaType: mediaType, at: addresses)
    }
    guard pages.facts.pages.count > Self.pagesOfSmallManifest else {
      return try answer.response(cache, ticket, making: manifest)
    }
    return try await answer.response(cache.large) {
      try JSONResponse.encode(try manifest(), sorted: true)
    }
  }

  /// The annotations of one canvas.
  private func annotations(_ request: Request, _ parameters: PathParameters) async throws -> Response {
    let id = try parameters.require("id", as: DocumentID.self)
    let number = try parameters.require("page", as: PageNumber.self).value
    let addresses = try addresses(request.head)
    let identifier = ImageIdentifier(document: id, page: number)
    let page = AnnotationPage(
      try await annotations.annotations(of: id).set, of: identifier, at: addresses)
    return Self.response(page.json, context: Manifest.context, to: request.head)
  }

  /// The annotations of a document that have some words (Content Search API 2.0).
  private func search(_ request: Request, _ parameters: PathParameters) async throws -> Response {
    let id = try parameters.require("id", as: DocumentID.self)
    let wanted = try SearchRequest(request.query)
    let addresses = try addresses(request.head)
    let (document, _) = try await cache.subject(id, of: workspace)
    let found =
      wanted.wants(SearchPage.motivation)
      ? try await workspace.pages.hits(of: wanted.words, in: document) : (pages: [], isCutOff: false)
    let set = try await annotations.annotations(of: id).set
    let page = await Self.searching.run {
      SearchPage(wanted, in: id, found: found.pages, isCutOff: found.isCutOff, among: set, at: addresses)
    }
    return Self.response(page.json, context: SearchPage.context, to: request.head)
  }

  /// A response with annotations, whose tag is made of its bytes.
  private static func response(_ json: JSONValue, context: String, to head: RequestHead) -> Response {
    let type = JSONLinkedData(accept: head[.accept])
    var headers = CrossOriginAccess.headers
    headers[.cacheControl] = "private, no-cache"
    headers[.vary] = "Accept, \(headers[.vary] ?? "")"
    let bytes = Array(json.written.utf8)
    return Representation.prepared(
      bytes, type: type.mediaType(context: context),
      tag: EntityTag(hashing: Array(type.rawValue.utf8) + bytes), headers: headers
    ).response(to: head)
  }

  /// To look through many long notes keeps a processor busy for a while.
  private static let searching = BlockingPool(threads: 1, name: "iiif-search")

  /// A page takes about 1 KB of a manifest.
  private static let pagesOfSmallManifest = ResponseCache.maximumBytes / 1024

  private func image(_ request: Request, _ parameters: PathParameters) async throws -> Response {
    let identifier = try parameters.require("image", as: ImageIdentifier.self)
    let wanted = try ImageRequest(parameters)
    let service = try addresses(request.head).image(identifier)
    let (opened, ticket) = try await open(identifier, request)
    let pages = opened.pages
    let image = try FullImage(of: opened.facts.size, drawnBy: pages.renderer)
    let resolved = try ResolvedImage(wanted, ofPage: identifier.page, as: image)
    let canonical = "<\(service)/\(resolved.canonicalPath)>;rel=\"canonical\""
    let answer = IIIFImageResponse(resolved, of: pages, links: [canonical, Self.profileLink])
    if let known = answer.notModified(request) { return known }
    let page = try await workspace.pages.page(
      resolved.render, of: pages.document, priority: Self.priority(request))
    return answer.response(to: request, page, cache, ticket)
  }

  /// The page of an address, its opened document, and a ticket taken before it was read.
  ///
  /// Documents in the Trash are not published.
  private func open(
    _ identifier: ImageIdentifier, _ request: Request
  ) async throws -> (DocumentPage, ResponseCache.Ticket) {
    let (document, ticket) = try await cache.subject(identifier.document, of: workspace)
    let page = try await workspace.pages.page(identifier.page, of: document, priority: Self.priority(request))
    return (page, ticket)
  }

  private static func priority(_ request: Request) -> RenderPriority {
    RequestPriority(request.head).renderPriority(usual: .visible)
  }

  private func addresses(_ head: RequestHead) throws(DocumentError) -> IIIFAddresses {
    guard let host = head.host else { throw DocumentError(.invalidParameter, "the request names no host") }
    return IIIFAddresses(base: origins.address(of: host))
  }

  private static let profileLink = "<\(ImageInformation.levelProfile)>;rel=\"profile\""
}

extension ImageRequest {
  /// Reads the parts of a route's address; throws a 400 that names the part and its allowed values.
  fileprivate init(_ parameters: PathParameters) throws(ImageAddressProblem) {
    try self.init(
      region: parameters["region"] ?? "", size: parameters["size"] ?? "",
      rotation: parameters["rotation"] ?? "", file: parameters["file"] ?? "")
  }
}

extension ImageAddressProblem: HTTPResponseError {
  /// The response: the part of the address, and its allowed values.
  var problem: HTTPProblem {
    HTTPProblem(
      .badRequest, code: "invalid-parameter", detail: detail, members: ["parameter": part.rawValue])
  }
}
