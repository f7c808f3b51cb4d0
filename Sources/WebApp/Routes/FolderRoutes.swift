import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes
import Workspace

/// Folders: listing, creating, moving, and the way to the Trash and back with everything in them.
struct FolderRoutes: Sendable {
  let workspace: DocumentWorkspace

  func add(to router: inout Router) {
    router.on(.get, "api/v1/folders") { request, _ in try await list(request) }
    router.on(.post, "api/v1/folders") { request, _ in try await make(request) }
    router.on(.patch, "api/v1/folders") { request, _ in try await move(request) }
    router.on(.delete, "api/v1/folders") { request, _ in try await trash(request) }
    router.on(.post, "api/v1/folders/restore") { request, _ in try await restore(request) }
  }

  private func list(_ request: Request) async throws -> Response {
    let path = try FolderPath(parsing: request.query["folder"] ?? "")
    let isDeep = try Flag.read("deep", request.query["deep"])
    let last = try request.query["cursor"].map { try cursor($0, in: path, isDeep: isDeep) }
    let limit = try ListLimit.read(request.query["limit"])
    let folder = try await workspace.folders.folder(path)
    let list =
      try await isDeep
      ? workspace.folders.folders(below: path, after: last, limit: limit)
      : workspace.folders.folders(in: path, after: last?.names.last, limit: limit)
    // Other programs create folders without an event, so the response is not cached here.
    return try JSONResponse.entity(FolderListResponse(folder, list), sorted: true).0.response(
      to: request.head)
  }

  private func cursor(
    _ text: String, in path: FolderPath, isDeep: Bool
  ) throws(DocumentError) -> FolderPath {
    guard let last = try? FolderPath(parsing: text), last != path, last.isWithin(path),
      isDeep || last.parent == path
    else {
      throw DocumentError(.invalidParameter, "the cursor does not belong to this list; start without one")
    }
    return last
  }

  private struct NewFolder: Decodable {
    let folder: String
    let parents: Bool?
  }

  private func make(_ request: Request) async throws -> Response {
    let wanted = try await Self.body(
      of: request, as: NewFolder.self, "the body must be JSON with \"folder\", and perhaps \"parents\"")
    let (path, condition) = (try FolderPath(parsing: wanted.folder), Precondition(request.head))
    if request.head[.ifMatch] != nil { try condition.check(try await tag(of: path)) }
    let (folder, isNew) = try await workspace.folders.makeFolder(path, parents: wanted.parents ?? false)
    // A folder that existed before was not changed.
    if !isNew { try condition.requireUnwanted([folder.entityTag]) }
    return try Self.answer(folder, status: isNew ? .created : .ok)
  }

  private func tag(of path: FolderPath) async throws -> EntityTag? {
    do throws(DocumentError) {
      return try await workspace.folders.folder(path).entityTag
    } catch {
      guard error.code == .notFound else { throw error }
      return nil
    }
  }

  private struct Change: Decodable {
    let folder: String
    let to: String
    let parents: Bool?
  }

  private func move(_ request: Request) async throws -> Response {
    let change = try await Self.body(
      of: request, as: Change.self,
      "the body must be JSON with \"folder\" and \"to\", and perhaps \"parents\"")
    let (path, target) = (try FolderPath(parsing: change.folder), try FolderPath(parsing: change.to))
    let expected = try await expected(request, path)
    let folder = try await workspace.folders.moveFolder(
      path, to: target, parents: change.parents ?? false, expecting: expected)
    return try Self.answer(folder)
  }

  private func trash(_ request: Request) async throws -> Response {
    guard let text = request.query["folder"] else {
      throw DocumentError(.invalidParameter, "folder must say which one")
    }
    let path = try FolderPath(parsing: text)
    let expected = try await expected(request, path)
    let trashed = try await workspace.folders.trashFolder(path, expecting: expected)
    return .json(try JSONResponse.encode(TrashedFolderResponse(path, trashed)))
  }

  private struct Undo: Decodable {
    let folder: String
    let step: String
  }

  private func restore(_ request: Request) async throws -> Response {
    let undo = try await Self.body(
      of: request, as: Undo.self, "the body must be JSON with \"folder\" and \"step\"")
    guard let step = TrashStep(undo.step) else {
      throw DocumentError(.invalidParameter, "step must be the value in the response to the removal")
    }
    let path = try FolderPath(parsing: undo.folder)
    try Precondition(request.head).checkUntagged("a folder in the Trash has no entity tag")
    let restored = try await workspace.folders.restoreFolder(path, thrownAwayAt: step.date)
    return .json(
      try JSONResponse.encode(
        RestoredFolderResponse(
          path: path.description, documents: restored.documents, missing: restored.missing,
          refused: restored.refused, reason: restored.reason)))
  }

  /// The state that the folder must still have; nil without a condition.
  private func expected(_ request: Request, _ path: FolderPath) async throws -> String? {
    guard request.head[.ifMatch] != nil || request.head[.ifNoneMatch] != nil else { return nil }
    let folder = try await workspace.folders.folder(path)
    return try Precondition(request.head).check(folder)
  }

  private static func body<Body: Decodable & Sendable>(
    of request: Request, as type: Body.Type, _ require: String
  ) async throws -> Body {
    try await JSONBody.read(of: request, upTo: 64 << 10, require) { (body) throws(DocumentError) in
      try body.decoded(as: type, require)
    }
  }

  private static func answer(_ folder: Folder, status: HTTPResponse.Status = .ok) throws -> Response {
    .json(
      try JSONResponse.encode(FolderResponse(folder)), status: status,
      headers: [.eTag: folder.entityTag.description])
  }
}
