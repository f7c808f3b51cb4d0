import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes
import Workspace

struct BatchRoutes: Sendable {
  let workspace: DocumentWorkspace

  /// A thousand operations, each with a few hundred bytes; notes can be longer.
  private static let maximumBytes = 4 << 20

  func add(to router: inout Router) {
    router.on(.post, "api/v1/batches", options: RouteOptions(bodyLimit: Self.maximumBytes)) { request, _ in
      let batch = try await JSONBody.read(
        of: request, upTo: Self.maximumBytes, BatchRequest.require
      ) { (body) throws(DocumentError) in try BatchRequest(body.value) }
      try Precondition(request.head).checkUntagged(
        "each operation has a condition of its own (ifMatch), and what is made here no entity tag yet")
      return try answer(
        await workspace.batches.perform(batch.operations, author: Visitor.name), status: .created)
    }
    router.on(.get, "api/v1/batches") { request, _ in
      let batches = try await workspace.batches.batches(limit: try ListLimit.read(request.query["limit"]))
      return try JSONResponse.entity(BatchesResponse(batches), sorted: true).0.response(to: request.head)
    }
    router.on(.get, "api/v1/batches/:id") { _, parameters in
      let id = try parameters.require("id", as: BatchID.self)
      return try answer(await workspace.batches.batch(id))
    }
    router.on(.post, "api/v1/batches/:id/undo") { request, parameters in
      let id = try parameters.require("id", as: BatchID.self)
      _ = try await workspace.batches.batch(id)
      // An undo is refused anyway when the documents have changed since.
      try Precondition(request.head).checkUntagged("a batch has no entity tag")
      return try answer(await workspace.batches.undo(id, author: Visitor.name), status: .created)
    }
  }

  private func answer(_ batch: Batch, status: HTTPResponse.Status = .ok) throws -> Response {
    var headers: HTTPFields = [.cacheControl: "private, no-store"]
    if status == .created { headers[.location] = "/api/v1/batches/\(batch.id)" }
    return .json(
      try JSONResponse.encode(BatchResponse(batch, in: workspace)), status: status, headers: headers)
  }
}
