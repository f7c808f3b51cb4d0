import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes
import Workspace

struct DocumentRoutes: Sendable {
  let workspace: DocumentWorkspace
  let cache: ResponseCache

  func add(to router: inout Router) {
    router.on(.get, "api/v1/documents") { request, _ in
      let ticket = cache.ticket(for: .index)
      let list = try await workspace.documents(try query(request.query))
      let (entity, bytes) = try JSONResponse.entity(DocumentListResponse(list, in: workspace))
      cache.keep(entity, bytes: bytes, for: request.head.rawTarget, ticket)
      return entity.response(to: request.head)
    }
    router.on(.get, "api/v1/documents/:id") { request, parameters in
      let id = try parameters.require("id", as: DocumentID.self)
      let ticket = cache.ticket(for: .document(id))
      let document = try await workspace.document(id, includingTrash: true)
      let (entity, bytes) = try JSONResponse.entity(
        DocumentResponse(document, in: workspace, expires: workspace.trash.expiry(of: document)),
        tag: document.entityTag)
      cache.keep(entity, bytes: bytes, for: request.head.rawTarget, ticket)
      return entity.response(to: request.head)
    }
    router.on(.get, "api/v1/tags") { request, _ in
      try JSONResponse.entity(TagsResponse(await workspace.documents.tags()), sorted: true).0.response(
        to: request.head)
    }
    router.on(.patch, "api/v1/documents/:id") { request, parameters in
      try await change(request, parameters)
    }
    router.on(.delete, "api/v1/documents/:id") { request, parameters in
      let isForGood = try Flag.read("permanently", request.query["permanently"])
      let known = try await document(parameters)
      let expected = try Precondition(request.head).check(known)
      if isForGood {
        try await workspace.trash.remove(known.id, expecting: expected)
      } else {
        _ = try await workspace.documents.trash(known.id, expecting: expected)
      }
      return .noContent()
    }
    router.on(.delete, "api/v1/trash") { request, _ in
      try Precondition(request.head).checkUntagged("the Trash as a whole has no entity tag")
      let job = try workspace.trash.empty()
      return .json(
        try JSONResponse.encode(JobResponse(job)), status: .accepted,
        headers: [.location: "/api/v1/jobs/\(job.id)"])
    }
    router.on(.post, "api/v1/documents/:id/restore") { request, parameters in
      let id = try parameters.require("id", as: DocumentID.self)
      let known = try await workspace.document(id, includingTrash: true)
      let expected = try Precondition(request.head).check(known)
      return try .document(await workspace.documents.restore(id, expecting: expected), in: workspace)
    }
  }

  private func document(_ parameters: PathParameters) async throws -> Document {
    let id = try parameters.require("id", as: DocumentID.self)
    return try await workspace.document(id, includingTrash: true)
  }

  private func query(_ query: Query) throws -> DocumentQuery {
    var wanted = DocumentQuery()
    let filters = try DocumentFilters(query, by: workspace.types.current)
    (wanted.folder, wanted.types, wanted.tags) = (filters.folder, filters.types, filters.tags)
    wanted.favourite = filters.isFavourite
    wanted.isDeep = try Flag.read("deep", query["deep"])
    wanted.text = query["q"]
    wanted.content = try content(query["sha256"])
    wanted.trashed = try Flag.read("trashed", query["trashed"])
    wanted.order = try order(query["sort"])
    wanted.cursor = query["cursor"]
    wanted.limit = try ListLimit.read(query["limit"])
    return wanted
  }

  private func content(_ text: String?) throws(DocumentError) -> ContentHash? {
    guard let text else { return nil }
    guard let hash = ContentHash(text) else {
      throw DocumentError(
        .invalidParameter, "sha256 must be the SHA-256 of a content, in 64 hexadecimal digits")
    }
    return hash
  }

  private func order(_ text: String?) throws -> DocumentQuery.Order {
    guard let text else { return .modifiedDescending }
    guard let order = DocumentQuery.Order(rawValue: text) else {
      let known = DocumentQuery.Order.allCases.map(\.rawValue).joined(separator: ", ")
      throw DocumentError(.invalidParameter, "sort must be one of \(known)")
    }
    return order
  }

  private func change(_ request: Request, _ parameters: PathParameters) async throws -> Response {
    let changes = try await DocumentChanges(of: request)
    let known = try await document(parameters)
    let expected = try Precondition(request.head).check(known)
    return try .document(
      await workspace.documents.move(
        known.id, name: changes.name, folder: changes.folder, metadata: changes.metadata, expecting: expected),
      in: workspace)
  }
}
