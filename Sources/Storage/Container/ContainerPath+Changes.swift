import DocumentModel

/// What may become of something while an archive of the workspace is made.
extension ContainerPath {
  /// Where the server has files of its own, which it makes, replaces and removes at any time.
  private static let own = [SandboxArea.temporary, .caches, .library].map { $0.path + "/" }
  /// And where those of `Library` lie that have contents of documents.
  private static let contents = [SandboxPath.versions, SandboxPath.trash, SandboxPath.damaged]
    .map { $0 + "/" }

  /// Whether the server itself works on it meanwhile: then an archive has it as it is when its turn comes, and is whole
  /// without it when it is gone by then.
  ///
  /// Of anything else, which has contents of documents, it has what was listed or ends as an error: what went from
  /// there may lie where the archive has been. Contents that are handed over or held in `Library` besides,
  /// ``ContainerDrafts`` and ``heldContent`` look after.
  var mayChange: Bool {
    let path = ContainerPath(bytes + [Self.slash])
    return Self.own.contains { path.begins(with: $0) } && !Self.contents.contains { path.begins(with: $0) }
  }

  /// What is held under this path; nil for any other.
  ///
  /// When others replace a document's file, what it had becomes a version, and is held no more.
  var heldContent: ContentHash? {
    guard begins(with: SandboxPath.held + "/"), let name = names.last,
      let hash = ContentHash(String(decoding: name, as: UTF8.self)),
      bytes.elementsEqual(SandboxPath.held(hash).utf8)
    else { return nil }
    return hash
  }

  /// Whether, as a folder, it has contents of documents directly in it, or folders that have, which an archive must not
  /// lack.
  var keepsContents: Bool {
    !mayChange || bytes.elementsEqual(SandboxArea.library.path.utf8)
  }

  /// Throws `.contentChanged` unless it may change.
  func demandMayChange() throws(DocumentError) {
    guard mayChange else { throw changed }
  }

  /// The refusal for an archive in which it is not what it was.
  var changed: DocumentError {
    DocumentError(
      .contentChanged, "\"\(shown)\" was moved or changed while the workspace was downloaded; begin again")
  }
}
