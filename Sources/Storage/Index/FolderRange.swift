import DocumentModel
import GRDB

/// Documents in a folder and below it, as the index finds them.
///
/// They are those whose folder it is, and those whose folder's text begins with it and a
/// slash. The latter are one range of the texts in the order of their bytes.
struct FolderRange: Sendable {
  let text: String

  init(_ folder: FolderPath) {
    text = folder.description
  }

  /// The condition on a row; takes ``arguments``.
  static let condition = "(folder = ? OR (folder >= ? AND folder < ?))"

  /// The keys of documents in `Documents`, as `place`; takes ``arguments``.
  ///
  /// Two searches in one index, where one condition with OR might become a scan.
  static let keys = """
    SELECT key AS place FROM document INDEXED BY documentPlace WHERE folder = ? AND trashed IS NULL \
    UNION ALL \
    SELECT key FROM document INDEXED BY documentPlace WHERE folder >= ? AND folder < ? AND trashed IS NULL
    """

  static let count = "SELECT count(*) FROM (\(keys) LIMIT \(ListStatement.fewHits + 1))"

  static let exists = "SELECT EXISTS (\(keys))"

  /// The folder, and from where to where those below it are: `0` comes after `/`.
  var arguments: StatementArguments { [text, text + "/", text + "0"] }
}

extension DocumentQuery {
  /// The folder of which documents at any depth are listed; nil when it is one folder, or all.
  var tree: FolderRange? {
    guard isDeep, let folder, !folder.isTop else { return nil }
    return FolderRange(folder)
  }
}
