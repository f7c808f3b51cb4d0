public import DocumentModel

extension DocumentSessions {
  /// Refuses edits in a session of a document whose opener only shows it: the one that was chosen for it, else the best.
  ///
  /// A session is work with what opens the document, so the opener's role decides what can be handed over and saved. A
  /// program that replaces the content as a whole brings a content that was made elsewhere, as whoever copies a file over
  /// another does; that is no edit by the opener, and its role says nothing about it.
  ///
  /// Only new content is refused. A content acknowledged before a user chose a viewer is still saved in time,
  /// or when the session closes, and conflicts are still decided: nothing is lost by a choice.
  ///
  /// Throws `.viewerOnly`; `.sessionClosed` and `.notFound` as ``session(_:of:)``.
  public func requireEditor(_ id: SessionID, of document: DocumentID) async throws(DocumentError) {
    _ = try hear(of: id, document)
    // A document that is gone for good has a session still, whose content becomes a document of its own.
    guard let known = try await workspace.index.document(document), !workspace.documents.isEditable(known)
    else {
      return
    }
    let opener = workspace.documents.openers(of: known).first?.identifier ?? "what opens it"
    throw DocumentError(
      .viewerOnly,
      "\(opener) only shows the document; choose a handler that edits it, or upload a new content")
  }
}
