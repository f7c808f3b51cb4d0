public import DocumentModel
import LinuxSystem

/// Documents as PDFs with their marks.
extension Annotations {
  /// The most pages of which sizes are asked for one by one.
  private static let mostSheets = 5_000

  /// The document as a PDF, or some pages of it, with its marks in a form.
  ///
  /// The document's file stays as it is.
  ///
  /// - Parameters:
  ///   - id: a document in `Documents`.
  ///   - marks: the form of marks.
  ///   - pages: the pages that are kept; nil for all.
  /// - Throws: as ``Pages/rendition(of:)``, and `.notFound` for a page that is not there.
  public func export(
    _ id: DocumentID, marks: PDFExport.Marks, pages: [Int]? = nil
  ) async throws(DocumentError) -> DocumentRendition {
    let found = try await annotations(of: id)
    let rendition = try await workspace.pages.rendition(of: found.document)
    let annotations = marks == .none ? [] : found.set.all.compactMap { try? Annotation(stored: $0.json) }
    let wanted = pages.map(Set.init)
    let drawn = annotations.filter { $0.isPlaced && (wanted?.contains($0.mark.page) ?? true) }
    let export = PDFExport(
      marks: marks, pages: pages, sheets: try await sheets(of: drawn, found.document), annotations: drawn)
    let bytes = export.written(of: found.document.sha256)
    guard let hash = ContentHash(bytes: SHA256.hash(bytes)) else {
      throw DocumentError(.storageFailed, "the export could not be hashed")
    }
    let parameters = IdentifiedContent(content: try MemoryContent(bytes), hash: hash)
    let source = RenderSource(content: rendition.pdf, hash: rendition.source, kind: .pdf)
    let pdf = try await renderer.export(parameters, of: source.unlocked)
    return DocumentRendition(pdf: pdf, source: hash)
  }

  /// The sizes of pages with marks, in the units of these.
  private func sheets(
    of annotations: [Annotation], _ document: Document
  ) async throws(DocumentError) -> [PDFExport.Sheet] {
    var sheets: [PDFExport.Sheet] = []
    for number in Set(annotations.map(\.mark.page)).sorted().prefix(Self.mostSheets) {
      let page = try await workspace.pages.page(number, of: document)
      sheets.append(PDFExport.Sheet(number: number, size: page.facts.size))
    }
    return sheets
  }
}
