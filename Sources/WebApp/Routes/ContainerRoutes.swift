import DocumentModel
import FoundationEssentials
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

struct ContainerResponse: Encodable {
  struct Entry: Encodable {
    let path: String
    /// The path's bytes in base64, if they are not UTF-8.
    let pathBytes: String?
    let kind: String
    let size: Int64
    let modified: String
    /// Why what is in it is not listed.
    let reason: String?

    init(_ entry: ContainerEntry) {
      path = entry.path.shown
      pathBytes = entry.path.text == nil ? Data(entry.path.bytes).base64EncodedString() : nil
      kind = entry.kind.rawValue
      size = entry.size
      modified = entry.modified.internetFormat
      reason = entry.isUnreadable ? "unreadable" : nil
    }
  }

  let entries: [Entry]
  @Nullable var next: String?

  init(_ list: ContainerList) {
    entries = list.entries.map(Entry.init)
    next = list.next?.cursor
  }
}
