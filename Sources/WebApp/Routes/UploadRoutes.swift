import DocumentModel
import HTTPServer
import HTTPTypes
import Workspace

/// Uploads: new documents and new versions.
struct UploadRoutes: Sendable {
  let workspace: DocumentWorkspace
  let maximumBytes: Int64
  let keyed: KeyedUploads

  /// The most files of one form: each is a file in `tmp` until all have arrived.
  static let maximumFiles = 256

  func add(to router: inout Router) {
    let options = RouteOptions(bodyLimit: Int(maximumBytes))
    router.on(.post, "api/v1/documents", options: options) { request, _ in try await add(request) }
    router.on(.put, "api/v1/documents/:id/content", options: options) { request, parameters in
      let id = try parameters.require("id", as: DocumentID.self)
      return try await replace(id, request)
    }
  }

  private func add(_ request: Request) async throws -> Response {
    // A given name for a new empty document is meant literally; a default name may get a number.
    let isMeant = request.query["type"] != nil && request.query["name"] != nil
    let parameters = try UploadParameters(request.query, conflict: isMeant ? .fail : .rename)
    let mediaType = request.head[.contentType]?.lowercased() ?? ""
    guard request.query["type"] != nil || !mediaType.hasPrefix("multipart/form-data") else {
      return try await addForm(request, parameters)
    }
    let expected = try parameters.expectation(request.head)
    let added = try await keyed.once(request) {
      [try await stageOne(request, parameters)]
    } add: { staged, id in
      let one = staged[0]
      return [
        try await workspace.documents.add(
          one.content, named: one.name, in: parameters.folder, conflict: parameters.conflict(request.head),
          expecting: expected, origin: .api, author: Visitor.name, id: id(0))
      ]
    }
    return try .document(added[0], in: workspace, status: .created)
  }

  private func stageOne(_ request: Request, _ parameters: UploadParameters) async throws -> NamedContent {
    if let type = request.query["type"] { return try await stageEmpty(type, request, parameters) }
    guard let name = parameters.name else {
      throw DocumentError(.invalidParameter, "say what the document is called: ?name=")
    }
    try Self.requireWhole(request.head)
    return (
      try await Self.stage(request, expecting: try AnnouncedDigest(request.head), in: workspace), name
    )
  }

  /// The initial content of a new document of a type (spec documents UID-4).
  private func stageEmpty(
    _ text: String, _ request: Request, _ parameters: UploadParameters
  ) async throws -> NamedContent {
    let types = workspace.types.current
    guard let type = TypeIdentifier(text), let content = types.emptyContent(of: type) else {
      throw DocumentError(.invalidParameter, "no document can be made of that type without a content")
    }
    guard try await request.body.collect(upTo: 64 * 1024).isEmpty else {
      throw DocumentError(.invalidParameter, "a document of a type begins empty; leave out type, or the body")
    }
    let stage = try await workspace.contents.stage(expecting: Int64(content.count))
    try await stage.write(content)
    return (try await stage.finish(), parameters.name ?? types.emptyName(of: type))
  }

  /// All files are staged before the first is added, so that a broken body adds none.
  ///
  /// Staged files have no open descriptors, so that a few forms cannot take all of them.
  private func addForm(_ request: Request, _ parameters: UploadParameters) async throws -> Response {
    guard try AnnouncedDigest(request.head) == nil else {
      throw DocumentError(
        .invalidParameter, "a digest is checked for a raw body alone; send the files one by one")
    }
    guard request.head[.ifMatch] == nil else {
      throw DocumentError(.invalidParameter, "If-Match is for one content; send the files one by one")
    }
    try await workspace.contents.requireRoom(for: Self.announcedBytes(request.head))
    let added = try await keyed.once(request) {
      try await stageForm(request)
    } add: { staged, id in
      try await add(staged, parameters, request.head, id)
    }
    let answers = added.map { DocumentResponse($0, in: workspace) }
    return .json(try JSONResponse.encode(["documents": answers]), status: .created)
  }

