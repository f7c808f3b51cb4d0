import DocumentModel
import HTTPServer
import HTTPTypes
import Logging
import Storage

/// Downloads of folders as archives (spec documents FS-2).
struct ArchiveRoutes: Sendable {
  let archives: FolderArchives
  let log: Logger

  func add(to router: inout Router) {
    router.on(.get, "api/v1/folders/archive") { request, _ in try await download(request) }
  }

  /// A failure before the first byte is a refusal; a later failure breaks the response off before its announced length.
  private func download(_ request: Request) async throws -> Response {
    let archive = try await archives.archive(of: try FolderPath(parsing: request.query["folder"] ?? ""))
    var headers = SafeContent.headers(named: archive.name)
    headers[.cacheControl] = "no-store"
    return .stream(type: "application/zip", length: UInt64(archive.size), headers: headers) { [log] stream in
      do {
        try await archive.write { try await stream.write($0) }
      } catch let error as DocumentError {
        log.warning("the archive of a folder was broken off", metadata: ["reason": "\(error)"])
        throw error
      }
    }
  }
}
