import DocumentModel
import Logging

/// Files that somebody renamed over one another: each stays the document that it is.
extension DocumentWorkspace {
  /// The document with this id, at the place where its file is now.
  func documentInPlace(_ id: DocumentID) async throws(DocumentError) -> Document {
    let known = try await document(id)
    guard let looks = try? await contents.open(known.location).fingerprint,
      try await follow(known, past: looks)
    else { return known }
    return try await document(id)
  }

  /// Looks where all files are now, when the one at a document's place, which looks like `looks`, is that of another.
  ///
  /// Costs a pass over the tree. To be called outside all gates. True when it did, whatever it found.
  func follow(_ document: Document, past looks: String) async throws(DocumentError) -> Bool {
    guard let entry = try await metadata.entry(document.id), entry.document.trashed == nil,
      try await isAnothers(looks, than: entry)
    else { return false }
    do {
      _ = try await Reconciler(self, log: log).pass()
    } catch {
      log.warning("files that were renamed could not be followed", metadata: ["reason": "\(error)"])
    }
    return true
  }

  /// Whether a file that looks like `looks` and lies at the place of `entry` is, unchanged, that of another document.
  func isAnothers(_ looks: String, than entry: IndexEntry) async throws(DocumentError) -> Bool {
    guard !entry.describes(looks), entry.fileIdentity != IndexEntry.fileIdentity(of: looks),
      let owner = try await metadata.document(withFile: looks)
    else { return false }
    return owner.id != entry.document.id
  }

  /// Whether no file is at a document's place, or that of another document.
  func isAway(_ document: Document) async throws(DocumentError) -> Bool {
    do throws(DocumentError) {
      guard let looks = try await contents.open(document.location).fingerprint,
        let entry = try await metadata.entry(document.id)
      else { return false }
      return try await isAnothers(looks, than: entry)
    } catch  where error.code == .notFound {
      return true
    }
  }
}
