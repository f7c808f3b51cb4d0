import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes
import Storage
import Workspace

/// Read-only areas: lists, bytes, pictures, and copying into the workspace (spec documents SB-2).
///
/// An address names a file by its path, because files of areas have no ids. Nothing is recorded about them, so
/// responses are not cached here; a browser revalidates them by their tags.
struct AreaRoutes: Sendable {
  let areas: [ServedArea]
  let workspace: DocumentWorkspace

  private static let path = "api/v1/areas"
  private static let one = "\(path)/:area"

  func add(to router: inout Router) {
    router.on(.get, Self.path) { request, _ in
      try JSONResponse.entity(AreaListResponse(areas: areas.map { AreaResponse($0.name) }), sorted: true).0
        .response(to: request.head)
    }
    router.on(.get, Self.one) { request, parameters in try await list(request, parameters) }
    router.on(.get, "\(Self.one)/files/*path") { request, parameters in
      try await content(request, parameters)
    }
    router.on(.get, "\(Self.one)/preview/*path") { request, parameters in
      let (_, file) = try await opened(parameters)
      let preview = await workspace.pages.preview(of: file)
      return try JSONResponse.entity(PreviewResponse(preview, of: file.documentThen), sorted: true).0
        .response(to: request.head)
    }
    router.on(.get, "\(Self.one)/pages/:page/*path") { request, parameters in
      try await page(request, parameters)
    }
    router.on(.post, "\(Self.one)/copy/*path") { request, parameters in
      try await copy(request, parameters)
    }
    addRefusals(to: &router)
  }

  /// Refuses every writing method as such, with a body of any length.
  private func addRefusals(to router: inout Router) {
    let options = RouteOptions(bodyLimit: .max, isRefusal: true)
    for address in [Self.one, "\(Self.one)/files/*path"] {
      for method in [HTTPRequest.Method.put, .post, .patch, .delete] {
        router.on(method, address, options: options) { _, parameters in
          let area = try served(parameters)
          throw DocumentError(
            .readOnly,
            "the area \"\(area.name)\" is only read; copy the file into Documents, and change it there")
        }
      }
    }
  }

  private func wanted(_ parameters: PathParameters) throws -> ReadOnlyArea {
    try served(parameters).opened()
  }

  private func served(_ parameters: PathParameters) throws -> ServedArea {
    guard let name = parameters["area"].flatMap({ try? FileName($0) }),
      let area = areas.first(where: { $0.name == name })
    else { throw DocumentError(.notFound, "there is no such area") }
    return area
  }

  private func place(_ parameters: PathParameters) throws -> (ReadOnlyArea, Location) {
    let area = try wanted(parameters)
    guard let path = try? FolderPath(parsing: parameters["path"] ?? ""), let name = path.names.last,
      let folder = path.parent
    else { throw DocumentError(.notFound, "there is nothing of that name in the area") }
    return (area, Location(folder: folder, name: name))
  }

  private func opened(_ parameters: PathParameters) async throws -> (Location, VersionContent) {
    let (area, location) = try place(parameters)
    let file = try await area.open(location)
    let hash = try await area.hash(of: file)
    return (
      location,
      await workspace.pages.foreign(file.content, hash, named: location.name, modified: file.modified)
    )
  }

  private func list(_ request: Request, _ parameters: PathParameters) async throws -> Response {
    let area = try wanted(parameters)
    let folder = try FolderPath(parsing: request.query["folder"] ?? "")
    let list = try await area.list(
      folder, after: try request.query["cursor"].map(Self.cursor),
      limit: try ListLimit.read(request.query["limit"]))
    let answer = AreaFolderResponse(list, of: folder, in: area, workspace.types.current)
    return try JSONResponse.entity(answer, sorted: true).0.response(to: request.head)
  }

  private static func cursor(_ text: String) throws(DocumentError) -> FileName {
    guard let name = try? FileName(text) else {
      throw DocumentError(.invalidParameter, "the cursor does not belong to this list; start without one")
    }
    return name
  }

  /// The unchanged bytes; the tag is made of size and times, so that a large file is not read for its hash.
  private func content(_ request: Request, _ parameters: PathParameters) async throws -> Response {
    let (area, location) = try place(parameters)
    let file = try await area.open(location)
    let registry = workspace.types.current
    let type = registry.type(named: location.name)
    var headers = SafeContent.headers(named: location.name)
    headers[.cacheControl] = "private, no-cache"
    var response = Representation(
      .descriptor(file.content.descriptor, 0..<UInt64(file.content.size), owner: file.content),
      type: registry.preferredMediaType(of: type), tag: file.entityTag,
      modified: HTTPDate(secondsSince1970: Int64(file.modified.timeIntervalSince1970)), headers: headers
    ).response(to: request.head)
    if case .file(let slice) = response.body {
      response.body = .stream(Self.reading(slice.range, of: file, in: area))
    }
    return response
  }

  /// Bytes of a file, read on the threads of its area, so that an unresponsive share blocks no other request.
  private static func reading(_ range: Range<UInt64>, of file: AreaFile, in area: ReadOnlyArea) -> ByteStream
  {
    ByteStream(length: UInt64(range.count)) { stream in
      var rest = range
      while !rest.isEmpty {
        let bytes = try await area.bytes(of: file, from: Int64(rest.lowerBound)).prefix(rest.count)
        guard !bytes.isEmpty else {
          throw DocumentError(.contentChanged, "the file was made shorter while it was sent")
        }
        try await stream.write(Array(bytes))
        rest = rest.lowerBound + UInt64(bytes.count)..<rest.upperBound
      }
    }
  }

  private func page(_ request: Request, _ parameters: PathParameters) async throws -> Response {
    let number = try parameters.require("page", as: PageNumber.self, otherwise: .badRequest).value
    let query = try PageQuery(request.query)
    let format = try RequestedFormat(request.query)
    let (_, file) = try await opened(parameters)
    let drawn = try await workspace.pages.page(
      number, size: query.size, isEnlarged: query.isEnlarged,
      format: format.format(for: request.head), of: file,
      priority: RequestPriority(request.head).renderPriority(usual: .visible))
    return PageResponse(
      drawn, of: file.documentThen, version: query.version, isNegotiated: format == .negotiated
    )
    .passing(to: request.head)
  }

  private func copy(_ request: Request, _ parameters: PathParameters) async throws -> Response {
    let wanted = try await CopyParameters(of: request)
    let (area, location) = try place(parameters)
    let file = try await area.open(location)
    try Precondition(request.head).check(file.entityTag)
    let copyID = DocumentID()
    let document = try await workspace.documents.copyIn(
      file.content.size, named: wanted.name ?? location.name, in: wanted.folder ?? .top,
      conflict: wanted.conflict,
      author: Visitor.name, as: copyID
    ) { (offset) async throws(DocumentError) in
      try await area.bytes(of: file, from: offset)
    } unless: { () async throws(DocumentError) in
      try await area.requireUnchanged(file)
    }
    // With `replace` the result may be another document, or its next version.
    return try .document(document, in: workspace, status: document.id == copyID ? .created : .ok)
  }
}

extension AreaFile {
  /// The tag of the file's present state, by its size and times.
  fileprivate var entityTag: EntityTag { EntityTag(hashing: Array(fingerprint.description.utf8)) }
}
