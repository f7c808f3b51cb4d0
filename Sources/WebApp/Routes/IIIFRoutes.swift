import DocumentModel
import HTTPServer
import HTTPTypes
import Workspace

/// Pages for the viewers of the world: IIIF Image API 3.0 at level 2, Presentation API 3.0.
struct IIIFRoutes: Sendable {
  let workspace: DocumentWorkspace
  let answers: AnswerCache
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
  }

  /// A base URI leads to what describes the image.
  private func information(at parameters: PathParameters) throws -> Response {
    let identifier = try parameters.require("image", as: ImageIdentifier.self)
    return .redirect(to: "/iiif/3/\(identifier)/info.json")
  }

  private func information(_ request: Request, _ parameters: PathParameters) async throws -> Response {
    let identifier = try parameters.require("image", as: ImageIdentifier.self)
    let addresses = try addresses(request.head)
    let (pages, ticket) = try await open(identifier.document)
    let image = try fullImage(identifier.page, of: pages)
    let answer = IIIFDocumentAnswer(
      request, about: pages, at: addresses.base, context: ImageInformation.context, links: [Self.profileLink])
    return try answer.response(answers, ticket) { ImageInformation(of: image, identifier, at: addresses) }
  }

  private func manifest(_ request: Request, _ parameters: PathParameters) async throws -> Response {
    let id = try parameters.require("id", as: DocumentID.self)
    let addresses = try addresses(request.head)
    let (pages, ticket) = try await open(id)
    let mediaType = workspace.types.current.preferredMediaType(of: pages.document.type)
    let answer = IIIFDocumentAnswer(
      request, about: pages, at: addresses.base, context: Manifest.context, state: [mediaType])
    return try answer.response(answers, ticket) {
      try Manifest(
        of: pages.document, pages.facts, drawnBy: pages.renderer, mediaType: mediaType, at: addresses)
    }
  }

  private func image(_ request: Request, _ parameters: PathParameters) async throws -> Response {
    let identifier = try parameters.require("image", as: ImageIdentifier.self)
    let wanted = try ImageRequest(parameters)
    let service = try addresses(request.head).image(identifier)
    let (pages, ticket) = try await open(identifier.document)
    let image = try fullImage(identifier.page, of: pages)
    let resolved = try ResolvedImage(wanted, ofPage: identifier.page, as: image)
    let canonical = "<\(service)/\(resolved.canonicalPath)>;rel=\"canonical\""
    let answer = IIIFImageAnswer(resolved, of: pages, links: [canonical, Self.profileLink])
    if let known = answer.notModified(request) { return known }
    let priority = RequestPriority(request.head).renderPriority(usual: .visible)
    let page = try await workspace.page(resolved.render, of: pages.document, priority: priority)
    return answer.response(to: request, page, answers, ticket)
  }

  /// The document of an address, opened, and its state before it was read.
  ///
  /// What is in the Trash is not published.
  private func open(_ id: DocumentID) async throws -> (DocumentPages, AnswerCache.Ticket) {
    let ticket = answers.ticket(for: .document(id))
    return (try await workspace.pages(of: try await workspace.document(id)), ticket)
  }

  private func fullImage(_ number: Int, of pages: DocumentPages) throws(DocumentError) -> FullImage {
    try FullImage(of: try pages.facts.page(number).size, drawnBy: pages.renderer)
  }

  private func addresses(_ head: RequestHead) throws(DocumentError) -> IIIFAddresses {
    guard let host = head.host else { throw DocumentError(.invalidParameter, "the request names no host") }
    return IIIFAddresses(base: origins.address(of: host))
  }

  private static let profileLink = "<\(ImageInformation.levelProfile)>;rel=\"profile\""
}

extension ImageRequest {
  /// Reads the parts of a route's address; throws a 400 that names the part and what it must be.
  fileprivate init(_ parameters: PathParameters) throws(ImageAddressProblem) {
    try self.init(
      region: parameters["region"] ?? "", size: parameters["size"] ?? "",
      rotation: parameters["rotation"] ?? "", file: parameters["file"] ?? "")
  }
}

extension ImageAddressProblem: HTTPResponseError {
  /// What the client is told: the part of the address, and what it must be.
  var problem: HTTPProblem {
    HTTPProblem(
      .badRequest, code: "invalid-parameter", detail: detail, members: ["parameter": part.rawValue])
  }
}
