import DocumentModel
import LinuxSystem
import Storage

/// Documents that users excluded from backups (spec documents SB-9).
///
/// They are taken out of the copy of the index, with their versions and tags, before anything else reads it. So the
/// snapshot names only contents that it holds, and what is restored of it is whole. A content that another document
/// has, too, is kept for that one.
///
/// Left out are also their files in `Documents`, which would count as not yet indexed, and their drafts.
struct BackupExclusion: Sendable {
  /// The documents, also those in the Trash.
  private(set) var documents: Set<DocumentID> = []
  /// Rows of versions that were taken out of the copy.
  private(set) var versions = 0
  /// Where those in `Documents` lie, by the content that they have.
  private var places: [ContentHash: [Location]] = [:]

  init(_ taken: TakenDocuments) {
    documents = Set(taken.documents.map(\.id))
    versions = taken.versions
    for document in taken.documents where document.trashed == nil {
      places[document.sha256, default: []].append(document.location)
    }
  }

  init() {}

  /// Whether a file with this content, which no index has at its place, is such a document that was moved on the disk.
  ///
  /// Blocks.
  func hasMoved(_ content: ContentHash, in root: Directory) throws -> Bool {
    try places[content, default: []].contains { try !TreeNames(root: root).isFile($0) }
  }

  /// Whether a file of the `Library` belongs to a draft of such a document, or to a draft without a document.
  ///
  /// Blocks.
  func covers(_ path: String, in root: Directory) -> Bool {
    guard !documents.isEmpty, path.hasPrefix("\(SandboxPath.drafts)/"), let slash = path.lastIndex(of: "/")
    else { return false }
    guard let draft = DraftFolder.described(in: String(path[..<slash]), of: root) else { return true }
    return documents.contains(draft.document)
  }
}
