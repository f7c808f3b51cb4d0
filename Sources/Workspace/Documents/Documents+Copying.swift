public import DocumentModel
import Logging

extension Documents {
  /// Another document with the same content, whose blocks it shares where the file system can.
  ///
  /// It has an id, a history and events of its own, and the original's metadata but that it is no favourite.
  ///
  /// - Parameters:
  ///   - id: a document in `Documents`.
  ///   - name: the requested name; the original's when nil.
  ///   - folder: where; the original's folder when nil.
  ///   - conflict: what happens when the name is taken, as for ``add(_:named:in:conflict:expecting:origin:author:metadata:id:)``.
  ///   - expected: throws `.versionConflict` unless the original is still so.
  ///   - author: the client, by the name of its token or session.
  ///   - copyID: the new document's id.
  /// - Throws: `.contentChanged` when another program writes to the original at each try.
  public func copy(
    _ id: DocumentID, named name: FileName? = nil, in folder: FolderPath? = nil,
    conflict: ConflictRule = .rename, expecting expected: Expectation = .anything, author: String? = nil,
    as copyID: DocumentID = DocumentID()
  ) async throws(DocumentError) -> Document {
    let known = try await tree.documentInPlace(id)
    let (original, staged) = try await stageCopy(of: known)
    try expected.require(of: original)
    return try await add(
      staged, named: name ?? original.location.name, in: folder ?? original.location.folder,
      conflict: conflict, origin: .copy, author: author, metadata: original.metadata.copied, id: copyID)
  }

  private func stageCopy(
    of known: Document
  ) async throws(DocumentError) -> (original: Document, staged: any StagedContent) {
    for _ in 1...Self.tries {
      let (original, content) = try await tree.current(known)
      do throws(DocumentError) {
        return (original, try await contents.stage(copyOf: content, expecting: original.sha256))
      } catch {
        // Changed bytes were written to; unchanged bytes are damaged.
        guard error.code == .damaged, !content.isUnchanged() else { throw error }
      }
    }
    throw DocumentError(.contentChanged, "another program is writing to the document; try again in a moment")
  }

  private static var tries: Int { 3 }

  /// Puts a content into a document's history without making it the document's file: what a user wrote, and
  /// then decided against.
  ///
  /// It becomes the next version, and what the document has becomes the one after it, again. The file is not touched.
  /// Between the two the index says of it that it has to be read, which is also what a crash leaves. Nothing changes
  /// when the document has that content now.
  func record(
    _ staged: any StagedContent, inHistoryOf id: DocumentID, origin: Origin = .api, author: String?
  ) async throws(DocumentError) -> Document {
    let known = try await tree.documentInPlace(id)
    let type = await renderer.identify(staged, named: known.location.name, in: types.current).type
    return try await tree.lock.withLock(known.location) { () async throws(DocumentError) in
      guard try await document(id).location == known.location else {
        throw DocumentError(.versionConflict, "the document was moved in the meantime")
      }
      guard let current = try await tree.settle(known.location), current.id == id,
        let entry = try await index.entry(id)
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
    _ = try await index.setContent(
      of: current.id, to: content.version(current.version + 1, size: content.staged.size, at: date),
      fingerprint: entry.fingerprint.unsettled, expecting: current.sha256)
    let again = Version(
      number: current.version + 2, sha256: current.sha256, size: current.size, type: current.type,
      created: date,
      origin: .restored, author: content.author, restoredFrom: current.version)
    let event = try await notifyingOnFailure { () async throws(DocumentError) in
      try await index.setContent(
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

  static var conflictMark: String { "conflict" }

  /// Makes a document of a file of elsewhere; the file stays as it is.
  ///
  /// - Parameters:
  ///   - size: how many bytes it has, for which there must be room.
  ///   - name: the requested name.
  ///   - folder: where in `Documents`.
  ///   - conflict: what happens when the name is taken.
  ///   - author: the client, by the name of its token or session.
  ///   - copyID: the new document's id.
  ///   - read: the next bytes of the file from an offset on, none at its end; it waits for a slow disk in its own way.
  ///   - check: refuses it, once all was read, when it is no longer what it was.
  /// - Throws: as ``add(_:named:in:conflict:expecting:origin:author:metadata:id:)``, `read` and `check`.
  public func copyIn(
    _ size: Int64, named name: FileName, in folder: FolderPath, conflict: ConflictRule, author: String?,
    as copyID: DocumentID = DocumentID(),
    reading read: (_ offset: Int64) async throws(DocumentError) -> [UInt8],
    unless check: () async throws(DocumentError) -> Void
  ) async throws(DocumentError) -> Document {
    let stage = try await contents.stage(expecting: size)
    do {
      while case let bytes = try await read(stage.written), !bytes.isEmpty {
        try await stage.write(bytes)
      }
      try await check()
      return try await add(
        try await stage.finish(), named: name, in: folder, conflict: conflict, origin: .copy, author: author,
        id: copyID)
    } catch {
      await stage.abandon()
      throw error
    }
  }
}
