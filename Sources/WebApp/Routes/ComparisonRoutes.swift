import DocumentModel
import HTTPServer
import HTTPTypes
import Workspace

struct ComparisonRoutes: Sendable {
  let workspace: DocumentWorkspace
  let comparer: VersionComparer

  func add(to router: inout Router) {
    router.on(.get, "api/v1/documents/:id/versions/:number/compare") { request, parameters in
      let (id, number) = try VersionRoutes.subject(parameters)
      let other = try Self.other(request.query)
      let form = try ComparisonForm(request)
      let comparison = try await comparer.compare(version: number, with: other, of: id)
      return try Self.entity(comparison, form).response(to: request.head)
    }
    router.on(.get, "api/v1/documents/:id/versions/:number/compare/pages/:page") { request, parameters in
      try await page(request, parameters)
    }
  }

  /// A picture, or the numbers with `format=json`.
  private func page(_ request: Request, _ parameters: PathParameters) async throws -> Response {
    let (id, number) = try VersionRoutes.subject(parameters)
    let page = try parameters.require("page", as: PageNumber.self, otherwise: .badRequest).value
    let isJSON = request.query["format"] == "json"
    let query = try PageQuery(request.query)
    let format: RequestedFormat = isJSON ? .named(.png) : try RequestedFormat(request.query)
    let other = try Self.other(request.query)
    let old = try await workspace.versions.content(ofVersion: number, of: id)
    let new = try await workspace.versions.content(ofVersion: other ?? old.document.version, of: id)
    let found = try await workspace.pages.comparePage(
      page, size: query.size, format: format.format(for: request.head),
      from: old, to: new, priority: RequestPriority(request.head).renderPriority(usual: .near))
    // Without a second number the address means the current version, which changes.
    let isImmutable = other != nil && !old.isLive && !new.isLive
    return try Self.entity(found, page, isJSON, isImmutable, isNegotiated: format == .negotiated)
      .response(to: request.head)
  }

  private static func entity(
    _ found: ComparedPage, _ page: Int, _ isJSON: Bool, _ isImmutable: Bool, isNegotiated: Bool
  ) throws -> Representation {
    var headers: HTTPFields = [
      .cacheControl: isImmutable ? "private, max-age=31536000, immutable" : "private, no-cache"
    ]
    if isNegotiated { headers[.vary] = "Accept" }
    guard isJSON else {
      headers[.sheafScale] = "\(found.difference.image.scale)"
      return Representation(
        .descriptor(found.image.descriptor, 0..<UInt64(found.image.size), owner: found.image),
        type: found.difference.image.format.mediaType, tag: nil, headers: headers)
    }
    let bytes = try JSONResponse.encode(PageDifferenceResponse(found.difference, page: page), sorted: true)
    return Representation(
      .bytes(bytes), type: "application/json", tag: EntityTag(hashing: bytes), headers: headers)
  }

  /// The number of the version to compare with; nil for the current one.
  static func other(_ query: Query) throws(DocumentError) -> Int? {
    guard let text = query["with"] else { return nil }
    guard let number = VersionNumber(text) else {
      throw DocumentError(.invalidParameter, "with must be the number of a version")
    }
    return number.value
  }

  private static func entity(
    _ comparison: VersionComparison, _ form: ComparisonForm
  ) throws -> Representation {
    let bytes =
      switch form {
      case .json: try JSONResponse.encode(ComparisonResponse(comparison), sorted: true)
      case .unified: unified(comparison)
      }
    return Representation(
      .bytes(bytes), type: form.mediaType, tag: EntityTag(hashing: bytes),
      headers: [
        .cacheControl: "private, no-cache", .vary: "Accept",
        .contentSecurityPolicy: "sandbox; default-src 'none'",
      ])
  }

  private static func unified(_ comparison: VersionComparison) -> [UInt8] {
    let name = comparison.document.location.name
    return [UInt8](
      comparison.text.unified(
        oldName: "a/\(name)\tversion \(comparison.old.number)",
        newName: "b/\(name)\tversion \(comparison.new.number)"
      ).utf8)
  }
}

enum ComparisonForm: String, CaseIterable, Sendable {
  case json
  case unified = "diff"

  init(_ request: Request) throws(DocumentError) {
    if let text = request.query["format"] {
      guard let form = Self(rawValue: text) else {
        throw DocumentError(.invalidParameter, "format must be json or diff")
      }
      self = form
    } else {
      let ranges = MediaRange.all(in: request.head[.accept] ?? "")
      let (json, diff) = (Self.json.quality(ranges), Self.unified.quality(ranges))
      self = diff > json ? .unified : .json
    }
  }

  /// The media type of the response; every form is UTF-8.
  var mediaType: String {
    switch self {
    case .json: "application/json"
    case .unified: "text/x-diff; charset=utf-8"
    }
  }

  private func quality(_ ranges: [MediaRange]) -> Double {
    let names = self == .json ? ["application/json"] : ["text/x-diff", "text/x-patch"]
    return names.map { MediaRange.quality(of: $0, in: ranges) }.max() ?? 0
  }
}
