import DocumentModel
import HTTPServer
import HTTPTypes
import Logging
import Storage

/// Folders on their way out, as archives (spec documents FS-2).
struct ArchiveRoutes: Sendable {
  let archives: FolderArchives
  let log: Logger

  func add(to router: inout Router) {
    router.on(.get, "api/v1/folders/archive") { request, _ in try await download(request) }
  }

  /// What goes wrong before the first byte is a refusal; what goes wrong later breaks the answer off, which is shorter
  /// than it said by then.
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
