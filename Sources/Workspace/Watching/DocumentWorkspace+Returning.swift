import DocumentModel

/// Files that are missing for a moment: many programs save a file by removing it, or putting it aside, and writing another in
/// its place.
extension DocumentWorkspace {
  /// Waits for the file of a document that somebody may be saving.
  ///
  /// Whoever changed the document before that file is there would send it to the Trash, or to where its old file was put
  /// aside, and the file that comes would be another document. A file that was only renamed is followed at once.
  ///
  /// Returns when a file is at the document's place, wherever that is by then, when the document is not in the list any more,
  /// or after ``patience``. To be called outside all gates. False when there was nothing to wait for. Throws `.busy` when the
  /// task is cancelled.
  func awaitReturn(of document: Document) async throws(DocumentError) -> Bool {
    guard sharesFiles, quiet > .zero, try await isMissing(document.location), try await mayReturn(document)
    else { return false }
    await look(for: document.id)
    for _ in 0..<Self.glances {
      guard try await mayReturn(document) else { break }
      await rest(patience / Self.glances)
      // Whoever hangs up ends the wait, and not the document's time in the list.
      guard !Task.isCancelled else {
        throw DocumentError(.busy, "the change was given up while the document's file was waited for")
      }
    }
    return true
  }

  /// So often the place is looked at.
  private static var glances: Int { 30 }

  /// For longer than ``quiet``, after which a pass over the tree decides.
  private var patience: Duration { quiet * 3 / 2 }

  /// Whether its file is nowhere, by where it belongs now: somebody may have moved its folder meanwhile.
  private func mayReturn(_ document: Document) async throws(DocumentError) -> Bool {
    guard let now = try await metadata.document(document.id), now.trashed == nil,
      !missing.isAway(document.id)
    else { return false }
    return try await isMissing(now.location)
  }
}
