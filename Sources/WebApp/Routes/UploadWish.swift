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
  ///
  /// `conflict` is what happens when the name is taken, where the address does not say.
  init(_ query: Query, conflict usual: ConflictRule = .rename) throws(DocumentError) {
    name = try Self.parsed(query["name"])
    folder = try FolderPath(parsing: query["folder"] ?? "")
    guard let conflict = ConflictRule(rawValue: query["conflict"] ?? usual.rawValue) else {
      throw DocumentError(.invalidParameter, "conflict must be rename, fail or replace")
    }
    self.conflict = conflict
  }

  /// What `conflict=replace` may replace, by the tag of `If-Match`; `*` asks that something is there to be replaced.
  ///
  /// The tag is the content's: the one that `GET …/content` answers with. Throws `.invalidParameter` for any other.
  func expectation(_ head: RequestHead) throws(DocumentError) -> Expectation {
    guard let header = head[.ifMatch] else { return .anything }
    // What is added to is there: the list of documents.
    if header == "*" { return conflict == .replace ? .something : .anything }
    let tags = HeaderList.items(header)
    guard conflict == .replace, tags.count == 1, let hash = ContentHash(tags[0].filter { $0 != "\"" }) else {
      throw DocumentError(
        .invalidParameter,
        "If-Match goes with conflict=replace and takes one tag of a content (GET …/content)")
    }
    return .content(hash)
  }

  /// What happens when the name is taken; `If-None-Match: *` asks that nothing is there (RFC 9110, 13.1.2).
  func conflict(_ head: RequestHead) -> ConflictRule {
    head[.ifNoneMatch] == "*" ? .fail : conflict
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
