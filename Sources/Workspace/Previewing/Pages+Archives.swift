public import DocumentModel
import FoundationEssentials
import LinuxSystem

/// Archives, and the files in them.
extension Pages {
  /// The entries of an archive.
  ///
  /// Throws `.notShowable` for other documents, `.damaged` for an unreadable one, and what opening the document throws.
  public func entries(
    of known: Document
  ) async throws(DocumentError) -> (document: Document, listing: ArchiveListing) {
    let (document, content) = try await archive(known)
    return (document, try await renderer.entries(of: content))
  }

  /// A file in an archive, by its place in the list, as something that can be previewed and drawn.
  ///
  /// Throws as ``entries(of:)``, and `.notFound` where there is no such file. Throws `.passwordRequired` for an
  /// encrypted one, `.documentTooLarge` for one that is too long to be taken out.
  public func entry(_ number: Int, of known: Document) async throws(DocumentError) -> VersionContent {
    let (document, content) = try await archive(known)
    let (entry, file) = try await file(number, in: content)
    let name = Array("\(document.sha256) entry \(number)".utf8)
    guard let hash = ContentHash(bytes: SHA256.hash(name)) else { throw DocumentError(.damaged, "no entry") }
    if services.privates.contains(document.sha256) { try await services.privates.add(hash) }
    return await foreign(
      file, hash, named: Self.name(of: entry, in: document), modified: entry.modified ?? document.modified)
  }

  private func file(
    _ number: Int, in archive: IdentifiedContent
  ) async throws(DocumentError) -> (entry: ArchiveListing.Entry, content: any ReadableContent) {
    let entries = try await renderer.entries(of: archive).entries
    guard entries.indices.contains(number) else {
      throw DocumentError(.notFound, "the archive has no entry \(number)")
    }
    return (entries[number], try await renderer.entry(number, of: archive))
  }

  /// The name of a file in an archive: the last part of its path; a compressed file is called as the archive without ".gz".
  public static func name(of entry: ArchiveListing.Entry, in archive: Document) -> FileName {
    let parts = entry.path.split { $0 == "/" || $0 == "\\" }
    return FileName(sanitizing: parts.last.map(String.init) ?? archive.location.name.stem)
  }

  /// Makes a document of a file in an archive.
  ///
  /// - Parameters:
  ///   - number: the file's place in the list.
  ///   - known: the archive.
  ///   - name: the requested name; the file's own when nil.
  ///   - folder: where; the archive's folder when nil.
  ///   - conflict: what happens when the name is taken.
  ///   - expected: throws `.versionConflict` unless the archive is still so.
  ///   - author: the client, by the name of its token or session.
  ///   - id: the new document's id.
  ///
  /// Throws as ``entry(_:of:)`` and as adding a document does.
  public func takeOut(
    _ number: Int, of known: Document, named name: FileName? = nil, in folder: FolderPath? = nil,
    conflict: ConflictRule = .rename, expecting expected: Expectation = .anything, author: String? = nil,
    as id: DocumentID = DocumentID()
  ) async throws(DocumentError) -> Document {
    let (document, content) = try await archive(known)
    try expected.require(of: document)
    let (entry, file) = try await file(number, in: content)
    let stage = try await contents.stage(expecting: file.size)
    do throws(DocumentError) {
      var offset: Int64 = 0
      while offset < file.size {
        let part = file.bytes(from: offset, count: 256 << 10)
        guard !part.isEmpty else { throw DocumentError(.contentUnreadable, "the file cannot be read") }
        try await stage.write(part)
        offset += Int64(part.count)
      }
    } catch {
      await stage.abandon()
      throw error
    }
    return try await documents.add(
      try await stage.finish(), named: name ?? Self.name(of: entry, in: document),
      in: folder ?? document.location.folder, conflict: conflict, origin: .copy, author: author, id: id)
  }

  private func archive(
    _ known: Document
  ) async throws(DocumentError) -> (document: Document, content: IdentifiedContent) {
    guard types.current.previewKind(for: known.type) == .archive else {
      throw DocumentError(.notShowable, "a document of type \(known.type) is no archive")
    }
    let (document, content) = try await tree.current(known)
    return (document, IdentifiedContent(content: content, hash: document.sha256))
  }
}
