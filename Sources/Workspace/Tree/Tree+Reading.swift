public import DocumentModel

extension Tree {
  /// The current bytes of a document, also of one in the Trash, and the document that they are of.
  ///
  /// The descriptor that is handed out is the one that was compared with the index: bytes and hash belong together.
  /// Where another program has put another file in the document's place since it was indexed, the index is
  /// brought in line first. ``ReadableContent/isUnchanged()`` tells later writes to the file.
  ///
  /// With `readsChanges` false a file that was changed since is not read, as that may take as long as the file is.
  /// Such work is refused as `.busy`, and goes on once the change is noted.
  ///
  /// Throws `.busy` when the file is another one at each look. Throws `.contentMissing` when there is no file, or the
  /// one in the Trash is not the one that was thrown away.
  public func current(
    _ document: Document, readsChanges: Bool = true
  ) async throws(DocumentError) -> (document: Document, content: any ReadableContent) {
    var known = document
    for _ in 1...Self.tries {
      let content: any ReadableContent
      do throws(DocumentError) {
        content = try await self.content(of: known)
      } catch  where error.code == .notFound && known.trashed != nil {
        // Its file was removed on the disk and never came to the Trash; its last version may be kept.
        guard let kept = await keptAndProved(known.sha256) else { throw error }
        return (known, kept)
      }
      if let owner = try await owner(of: content, like: known, readsChanges) { return (owner, content) }
      known = try await self.document(known.id, includingTrash: document.trashed != nil)
    }
    throw DocumentError(.busy, "the document's file is being written to all the time; try again in a moment")
  }

  /// As ``kept(_:)``, proved; to be called outside all gates.
  private func keptAndProved(_ hash: ContentHash) async -> (any ReadableContent)? {
    if let version = await places.heldVersion(hash) { return version }
    guard let other = try? await index.document(withContent: hash), other.trashed == nil,
      let current = try? await current(other), current.document.sha256 == hash
    else { return nil }
    return current.content
  }

  private static var tries: Int { 8 }

  /// The document that an open content is of, as the index has it; nil when they do not belong together.
  private func owner(
    of content: any ReadableContent, like known: Document, _ readsChanges: Bool
  ) async throws(DocumentError) -> Document? {
    guard let looks = content.fingerprint else { return known }
    guard let entry = try await index.entry(known.id),
      (entry.document.trashed != nil) == (known.trashed != nil)
    else { return nil }
    if entry.fingerprint.hasContent(of: looks) { return entry.document }
    guard readsChanges else {
      throw DocumentError(.busy, "the document's file was changed, and the change is not noted yet")
    }
    guard known.trashed == nil else { return try await thrownAway(entry, content) }
    if try await follow(known, past: looks) { return nil }
    // The descriptor was opened before the file is read again: equal looks are equal bytes.
    let read = try await places.reread(known.id, at: known.location)?.entry
    return read?.fingerprint.isWritten(as: looks) == true ? read?.document : nil
  }

  /// The document in the Trash whose file looks otherwise than when it was thrown away, if its bytes are the same.
  ///
  /// A copy of a whole workspace has other files with the same bytes.
  private func thrownAway(
    _ entry: IndexEntry, _ content: any ReadableContent
  ) async throws(DocumentError) -> Document? {
    guard let read = try await directory.hash(content) else { return nil }
    guard read.sha256 == entry.document.sha256 else {
      throw DocumentError(
        .contentMissing, "the document's file in the Trash is another one now; restore it to see what it is")
    }
    // Where that cannot be noted, it is read again the next time.
    try? await index.setFingerprint(read.fingerprint, of: entry.document.id)
    return entry.document
  }

  /// The current bytes of a document, also of one in the Trash, whatever they are by now.
  ///
  /// Throws `.contentMissing` when the document is in the list and its file is not there. Then the file was removed a
  /// moment ago, or its disk is away.
  func content(of document: Document) async throws(DocumentError) -> any ReadableContent {
    if document.trashed != nil { return try await documentFiles.openTrashed(document.id) }
    do throws(DocumentError) {
      return try await documentFiles.open(document.location)
    } catch  where error.code == .notFound {
      // It may have been moved or thrown away between the caller's look and this one.
      let now = try await self.document(document.id)
      if now.location != document.location { return try await documentFiles.open(now.location) }
      // On its way to the Trash, or stranded there when the index could not be written.
      if let content = try? await documentFiles.openTrashed(document.id) { return content }
      throw DocumentError.fileAway
    }
  }

  /// Whether there is another file than the index knows, and no program is at work on it.
  ///
  /// A program that writes in place empties a file first, and an empty file is no content of anyone. One that keeps its
  /// files open for good is left to the pass over all files, which has its own patience.
  func hasAnotherFile(_ entry: IndexEntry) async -> Bool {
    let location = entry.document.location
    guard let looks = try? await directory.fingerprints(at: [location])[location],
      !entry.fingerprint.hasContent(of: looks)
    else { return false }
    let isOpen = try? await directory.isOpenForWriting(location)
    return isOpen != true
  }

  /// Whether a file without a document at `location` is that of `entry`: by its number, else by its bytes.
  func hasUnindexedFile(of entry: IndexEntry, at location: Location) async throws(DocumentError) -> Bool {
    guard try await index.document(at: location) == nil, try await !places.isMissing(location),
      let found = try await directory.hash(location)
    else { return false }
    return entry.fingerprint.inode == found.placed.fingerprint.inode
      || entry.document.sha256 == found.sha256
  }
}
