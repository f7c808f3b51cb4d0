public import DocumentModel
public import FoundationEssentials

/// Files of elsewhere, which are no documents of this workspace: shown as documents are, and copied in.
extension DocumentWorkspace {
  /// A file of elsewhere as something that can be previewed and drawn, identified by its content and its name.
  ///
  /// - Parameters:
  ///   - content: its bytes, into which others may write.
  ///   - sha256: their hash, by which what is drawn is kept.
  ///   - name: what it is called.
  ///   - modified: when it was written.
  public func foreign(
    _ content: any ReadableContent, _ sha256: ContentHash, named name: FileName, modified: Date
  ) async -> VersionContent {
    let type = await identify(content, named: name).type
    let version = Version(
      number: 1, sha256: sha256, size: content.size, type: type, created: modified, origin: .disk)
    let document = Document(
      id: DocumentID(), location: Location(name: name), type: type, size: content.size, sha256: sha256,
      version: 1, created: modified, modified: modified)
    return VersionContent(version: version, document: document, content: content, isLive: true)
  }

  /// Makes a document of a file of elsewhere; the file stays as it is.
  ///
  /// - Parameters:
  ///   - size: how many bytes it has, for which there must be room.
  ///   - name: the wished name.
  ///   - folder: where in `Documents`.
  ///   - conflict: what happens when the name is taken.
  ///   - author: who asks, by the name of their token or session.
  ///   - copyID: the new document's id.
  ///   - read: the next bytes of the file from an offset on, none at its end; it waits for a slow disk in its own way.
  ///   - check: refuses it, once all was read, when it is no longer what it was.
  /// - Throws: as ``add(_:named:in:conflict:expecting:origin:author:marks:id:)``, `read` and `check`.
  public func copyIn(
    _ size: Int64, named name: FileName, in folder: FolderPath, conflict: ConflictRule, author: String?,
    as copyID: DocumentID = DocumentID(),
    reading read: (_ offset: Int64) async throws(DocumentError) -> [UInt8],
    unless check: () async throws(DocumentError) -> Void
  ) async throws(DocumentError) -> Document {
    let stage = try await contents.stage(expecting: size)
    do {
      while case let bytes = try await read(stage.written), !bytes.isEmpty { try await stage.write(bytes) }
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
