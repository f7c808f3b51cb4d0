import DocumentModel
import HTTPServer
import HTTPTypes
import LinuxSystem
import Workspace

struct RenditionRoutes: Sendable {
  let workspace: DocumentWorkspace
  let annotations: Annotations
  let scanned: ScannedRenditions

  func add(to router: inout Router) {
    router.on(.get, "api/v1/documents/:id/rendition") { request, parameters in
      let id = try parameters.require("id", as: DocumentID.self)
      guard request.query["format"].map({ $0 == "pdf" }) ?? true else {
        throw DocumentError(.invalidParameter, "format must be pdf")
      }
      if try hasWords(request.query) { return try await searchable(id, request) }
      if let export = try PDFParts(request.query) { return try await part(of: id, export, request) }
      let document = try await workspace.document(id, includingTrash: true)
      // A PDF is returned unchanged.
      if workspace.types.current.conforms(document.type, to: .pdf) {
        let (document, content) = try await workspace.tree.current(document)
        return await ContentRoutes(workspace: workspace).entity(of: document, content)
          .response(to: request.head)
      }
      if workspace.types.current.conforms(document.type, to: .board) {
        return try await board(document, request)
      }
      let rendition = try await workspace.pages.rendition(of: document)
      return try entity(rendition, of: document).response(to: request.head)
    }
  }

  private func hasWords(_ query: Query) throws(DocumentError) -> Bool {
    switch query["ocr"] {
    case nil, "0": false
    case "1": true
    default: throw DocumentError(.invalidParameter, "ocr must be 0 or 1")
    }
  }

  /// The document with the words of its scans.
  private func searchable(_ id: DocumentID, _ request: Request) async throws -> Response {
    guard try PDFParts(request.query) == nil else {
      throw DocumentError(.invalidParameter, "ocr goes with neither marks nor pages")
    }
    let document = try await workspace.document(id)
    let made = try await scanned.rendition(of: document)
    return entity(
      made.pdf, of: document, source: document.sha256, tag: try EntityTag(made: made.pdf, of: made.source),
      isImmutable: false
    ).response(to: request.head)
  }

  /// Some pages, or a PDF with marks.
  private func part(of id: DocumentID, _ parts: PDFParts, _ request: Request) async throws -> Response {
    let document = try await workspace.document(id)
    let made = try await annotations.export(id, marks: parts.marks, pages: parts.pages)
    return entity(
      made.pdf, of: document, source: document.sha256, tag: try EntityTag(made: made.pdf, of: made.source),
      isImmutable: false, suffix: parts.suffix
    ).response(to: request.head)
  }

  private func entity(_ rendition: DocumentRendition, of document: Document) throws -> Representation {
    entity(
      rendition.pdf, of: document, source: rendition.source,
      tag: try EntityTag(made: rendition.pdf, of: rendition.source), isImmutable: false)
  }

  private func board(_ document: Document, _ request: Request) async throws -> Response {
    let rendition = try await workspace.pages.boardRendition(of: document) { [head = request.head] name in
      Preconditions(head, tag: EntityTag(name.description)) == .notModified
    }
    return entity(rendition, version: request.query["v"]).response(to: request.head)
  }

  /// The name also covers the documents on the board: a response to an address with this version can be cached for
  /// ever.
  private func entity(_ rendition: BoardRendition, version: String?) -> Representation {
    let name = rendition.name.description
    return entity(
      rendition.pdf, of: rendition.document, source: rendition.document.sha256, tag: EntityTag(name),
      isImmutable: version == name)
  }

  private func entity(
    _ pdf: (any ReadableContent)?, of document: Document, source: ContentHash, tag: EntityTag,
    isImmutable: Bool, suffix: String = ""
  ) -> Representation {
    let caching =
      workspace.privates.contains(document.sha256)
      ? "private, no-store" : isImmutable ? "private, max-age=31536000, immutable" : "private, no-cache"
    let body = pdf.map { pdf in Response.Body.descriptor(pdf.descriptor, 0..<UInt64(pdf.size), owner: pdf) }
    return Representation(
      body ?? .bytes([]), type: "application/pdf", tag: tag,
      headers: [
        .contentDisposition: Attachment.header(
          FileName(sanitizing: "\(document.location.name.stem)\(suffix).pdf")),
        .contentSecurityPolicy: "sandbox; default-src 'none'",
        .cacheControl: caching,
        .sheafSource: source.description,
      ])
  }
}

/// The parts of a document that a PDF is to have: `marks=flat`, `pages=1-3,7`.
private struct PDFParts {
  let marks: PDFExport.Marks
  let pages: [Int]?

  private static let mostPages = 100_000

  /// Nil for the whole document without marks.
  init?(_ query: Query) throws(DocumentError) {
    guard query["marks"] != nil || query["pages"] != nil else { return nil }
    guard let marks = PDFExport.Marks(rawValue: query["marks"] ?? "none") else {
      throw DocumentError(.invalidParameter, "marks must be flat, annotations or none")
    }
    self.marks = marks
    pages = try query["pages"].map(Self.numbers)
  }

  /// The end of the file's name, before its extension: " page 3", " pages 2-5 marked".
  var suffix: String {
    var suffix = ""
    if let pages, let first = pages.first, let last = pages.last {
      suffix = pages.count == 1 ? " page \(first)" : " pages \(first)-\(last)"
    }
    switch marks {
    case .none: return suffix
    case .flat: return suffix + " marked"
    case .annotations: return suffix + " annotated"
    }
  }

  private static func numbers(_ text: String) throws(DocumentError) -> [Int] {
    var numbers: Set<Int> = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map {
        PlainNumber.whole(String($0))
      }
      guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1], first > 0,
        last >= first, last - first < mostPages, numbers.count < mostPages
      else { throw DocumentError(.invalidParameter, "pages are numbers and ranges, as in 1-3,7") }
      numbers.formUnion(first...last)
    }
    return numbers.sorted()
  }
}

extension EntityTag {
  /// The tag of bytes that a converter made of a content.
  ///
  /// Converters write the time into a PDF's end, so the same content may get other bytes when it is converted again.
  init(made content: any ReadableContent, of source: ContentHash) throws {
    let tail = min(content.size, 2_048)
    let end = try Descriptor(duplicating: content.descriptor).read(Int(tail), at: content.size - tail)
    self.init(hashing: Array("\(source) \(content.size)".utf8) + end)
  }
}
