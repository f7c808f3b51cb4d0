import DocumentModel
import HTTPServer
import HTTPTypes
import Workspace

/// The parameters of an upload.
struct UploadParameters: Sendable {
  let name: FileName?
  let folder: FolderPath
  let conflict: ConflictRule

  /// Throws `DocumentError` with `.invalidName` or `.invalidParameter`.
  ///
  /// `conflict` is the rule for a taken name if the address has none.
  init(_ query: Query, conflict usual: ConflictRule = .rename) throws(DocumentError) {
    name = try Self.parsed(query["name"])
    folder = try FolderPath(parsing: query["folder"] ?? "")
    conflict = try Self.conflict(query["conflict"], usual)
  }

  /// The rule that `text` names; the usual one where there is no text.
  static func conflict(_ text: String?, _ usual: ConflictRule = .rename) throws(DocumentError) -> ConflictRule
  {
    guard let text else { return usual }
    guard let rule = ConflictRule(rawValue: text) else {
      throw DocumentError(.invalidParameter, "conflict must be rename, fail or replace")
    }
    return rule
  }

  /// The condition on a document that `conflict=replace` may replace, by the tag of `If-Match`; `*` requires any
  /// document.
  ///
  /// The tag is that of the content, as in the response of `GET …/content`. Throws `.invalidParameter` for any other.
  func expectation(_ head: RequestHead) throws(DocumentError) -> Expectation {
    guard let header = head[.ifMatch] else { return .anything }
    // The target of the upload, the list of documents, always exists.
    if header == "*" { return conflict == .replace ? .something : .anything }
    let tags = HeaderList.items(header)
    guard conflict == .replace, tags.count == 1, let hash = ContentHash(tags[0].filter { $0 != "\"" }) else {
      throw DocumentError(
        .invalidParameter,
        "If-Match goes with conflict=replace and takes one tag of a content (GET …/content)")
    }
    return .content(hash)
  }

  /// The rule for a taken name; `If-None-Match: *` requires that the name is free (RFC 9110, 13.1.2).
  func conflict(_ head: RequestHead) -> ConflictRule {
    head[.ifNoneMatch] == "*" ? .fail : conflict
  }

  /// Some clients send a path in place of a name (RFC 7578, 4.2).
  static func lastComponent(_ path: String) -> String {
    path.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? path
  }

  private static func parsed(_ text: String?) throws(DocumentError) -> FileName? {
    guard let text else { return nil }
    return try FileName(text)
  }
}
