import DocumentModel
import HTTPServer
import HTTPTypes
import Logging
import Storage

/// The list of all files in the workspace's directory, for operators (spec documents SB-11).
struct ContainerRoutes: Sendable {
  let container: SandboxContainer
  let index: SQLiteMetadataStore
  let log: Logger

  private static let path = "api/v1/container"

  func add(to router: inout Router) {
    router.on(.get, Self.path) { request, _ in try await list(request) }
    router.on(.get, "\(Self.path)/archive") { request, _ in try await download(request) }
  }

  private func list(_ request: Request) async throws -> Response {
    let last = try request.query["cursor"].map(Self.cursor)
    let limit = try ListLimit.read(request.query["limit"])
    let answer = ContainerAnswer(try await container.list(after: last, limit: limit))
    return .json(try JSONAnswer.encode(answer), headers: [.cacheControl: "no-store"])
  }

  /// What goes wrong before the first byte is a refusal; what goes wrong later, and the end of the server, breaks the answer
  /// off: half an archive must not look like a whole one.
  private func download(_ request: Request) async throws -> Response {
    // Nobody takes the bytes of an answer to HEAD, so the index is not copied for it.
    let archive = request.head.method == .head ? nil : try await container.archive(index: index)
    var headers = SafeContent.headers(named: FileName(sanitizing: "container.zip"))
    headers[.cacheControl] = "no-store"
    return .stream(type: "application/zip", mustBeWhole: true, headers: headers) { [log] stream in
      do {
        try await archive?.write { try await stream.write($0) }
      } catch let error as DocumentError {
        log.warning("the archive of the workspace was broken off", metadata: ["reason": "\(error)"])
        throw error
      }
    }
  }

  private static func cursor(_ text: String) throws(DocumentError) -> ContainerPath {
    guard let path = ContainerPath(cursor: text) else {
      throw DocumentError(.invalidParameter, "the cursor does not belong to this list; start without one")
    }
    return path
  }
}
