import DocumentModel
import HTTPServer
import HTTPTypes
import Workspace

/// Archives: their entries, and single files in them.
struct EntryRoutes: Sendable {
  let workspace: DocumentWorkspace
  let answers: AnswerCache

  func add(to router: inout Router) {
    router.on(.get, "api/v1/documents/:id/entries") { request, parameters in
      let (archive, listing) = try await workspace.pages.entries(of: try await archive(parameters))
      let response = ArchiveResponse(listing, of: archive, workspace.types.current)
      return try JSONResponse.entity(response, sorted: true).0.response(to: request.head)
    }
    router.on(.get, "api/v1/documents/:id/entries/:entry") { request, parameters in
      let file = try await file(parameters)
      return try await entity(file).response(to: request.head)
    }
    router.on(.get, "api/v1/documents/:id/entries/:entry/preview") { request, parameters in
      let file = try await file(parameters)
      let answer = PreviewResponse(await workspace.pages.preview(of: file), of: file.documentThen)
      return try JSONResponse.entity(answer).0.response(to: request.head)
    }
    router.on(.get, "api/v1/documents/:id/entries/:entry/pages/:page") { request, parameters in
      try await page(request, parameters)
    }
    router.on(.post, "api/v1/documents/:id/entries/:entry/copy") { request, parameters in
      try await takeOut(request, parameters)
    }
  }

  private func archive(_ parameters: PathParameters) async throws -> Document {
    try await workspace.document(try parameters.require("id", as: DocumentID.self), includingTrash: true)
  }

  private static func number(_ parameters: PathParameters) throws -> Int {
    guard let number = parameters["entry"].flatMap({ PlainNumber.whole($0) }) else {
      throw DocumentError(.notFound, "there is no such file in the archive")
    }
    return number
  }

  private func file(_ parameters: PathParameters) async throws -> VersionContent {
    try await workspace.pages.entry(try Self.number(parameters), of: try await archive(parameters))
  }

  /// A file in an archive is as untrusted as any.
  private func entity(_ file: VersionContent) async throws -> Representation {
    var headers = SafeContent.headers(named: file.document.location.name)
    headers[.cacheControl] = "private, no-cache"
    let content = file.content
    return Representation(
      .descriptor(content.descriptor, 0..<UInt64(content.size), owner: content),
      type: await workspace.contentType(of: file.version.type, content, hash: file.version.sha256),
      tag: file.version.contentTag, headers: headers)
  }

  private func page(_ request: Request, _ parameters: PathParameters) async throws -> Response {
    let page = try parameters.require("page", as: PageNumber.self, otherwise: .badRequest).value
    let query = try PageQuery(request.query)
    let format = try RequestedFormat(request.query)
    let ticket = answers.ticket(for: .document(try parameters.require("id", as: DocumentID.self)))
    let file = try await file(parameters)
    let drawn = try await workspace.pages.page(
      page, size: query.size, isEnlarged: query.isEnlarged,
      format: format.format(for: request.head), of: file,
      priority: RequestPriority(request.head).renderPriority(usual: .visible))
    return PageResponse(
      drawn, of: file.version.sha256, isImmutable: false, isNegotiated: format == .negotiated
    ).response(to: request.head, answers, ticket)
  }

  private func takeOut(_ request: Request, _ parameters: PathParameters) async throws -> Response {
    let wanted = try await CopyParameters(of: request)
    let id = DocumentID()
    let known = try await workspace.document(try parameters.require("id", as: DocumentID.self))
    let document = try await workspace.pages.takeOut(
      try Self.number(parameters), of: known, named: wanted.name, in: wanted.folder,
      conflict: wanted.conflict,
      expecting: try Precondition(request.head).check(known),
      author: Visitor.name, as: id)
    return try .document(document, in: workspace, status: document.id == id ? .created : .ok)
  }
}

/// The entries of an archive as the API shows them.
struct ArchiveResponse: Encodable {
  struct Entry: Encodable {
    let number: Int
    let path: String
    let kind: String
    let size: Int64?
    let modified: String?
    /// The type by the name; missing for folders and links.
    let type: String?
    let encrypted: Bool
  }

  let format: String
  let whole: Bool
  let entries: [Entry]

  init(_ listing: ArchiveListing, of archive: Document, _ registry: FileTypeRegistry) {
    format = listing.format
    whole = listing.isWhole
    entries = listing.entries.enumerated().map { number, entry in
      let name = Pages.name(of: entry, in: archive)
      return Entry(
        number: number, path: entry.path.isEmpty ? name.description : entry.path, kind: entry.kind.rawValue,
        size: entry.size, modified: entry.modified?.internetFormat,
        type: entry.kind == .file
          ? registry.type(named: name).description : nil,
        encrypted: entry.isEncrypted)
    }
  }
}
