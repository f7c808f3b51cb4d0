import DocumentModel
import LinuxSystem
import Storage

/// Documents that somebody wants in no backup (spec documents SB-9): what a snapshot leaves out because of them.
///
/// A snapshot's copy of the index says which contents there are to keep, to list and to restore. So these documents are
/// taken out of the copy, with their versions and tags, before anything else looks at it: nothing of the snapshot then
/// names what it does not hold, and what is restored of it is whole. A content that another document has, too, is kept
/// for that one.
///
/// Beside the index there are their files in `Documents`, which would be taken for files that the index does not know
/// yet, and what clients handed over of them and is not saved.
struct BackupExclusion: Sendable {
  /// The documents, also those in the Trash.
  private(set) var documents: Set<DocumentID> = []
  /// Rows of versions that were taken out of the copy.
  private(set) var versions = 0
  /// Where those in `Documents` lie, by the content that they have.
  private var places: [ContentHash: [Location]] = [:]

  /// What was taken out of a copy of the index.
  init(_ taken: TakenDocuments) {
    documents = Set(taken.documents.map(\.id))
    versions = taken.versions
    for document in taken.documents where document.trashed == nil {
      places[document.sha256, default: []].append(document.location)
    }
  }

  /// Nothing is left out.
  init() {}

  /// Whether a file with this content, which no index has at its place, is such a document that somebody moved.
  ///
  /// Blocks.
  func hasMoved(_ content: ContentHash, in root: Directory) throws -> Bool {
    try places[content, default: []].contains { try !TreeNames(root: root).isFile($0) }
  }

  /// Whether a file of the `Library` belongs to such a document: to a draft of it, or to a draft of nobody any more.
  ///
  /// Blocks.
  func covers(_ path: String, in root: Directory) -> Bool {
    guard !documents.isEmpty, path.hasPrefix("\(SandboxPath.drafts)/"), let slash = path.lastIndex(of: "/")
    else { return false }
    guard let draft = DraftFolder.described(in: String(path[..<slash]), of: root) else { return true }
    return documents.contains(draft.document)
  }
}
