import DocumentModel
import HTTPServer
import HTTPTypes
import Storage

/// The list of all files in the workspace's directory, for operators (spec documents SB-11).
struct ContainerRoutes: Sendable {
  let container: SandboxContainer

  func add(to router: inout Router) {
    router.on(.get, "api/v1/container") { request, _ in try await list(request) }
  }

  private func list(_ request: Request) async throws -> Response {
    let last = try request.query["cursor"].map(Self.cursor)
    let limit = try ListLimit.read(request.query["limit"])
    let answer = ContainerResponse(try await container.list(after: last, limit: limit))
    return .json(try JSONResponse.encode(answer), headers: [.cacheControl: "no-store"])
  }

  private static func cursor(_ text: String) throws(DocumentError) -> ContainerPath {
    guard let path = ContainerPath(cursor: text) else {
      throw DocumentError(.invalidParameter, "the cursor does not belong to this list; start without one")
    }
    return path
  }
}
