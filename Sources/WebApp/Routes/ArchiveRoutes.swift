import DocumentModel
import HTTPServer
import HTTPTypes
import Logging
import Storage
import Workspace

/// Downloads of folders, and of chosen documents and folders, as archives (spec documents FS-2).
///
/// A browser saves what a plain GET answers, and thousands of ids have no room in an address. So a selection is posted,
/// checked, and kept until some minutes after its last use under an address of its own.
struct ArchiveRoutes: Sendable {
  let workspace: DocumentWorkspace
  let archives: FolderArchives
  let log: Logger
  /// A selection costs as much as it has ids.
  private let prepared = ExpiringCache<Identifier<ChosenForArchive>, ChosenForArchive>(
    lifetime: .seconds(600), capacity: 500_000)

  init(workspace: DocumentWorkspace, archives: FolderArchives, log: Logger) {
    (self.workspace, self.archives, self.log) = (workspace, archives, log)
  }

  /// The ids of 50,000 documents.
  private static let maximumBytes = 1 << 20

  func add(to router: inout Router) {
    router.on(.get, "api/v1/folders/archive") { request, _ in
      download(try await archives.archive(of: try FolderPath(parsing: request.query["folder"] ?? "")))
    }
    router.on(.post, "api/v1/archives", options: RouteOptions(bodyLimit: Self.maximumBytes)) { request, _ in
      try await prepare(request)
    }
    router.on(.get, "api/v1/archives/:id") { _, parameters in
      guard let kept = prepared.value(for: try parameters.require("id")) else {
        throw DocumentError(.notFound, "there is no such archive, or not any more; ask for it again")
      }
      return download(try await archives.archive(of: try await selection(kept)))
    }
  }

  private static let require =
    "the body must be JSON with \"documents\" and \"folders\", one of which may be missing"

  private func prepare(_ request: Request) async throws -> Response {
    let chosen = try await JSONBody.read(of: request, upTo: Self.maximumBytes, Self.require) {
      (body) throws(DocumentError) in try body.decoded(as: ChosenForArchive.self, Self.require)
    }
    guard !chosen.isEmpty else { throw DocumentError(.invalidParameter, Self.require) }
    try Precondition(request.head).checkUntagged("an archive that is made here has no entity tag yet")
    // Refused here, where a client can say so, and not in the download.
    let archive = try await archives.archive(of: try await selection(chosen))
    let id = Identifier<ChosenForArchive>()
    prepared.insert(chosen, for: id, cost: chosen.count)
    let url = "/api/v1/archives/\(id)"
    return .json(
      try JSONResponse.encode(
        PreparedArchiveResponse(url: url, name: archive.name.description, size: archive.size)),
      status: .created, headers: [.location: url, .cacheControl: "private, no-store"])
  }

  private func selection(_ chosen: ChosenForArchive) async throws -> ArchiveSelection {
    var documents: [Location] = []
    for id in chosen.documents ?? [] {
      guard let id = DocumentID(id) else {
        throw DocumentError(.invalidParameter, "\"\(id)\" is no document's id")
      }
      documents.append(try await workspace.document(id).location)
    }
    return ArchiveSelection(
      documents: documents, folders: try (chosen.folders ?? []).map { try FolderPath(parsing: $0) })
  }

  /// A failure before the first byte is a refusal; a later failure breaks the response off before its announced length.
  private func download(_ archive: FolderArchive) -> Response {
    var headers = SafeContent.headers(named: archive.name)
    headers[.cacheControl] = "no-store"
    return .stream(type: "application/zip", length: UInt64(archive.size), headers: headers) { [log] stream in
      do {
        try await archive.write { try await stream.write($0) }
      } catch let error as DocumentError {
        log.warning("an archive was broken off", metadata: ["reason": "\(error)"])
        throw error
      }
    }
  }
}

/// Documents and folders that a client wants as one archive.
struct ChosenForArchive: Decodable, Sendable {
  let documents: [String]?
  let folders: [String]?

  var count: Int { (documents?.count ?? 0) + (folders?.count ?? 0) }
  var isEmpty: Bool { count == 0 }
}

private struct PreparedArchiveResponse: Encodable {
  let url: String
  let name: String
  let size: Int64
}
