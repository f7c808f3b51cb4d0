import DocumentModel
import Synchronization

/// Where files are not shared (spec documents FS-1): what others put into `Documents` is left alone.
///
/// The tree is the truth for the current content of documents all the same (design, 3): what others do to the file of a
/// document is seen when the document is read, worked on, or looked for at the next start, and nothing that a document
/// was is lost. Only files that were never documents stay what they are: neither listed nor touched.
extension Reconciler {
  /// Whether a file without an entry is worth reading: it becomes a document, or may be one that is in the Trash without
  /// a file, because its way back was interrupted or others had taken it away.
  func mayBeDocument(_ file: PlacedContent) async throws -> Bool {
    if takesUp { return true }
    if let sizes = awaited.withLock(\.self) { return sizes.contains(file.size) }
    let sizes = try await awaitedSizes()
    awaited.withLock { $0 = sizes }
    return sizes.contains(file.size)
  }

  private func awaitedSizes() async throws -> Set<Int64> {
    var sizes: Set<Int64> = []
    var query = DocumentQuery(trashed: true, order: .created, limit: 200)
    repeat {
      let page = try await workspace.metadata.documents(query)
      for document in page.documents {
        guard try await workspace.isMissingInTrash(document.id) else { continue }
        sizes.insert(document.size)
      }
      query.cursor = page.next
    } while query.cursor != nil
    return sizes
  }
}

extension DocumentWorkspace {
  /// The Inbox is part of what people see, so an empty one goes, whoever took the last file out of it (spec documents
  /// FS-4).
  func leaveInbox() async {
    guard let inbox = try? await contents.folder(.inbox), !inbox.hasFolders else { return }
    // Fails when it is not empty, as it should.
    _ = try? await contents.removeEmptyFolders(.inbox)
  }
}
