import DocumentModel

extension PDFDocument {
  /// The listed size of a page without a valid size: US Letter, as in other PDF readers.
  private static let substituteSize = PageSize(width: 612, height: 792)

  func facts() -> DocumentFacts {
    let listed = min(pageCount, DocumentFacts.maximumListedPages)
    return DocumentFacts(
      pageCount: pageCount, pages: (1...listed).map(listing(ofPage:)), outline: outline(), title: title,
      renderer: Self.renderer)
  }

  func facts(ofPage number: Int) throws(DocumentError) -> PageFacts {
    guard (1...pageCount).contains(number) else {
      throw DocumentError(.notFound, "the document has no page \(number), only \(pageCount)")
    }
    return listing(ofPage: number)
  }

  private func listing(ofPage number: Int) -> PageFacts {
    guard let page = PDFPage(self, number: number) else {
      return PageFacts(number: number, size: Self.substituteSize, label: String(number))
    }
    return PageFacts(
      number: number, size: page.size ?? Self.substituteSize, label: page.label ?? String(number))
  }

  private var title: String? {
    writtenTitle.flatMap { Self.caption($0, limit: 500) }
  }

  /// Text from the document as one bounded line without control characters; nil when nothing is left.
  static func caption(_ text: String, limit: Int) -> String? {
    let printable = text.unicodeScalars.filter { $0.properties.generalCategory != .control }
    var shown = String(String.UnicodeScalarView(printable.prefix(limit)))
    while let last = shown.last, last.isWhitespace { shown.removeLast() }
    while let first = shown.first, first.isWhitespace { shown.removeFirst() }
    return shown.isEmpty ? nil : shown
  }
}
