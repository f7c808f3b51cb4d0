public import DocumentModel

extension DocumentWorkspace {
  /// Another document with the same content, whose blocks it shares where the file system can.
  ///
  /// It has an id, a history and events of its own, and the original's marks but that it is no favourite.
  ///
  /// - Parameters:
  ///   - id: a document in `Documents`.
  ///   - name: the wished name; the original's when nil.
  ///   - folder: where; the original's folder when nil.
  ///   - conflict: what happens when the name is taken, as for ``add(_:named:in:conflict:expecting:origin:author:marks:id:)``.
  ///   - expected: throws `.versionConflict` unless the original is still so.
  ///   - author: who asks, by the name of their token or session.
  ///   - copyID: the new document's id.
  /// - Throws: `.contentChanged` when somebody writes to the original at each try.
  public func copy(
    _ id: DocumentID, named name: FileName? = nil, in folder: FolderPath? = nil,
    conflict: ConflictRule = .rename, expecting expected: Expectation = .anything, author: String? = nil,
    as copyID: DocumentID = DocumentID()
  ) async throws(DocumentError) -> Document {
    let known = try await documentInPlace(id)
    let (original, staged) = try await stageCopy(of: known)
    try expected.demand(of: original)
    return try await add(
      staged, named: name ?? original.location.name, in: folder ?? original.location.folder,
      conflict: conflict, origin: .copy, author: author, marks: original.marks.copied, id: copyID)
  }

  /// A staged copy of a document's content, and the document as it was then.
  private func stageCopy(
    of known: Document
  ) async throws(DocumentError) -> (original: Document, staged: any StagedContent) {
    for _ in 1...Self.tries {
      let (original, content) = try await current(known)
      do throws(DocumentError) {
        return (original, try await contents.stage(copyOf: content, expecting: original.sha256))
      } catch {
        // Bytes that are others than a moment ago were written to; bytes that stayed are damaged.
        guard error.code == .damaged, !content.isUnchanged() else { throw error }
      }
    }
    throw DocumentError(.contentChanged, "somebody is writing to the document; try again in a moment")
  }

  private static var tries: Int { 3 }
}
