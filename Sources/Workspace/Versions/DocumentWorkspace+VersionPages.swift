public import DocumentModel

/// Pages of earlier contents.
extension DocumentWorkspace {
  /// (A part of) a page of a version as an image; `size` is the page's natural one when nil.
  ///
  /// Throws as ``content(ofVersion:of:)`` and as ``page(_:of:priority:)``.
  public func page(
    _ number: Int, size: RenderRequest.Size?, format: ImageFormat, of version: VersionContent,
    priority: RenderPriority = .visible
  ) async throws(DocumentError) -> RenderedPage {
    let source = try source(of: version)
    let wanted =
      if let size { size } else {
        try await NaturalSize(renderer: renderer).size(ofPage: number, of: source)
      }
    return try await renderer.render(
      RenderRequest(page: number, size: wanted, format: format), of: source, priority: priority)
  }

  /// A version opened for its pages.
  ///
  /// Throws `.notShowable` for a type that has no pages.
  func source(of version: VersionContent) throws(DocumentError) -> RenderSource {
    guard let kind = types.current.renderer(for: version.version.type) else {
      throw DocumentError(
        .notShowable, "a document of type \(version.version.type) has no pages to show")
    }
    return RenderSource(content: version.content, hash: version.version.sha256, kind: kind)
  }
}
