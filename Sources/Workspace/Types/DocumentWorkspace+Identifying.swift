public import DocumentModel

extension DocumentWorkspace {
  /// What bytes are, by content first and name second, with the reasons.
  ///
  /// Never fails.
  public func identify(_ content: any ReadableContent, named name: FileName) async -> Identification {
    await ContentIdentifier(renderer: renderer).identify(content, named: name, in: types.current)
  }
}
