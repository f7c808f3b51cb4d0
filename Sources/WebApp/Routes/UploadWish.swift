import DocumentModel
import HTTPServer
import HTTPTypes
import Workspace

/// Where an upload is to go, as its address says.
struct UploadWish: Sendable {
  let name: FileName?
  let folder: FolderPath
  let conflict: ConflictRule

  /// Throws `DocumentError` with `.invalidName` or `.invalidParameter`.
  init(_ query: Query) throws(DocumentError) {
    name = try Self.parsed(query["name"])
    folder = try FolderPath(parsing: query["folder"] ?? "")
    guard let conflict = ConflictRule(rawValue: query["conflict"] ?? "rename") else {
      throw DocumentError(.invalidParameter, "conflict must be rename, fail or replace")
    }
    self.conflict = conflict
  }

  /// Browsers and programs send a path where they mean a name (RFC 7578, 4.2).
  static func lastComponent(_ path: String) -> String {
    path.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? path
  }

  private static func parsed(_ text: String?) throws(DocumentError) -> FileName? {
    guard let text else { return nil }
    return try FileName(text)
  }
}