  private func add(
    _ staged: [NamedContent], _ parameters: UploadParameters, _ head: RequestHead, _ id: (Int) -> DocumentID
  ) async throws -> [Document] {
    var added: [Document] = []
    do throws(DocumentError) {
      for (content, name) in staged {
        try await content.wake()
        defer { content.rest() }
        let document = try await workspace.documents.add(
          content, named: name, in: parameters.folder, conflict: parameters.conflict(head), origin: .api,
          author: Visitor.name, id: id(added.count))
        added.append(document)
      }
    } catch {
      throw interrupted(error, after: added, of: staged.count)
    }
    return added
  }

  private func stageForm(_ request: Request) async throws -> [NamedContent] {
    var staged: [NamedContent] = []
    var none: AnnouncedDigest?
    for try await part in try MultipartForm(request) {
      guard let filename = part.filename else { continue }
      guard staged.count < Self.maximumFiles else {
        throw DocumentError(
          .tooLarge, "a form holds \(Self.maximumFiles) files at most; send the others in another")
      }
      let name = try FileName(UploadParameters.lastComponent(filename))
      let content = try await Self.fill(workspace.contents.stage(), from: part.body, noting: &none)
      content.rest()
      staged.append((content, name))
    }
    guard !staged.isEmpty else { throw DocumentError(.invalidParameter, "the form holds no file") }
    return staged
  }

  /// Files stored before a refusal stay, and the refusal names them.
  private func interrupted(
    _ error: DocumentError, after added: [Document], of count: Int
  ) -> HTTPProblem {
    var problem = error.problem
    problem.members["documents"] = added.map { DocumentResponse($0, in: workspace) }
    if !added.isEmpty {
      problem.detail = "\(error.detail); \(added.count) of \(count) files were stored before it"
    }
    return problem
  }

  private func replace(_ id: DocumentID, _ request: Request) async throws -> Response {
    try Self.requireWhole(request.head)
    let digest = try AnnouncedDigest(request.head)
    let expected = try Precondition(request.head).check(await workspace.document(id))
    let staged = try await Self.stage(request, expecting: digest, in: workspace)
    return try .document(
      await workspace.documents.replace(
        id, with: staged, expecting: expected, origin: .api, author: Visitor.name), in: workspace)
  }

  /// The announced number of bytes; 0 for an unannounced length, whose bytes are counted on arrival.
  static func announcedBytes(_ head: RequestHead) -> Int64 {
    max(0, head[.contentLength].flatMap { Int64($0) } ?? 0)
  }

  /// A part of a content is refused (RFC 9110, 14.5), and so is a coded one.
  static func requireWhole(_ head: RequestHead) throws {
    guard head[.contentRange] == nil else {
      throw DocumentError(.invalidParameter, "a content is replaced as a whole; leave Content-Range out")
    }
    if let coding = head[.contentEncoding], coding.lowercased() != "identity" {
      throw HTTPError.unsupportedMediaType(expected: "sent without a Content-Encoding")
    }
  }

  /// Stages the body of a request, which must have the announced digest.
  static func stage(
    _ request: Request, expecting announced: AnnouncedDigest?, in workspace: DocumentWorkspace
  ) async throws -> any StagedContent {
    var digest = announced
    let stage = try await workspace.contents.stage(expecting: announcedBytes(request.head))
    let staged = try await fill(stage, from: request.body, noting: &digest)
    try digest?.check(staged.sha256)
    return staged
  }

  static func fill<Body: AsyncSequence>(
    _ stage: any ContentStage, from body: Body, noting digest: inout AnnouncedDigest?
  ) async throws -> any StagedContent where Body.Element == [UInt8] {
    do {
      for try await chunk in body {
        digest?.update(chunk)
        try await stage.write(chunk)
      }
      return try await stage.finish()
    } catch {
      await stage.abandon()
      throw error
    }
  }
}
