import DocumentModel
import HTTPServer
import HTTPTypes
import Workspace

/// The registry of file types and handlers.
struct TypeRoutes: Sendable {
  let workspace: DocumentWorkspace
  let cache: ResponseCache
  let icons: TypeIconFiles

  private static let untagged = "types and handlers have no entity tags"

  func add(to router: inout Router) {
    router.on(.get, "api/v1/types") { request, _ in
      let ticket = cache.ticket(for: .types)
      let (entity, bytes) = try JSONResponse.entity(ListedTypesResponse(workspace.types.current))
      cache.keep(entity, bytes: bytes, for: request.head.rawTarget, ticket)
      return entity.response(to: request.head)
    }
    router.on(.post, "api/v1/types") { request, _ in
      let added = try await JSONBody.read(of: request, upTo: 1 << 20, "the declarations must be JSON") {
        (body) throws(DocumentError) in try body.declarations()
      }
      _ = try workspace.types.current.merging(added)
      try Precondition(request.head).checkUntagged(Self.untagged)
      try await workspace.types.declare(added)
      cache.forgetEverything()
      return .json(
        try JSONResponse.encode(TypesResponse(types: added.types, handlers: added.handlers)), status: .created
      )
    }
    addWithdrawals(to: &router)
    router.on(.get, "api/v1/types/:type/icon") { request, parameters in
      let type = try parameters.require("type", as: TypeIdentifier.self)
      let query = try IconQuery(request.query)
      if query.takesFile,
        let file = icons.file(for: workspace.types.current.type(type), size: query.size)
      {
        return .icon(file)
      }
      guard let format = query.format else {
        return .svg(workspace.types.current.icon(for: type, size: query.size))
      }
      let priority = RequestPriority(request.head).renderPriority(usual: .near)
      return .icon(
        try await workspace.pages.icon(of: type, size: query.size, format: format, priority: priority))
    }
    router.on(.get, "api/v1/documents/:id/openers") { _, parameters in
      let id = try parameters.require("id", as: DocumentID.self)
      let document = try await workspace.document(id)
      return .json(
        try JSONResponse.encode(
          OpenersResponse(
            workspace.documents.openers(of: document), for: document,
            editable: workspace.documents.isEditable(document))))
    }
  }

  private func addWithdrawals(to router: inout Router) {
    router.on(.delete, "api/v1/types/:type") { request, parameters in
      let type = try parameters.require("type", as: TypeIdentifier.self)
      let isDeclared = workspace.types.current.userDeclarations.types.contains { $0.identifier == type }
      return try await withdraw(request, isDeclared) { try await workspace.types.withdraw(type: type) }
    }
    router.on(.delete, "api/v1/handlers/:handler") { request, parameters in
      let handler = try parameters.require("handler", as: String.self)
      let isDeclared = workspace.types.current.userDeclarations.handlers.contains { $0.identifier == handler }
      return try await withdraw(request, isDeclared) { try await workspace.types.withdraw(handler: handler) }
    }
  }

  private func withdraw(
    _ request: Request, _ isDeclared: Bool, _ body: () async throws -> Void
  ) async throws -> Response {
    if isDeclared { try Precondition(request.head).checkUntagged(Self.untagged) }
    try await body()
    cache.forgetEverything()
    return .noContent()
  }
}

extension Response {
  /// A drawing of Sheaf's own; the headers keep a browser from running anything in it.
  static func svg(_ text: String) -> Response {
    .text(
      text, type: "image/svg+xml; charset=utf-8",
      headers: [
        .contentSecurityPolicy: "sandbox; default-src 'none'",
        .cacheControl: "private, max-age=3600",
      ])
  }
}
