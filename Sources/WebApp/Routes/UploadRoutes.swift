import DocumentModel
import HTTPServer
import HTTPTypes
import Workspace

/// Bytes on their way in: new documents and new versions.
struct UploadRoutes: Sendable {
  let workspace: DocumentWorkspace
  let maximumBytes: Int64

  /// Files that one form may hold: each is a file in `tmp` until all have arrived.
  static let maximumFiles = 256

  func add(to router: inout Router) {
    let options = RouteOptions(bodyLimit: Int(maximumBytes))
    router.on(.post, "api/v1/documents", options: options) { request, _ in
      let wish = try UploadWish(request.query)
      if let type = request.query["type"] { return try await addEmpty(type, request) }
      let type = request.head[.contentType]?.lowercased() ?? ""
      return type.hasPrefix("multipart/form-data")
        ? try await addForm(request, wish) : try await addRaw(request, wish)
    }
    router.on(.put, "api/v1/documents/:id/content", options: options) { request, parameters in
      let id = try parameters.require("id", as: DocumentID.self)
      return try await replace(id, request)
    }
  }

  private func addRaw(_ request: Request, _ wish: UploadWish) async throws -> Response {
    guard let name = wish.name else {
      throw DocumentError(.invalidParameter, "say what the document is called: ?name=")
    }
    try Self.demandWhole(request.head)
    let expected = try wish.expectation(request.head)
    let staged = try await stage(request)
    let document = try await workspace.add(
      staged, named: name, in: wish.folder, conflict: wish.conflict(request.head),
      expecting: expected, origin: .api, author: Visitor.name)
    return try .document(document, in: workspace, status: .created)
  }

  /// A new document of a type, with what such a document holds when it is new (spec documents UID-4).
  private func addEmpty(_ text: String, _ request: Request) async throws -> Response {
    let types = workspace.types.current
    guard let type = TypeIdentifier(text), let content = types.emptyContent(of: type) else {
      throw DocumentError(.invalidParameter, "no document can be made of that type without a content")
    }
    guard try await request.body.collect(upTo: 64 * 1024).isEmpty else {
      throw DocumentError(.invalidParameter, "a document of a type begins empty; leave out type, or the body")
    }
    // A name that was given is meant; one that was not gets a number.
    let wish = try UploadWish(request.query, conflict: request.query["name"] == nil ? .rename : .fail)
    let expected = try wish.expectation(request.head)
    let stage = try await workspace.contents.stage(expecting: Int64(content.count))
    try await stage.write(content)
    let document = try await workspace.add(
      try await stage.finish(), named: wish.name ?? types.emptyName(of: type), in: wish.folder,
      conflict: wish.conflict(request.head), expecting: expected, origin: .api, author: Visitor.name)
    return try .document(document, in: workspace, status: .created)
  }

  /// All files are staged before the first is added, so that a broken body adds none.
  ///
  /// Those that wait hold nothing open: a few forms must not take all descriptors.
  private func addForm(_ request: Request, _ wish: UploadWish) async throws -> Response {
    guard try AnnouncedDigest(request.head) == nil else {
      throw DocumentError(
        .invalidParameter, "a digest is checked for a raw body alone; send the files one by one")
    }
    guard request.head[.ifMatch] == nil else {
      throw DocumentError(.invalidParameter, "If-Match is for one content; send the files one by one")
    }
    try await workspace.contents.demandRoom(for: Self.announcedBytes(request.head))
    let staged = try await stageForm(request)
    var added: [DocumentAnswer] = []
    do throws(DocumentError) {
      for (content, name) in staged {
        try await content.wake()
        defer { content.rest() }
        let document = try await workspace.add(
          content, named: name, in: wish.folder, conflict: wish.conflict(request.head), origin: .api,
          author: Visitor.name)
        added.append(DocumentAnswer(document, in: workspace))
      }
    } catch {
      throw Self.interrupted(error, after: added, of: staged.count)
    }
    return .json(try JSONAnswer.encode(["documents": added]), status: .created)
  }

  private func stageForm(_ request: Request) async throws -> [(content: any StagedContent, name: FileName)] {
    var staged: [(content: any StagedContent, name: FileName)] = []
    var none: AnnouncedDigest?
    for try await part in try MultipartForm(request) {
      guard let filename = part.filename else { continue }
      guard staged.count < Self.maximumFiles else {
        throw DocumentError(
          .tooLarge, "a form holds \(Self.maximumFiles) files at most; send the others in another")
      }
      let name = try FileName(UploadWish.lastComponent(filename))
      let content = try await fill(workspace.contents.stage(), from: part.body, noting: &none)
      content.rest()
      staged.append((content, name))
    }
    guard !staged.isEmpty else { throw DocumentError(.invalidParameter, "the form holds no file") }
    return staged
  }

  /// Files that were stored before one was refused stay, and the refusal names them: nothing happens unsaid.
  private static func interrupted(
    _ error: DocumentError, after added: [DocumentAnswer], of count: Int
  ) -> HTTPProblem {
    var problem = error.problem
    problem.members["documents"] = added
    if !added.isEmpty {
      problem.detail = "\(error.detail); \(added.count) of \(count) files were stored before it"
    }
    return problem
  }

  private func replace(_ id: DocumentID, _ request: Request) async throws -> Response {
    try Self.demandWhole(request.head)
    let expected = try Precondition(request.head).check(await workspace.document(id))
    let staged = try await stage(request)
    return try .document(
      await workspace.replace(
        id, with: staged, expecting: expected, origin: .api, author: Visitor.name), in: workspace)
  }

  /// How many bytes a client says will come; 0 when it does not, and they are counted as they come.
  private static func announcedBytes(_ head: RequestHead) -> Int64 {
    max(0, head[.contentLength].flatMap { Int64($0) } ?? 0)
  }

  /// A part of a content is not a content (RFC 9110, 14.5), nor is one that is still coded.
  static func demandWhole(_ head: RequestHead) throws {
    guard head[.contentRange] == nil else {
      throw DocumentError(.invalidParameter, "a content is replaced as a whole; leave Content-Range out")
    }
    if let coding = head[.contentEncoding], coding.lowercased() != "identity" {
      throw HTTPError.unsupportedMediaType(expected: "sent without a Content-Encoding")
    }
  }

  func stage(_ request: Request) async throws -> any StagedContent {
    var digest = try AnnouncedDigest(request.head)
    let stage = try await workspace.contents.stage(expecting: Self.announcedBytes(request.head))
    let staged = try await fill(stage, from: request.body, noting: &digest)
    try digest?.check(staged.sha256)
    return staged
  }

  private func fill<Body: AsyncSequence>(
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
