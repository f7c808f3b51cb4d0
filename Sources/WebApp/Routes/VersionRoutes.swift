import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes
import Workspace

/// Earlier versions: listing, reading and restoring them.
struct VersionRoutes: Sendable {
  let workspace: DocumentWorkspace
  let cache: ResponseCache

  func add(to router: inout Router) {
    router.on(.get, "api/v1/documents/:id/versions") { request, parameters in
      try await list(request, parameters)
    }
    router.on(.get, "api/v1/documents/:id/versions/:number") { request, parameters in
      let (id, number) = try Self.subject(parameters)
      let version = try await workspace.versions.version(number, of: id)
      return try JSONResponse.entity(VersionResponse(version), sorted: true).0.response(to: request.head)
    }
    router.on(.get, "api/v1/documents/:id/versions/:number/preview") { request, parameters in
      let (id, number) = try Self.subject(parameters)
      let version = try await workspace.versions.content(ofVersion: number, of: id)
      let answer = PreviewResponse(await workspace.pages.preview(of: version), of: version.documentThen)
      return try JSONResponse.entity(answer).0.response(to: request.head)
    }
    router.on(.get, "api/v1/documents/:id/versions/:number/content") { request, parameters in
      let (id, number) = try Self.subject(parameters)
      return await Self.entity(try await workspace.versions.content(ofVersion: number, of: id), in: workspace)
        .response(
          to: request.head)
    }
    router.on(.post, "api/v1/documents/:id/versions/:number/restore") { request, parameters in
      try await restore(request, parameters)
    }
    router.on(.get, "api/v1/documents/:id/versions/:number/pages/:page") { request, parameters in
      try await page(request, parameters)
    }
    router.on(.get, "api/v1/documents/:id/versions/:number/pages/:page/text") { request, parameters in
      let (id, number) = try Self.subject(parameters)
      let page = try parameters.require("page", as: PageNumber.self, otherwise: .badRequest).value
      let version = try await workspace.versions.content(ofVersion: number, of: id)
      let text = try await workspace.pages.text(ofPage: page, of: version)
      return try JSONResponse.entity(PageTextResponse(text)).0.response(to: request.head)
    }
  }

  static func subject(_ parameters: PathParameters) throws -> (DocumentID, Int) {
    let id = try parameters.require("id", as: DocumentID.self)
    return (id, try parameters.require("number", as: VersionNumber.self, otherwise: .badRequest).value)
  }

  private func list(_ request: Request, _ parameters: PathParameters) async throws -> Response {
    let id = try parameters.require("id", as: DocumentID.self)
    let list = try await workspace.versions.versions(
      of: id, before: try Self.cursor(request.query["cursor"]),
      limit: try ListLimit.read(request.query["limit"]))
    return try JSONResponse.entity(VersionListResponse(list), sorted: true).0.response(to: request.head)
  }

  private static func cursor(_ text: String?) throws(DocumentError) -> Int? {
    guard let text else { return nil }
    guard let cursor = VersionNumber(text) else {
      throw DocumentError(.invalidParameter, "the cursor does not belong to this list; start without one")
    }
    return cursor.value
  }

  /// An earlier content is as untrusted as a current one.
  static func entity(_ opened: VersionContent, in workspace: DocumentWorkspace) async -> Representation {
    let (version, content) = (opened.version, opened.content)
    var headers = SafeContent.headers(named: opened.document.location.name)
    // A document's own file may be written to while it is sent.
    headers[.cacheControl] = opened.isLive ? "private, no-cache" : "private, max-age=31536000, immutable"
    let type = await workspace.contentType(of: version.type, content, hash: version.sha256)
    return Representation(
      .descriptor(content.descriptor, 0..<UInt64(content.size), owner: content), type: type,
      tag: version.contentTag,
      modified: HTTPDate(secondsSince1970: Int64(version.created.timeIntervalSince1970)), headers: headers)
  }

  private func restore(_ request: Request, _ parameters: PathParameters) async throws -> Response {
    let (id, number) = try Self.subject(parameters)
    let known = try await workspace.document(id)
    let expected = try Precondition(request.head).check(known)
    return try .document(
      await workspace.versions.restore(version: number, of: id, expecting: expected, author: Visitor.name),
      in: workspace)
  }

  private func page(_ request: Request, _ parameters: PathParameters) async throws -> Response {
    let (id, number) = try Self.subject(parameters)
    let page = try parameters.require("page", as: PageNumber.self, otherwise: .badRequest).value
    let query = try PageQuery(request.query)
    let format = try RequestedFormat(request.query)
    let ticket = cache.ticket(for: .document(id))
    let version = try await workspace.versions.content(ofVersion: number, of: id)
    let drawn = try await workspace.pages.page(
      page, size: query.size, isEnlarged: query.isEnlarged,
      format: format.format(for: request.head), of: version,
      priority: RequestPriority(request.head).renderPriority(usual: .visible))
    return PageResponse(
      drawn, of: version.version.sha256, isImmutable: true, isNegotiated: format == .negotiated
    ).response(to: request.head, cache, ticket)
  }
}

/// A version number in an address, counted from 1.
struct VersionNumber: LosslessStringConvertible, Hashable, Sendable {
  let value: Int

  init?(_ description: String) {
    guard let value = PlainNumber.whole(description), value > 0 else { return nil }
    self.value = value
  }

  var description: String { "\(value)" }
}
