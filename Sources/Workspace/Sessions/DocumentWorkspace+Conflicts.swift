import DocumentModel
import Logging

extension DocumentWorkspace {
  /// Puts a content into a document's history without making it the document's file: what somebody wrote, and then
  /// decided against.
  ///
  /// It becomes the next version, and what the document has becomes the one after it, again. The file is not touched;
  /// between the two the index says of it that it has to be read, which is also what a crash leaves.
  /// Nothing changes when the document has that content now.
  func record(
    _ staged: any StagedContent, inHistoryOf id: DocumentID, origin: Origin = .api, author: String?
  ) async throws(DocumentError) -> Document {
    let known = try await documentInPlace(id)
    let type = await identify(staged, named: known.location.name).type
    return try await gate.pass(known.location) { () async throws(DocumentError) in
      guard try await document(id).location == known.location else {
        throw DocumentError(.versionConflict, "the document was moved in the meantime")
      }
      guard let current = try await settle(known.location), current.id == id,
        let entry = try await metadata.entry(id)
      else { throw DocumentError(.notFound, "the document's file was removed on the disk") }
      guard current.sha256 != staged.sha256 else { return current }
      let content = IncomingContent(staged: staged, type: type, origin: origin, author: author)
      return try await write(content, into: entry)
    }
  }

  private func write(
    _ content: IncomingContent, into entry: IndexEntry
  ) async throws(DocumentError) -> Document {
    let (current, date) = (entry.document, now())
    try await contents.keepVersion(content.staged)
    _ = try await metadata.setContent(
      of: current.id, to: content.version(current.version + 1, size: content.staged.size, at: date),
      fingerprint: entry.fingerprint.unsettled, expecting: current.sha256)
    let again = Version(
      number: current.version + 2, sha256: current.sha256, size: current.size, type: current.type,
      created: date,
      origin: .restored, author: content.author, restoredFrom: current.version)
    let event = try await tellingOfParts { () async throws(DocumentError) in
      try await metadata.setContent(
        of: current.id, to: again, fingerprint: entry.fingerprint, expecting: content.staged.sha256)
    }
    log.info(
      "a content was recorded", metadata: ["document": "\(current.id)", "version": "\(current.version + 1)"])
    await events.notify()
    return event.document
  }

  /// Adds a content beside the document of which it is another.
  ///
  /// Called again with the same `copy` it gives the document that was made before.
  func addBeside(
    _ location: Location, _ staged: any StagedContent, author: String?, copy: DocumentID
  ) async throws(DocumentError) -> Document {
    try await add(
      staged, named: location.name.marked(Self.conflictMark), in: location.folder, conflict: .rename,
      origin: .api,
      author: author, id: copy)
  }

  /// What stands in the name of the second of two documents that were one.
  static var conflictMark: String { "conflict" }
}
