public import DocumentModel
public import FoundationEssentials

extension Pages {
  /// A file of elsewhere as something that can be previewed and drawn, identified by its content and its name.
  ///
  /// - Parameters:
  ///   - content: its bytes, into which other programs may write.
  ///   - sha256: their hash, by which what is drawn is kept.
  ///   - name: what it is called.
  ///   - modified: when it was written.
  public func foreign(
    _ content: any ReadableContent, _ sha256: ContentHash, named name: FileName, modified: Date
  ) async -> VersionContent {
    // The type of bytes that no program can change is found out once.
    let known = content.fingerprint == nil ? sha256 : nil
    let type = await identify(content, hash: known, named: name).type
    let version = Version(
      number: 1, sha256: sha256, size: content.size, type: type, created: modified, origin: .disk)
    let document = Document(
      id: DocumentID(), location: Location(name: name), type: type, size: content.size, sha256: sha256,
      version: 1, created: modified, modified: modified)
    return VersionContent(version: version, document: document, content: content, isLive: true)
  }

}
