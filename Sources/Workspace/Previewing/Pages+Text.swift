public import DocumentModel

extension Pages {
  /// Tells the words of all pages of a document, in the order of the pages.
  ///
  /// All are of one content, also when the document is changed meanwhile.
  ///
  /// - Parameters:
  ///   - known: the document.
  ///   - report: takes a page's number, from 1, and its words; an error that it throws ends the reading.
  /// - Throws: as ``pages(of:priority:)``, and what `report` throws.
  public func texts(
    of known: Document, report: @Sendable (Int, PageText) async throws -> Void
  ) async throws {
    let (document, content) = try await tree.current(known)
    let source = try await source(of: document, content, .visible)
    let count = try await inspect(source, of: document, .visible).facts.pageCount
    for page in stride(from: 1, through: count, by: 1) {
      try Task.checkCancellation()
      try await report(page, try await renderer.text(ofPage: page, of: source))
    }
  }
}
