public import DocumentModel

extension DocumentWorkspace {
  /// What bytes are, by content first and name second, with the reasons.
  ///
  /// Never fails.
  public func identify(
    _ content: any ReadableContent, hash: ContentHash? = nil, named name: FileName
  ) async -> Identification {
    await ContentIdentifier(renderer: renderer).identify(content, hash: hash, named: name, in: types.current)
  }

  /// The value of a `Content-Type` header for a content: its media type, and of a text its encoding, where that is known.
  ///
  /// Found out once for each content. Never fails: where no worker can be asked, there is no encoding.
  public func contentType(
    of type: TypeIdentifier, _ content: any ReadableContent, hash: ContentHash
  ) async -> String {
    let registry = types.current
    let isText = registry.preferredMediaType(of: type).hasPrefix("text/") && content.size > 0
    let sniffed = isText ? try? await renderer.sniff(content, hash: hash) : nil
    return registry.contentType(of: type, sniffed: sniffed)
  }
}
