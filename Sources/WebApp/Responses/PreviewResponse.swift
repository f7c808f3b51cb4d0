import DocumentModel
import Workspace

/// A notice that the pages of a content can be shown.
struct PreviewNotice: Encodable, Sendable {
  let sha256: ContentHash
  let pageCount: Int
  /// True if more pages are being made, else missing.
  let preparing: Bool?
}

/// A notice that a page of a series was drawn, with the address of its picture.
struct ThumbnailNotice: Encodable, Sendable {
  let job: Int
  let document: DocumentID
  let sha256: ContentHash
  let page: Int
  let index: Int
  let count: Int
  let url: String

  init(_ drawn: SpacedPage) {
    (job, document, sha256) = (drawn.job, drawn.document, drawn.sha256)
    (page, index, count) = (drawn.page, drawn.index, drawn.count)
    let query = "width=\(drawn.size)&height=\(drawn.size)&format=\(drawn.format.rawValue)&v=\(drawn.sha256)"
    url = "/api/v1/documents/\(drawn.document)/pages/\(drawn.page)?\(query)"
  }
}

struct PreviewResponse: Encodable {
  struct Page: Encodable {
    let number: Int
    let width: Double
    let height: Double
    let label: String
  }

  struct Outline: Encodable {
    let title: String
    let page: Int?
    let area: [Double]?
    let children: [Outline]

    init(_ item: OutlineItem) {
      title = item.title
      page = item.page
      area = item.area?.array
      children = item.children.map(Outline.init)
    }
  }

  struct Text: Encodable {
    /// The web name of the encoding; null for an undetected one.
    @Nullable var encoding: String?
    /// The certainty of the encoding, 0 to 1.
    let confidence: Double

    init(_ identification: Identification) {
      encoding = identification.charset
      confidence = identification.confidence
    }
  }

  struct Reason: Encodable {
    let code: String
    let detail: String
  }

  /// Facts about the making of this response.
  struct Rendering: Encodable {
    /// Pixels per page unit of the first page at the default size.
    let scale: Double?
    /// The time in which a worker opened the document; null for cached facts.
    let milliseconds: Double?
    /// Whether the facts came from the cache.
    let cached: Bool

    init(_ inspected: InspectedDocument, drawnBy renderer: RendererKind) {
      scale = inspected.facts.pages.first.map { NaturalSize.scale(of: $0.size, drawnBy: renderer) }
      milliseconds = inspected.microseconds.map { Double($0) / 1_000 }
      cached = inspected.microseconds == nil
    }
  }

  struct Explain: Encodable {
    let type: String
    let identification: [Identification.Step]
    let handler: String?
    /// Whether a user chose the handler for this document or its type.
    let handlerChosen: Bool
    let renderer: String?
    /// The program that made a PDF of the document; missing where none is needed.
    let converter: String?
    let source: String
    let rendering: Rendering?
  }

  private enum Key: CodingKey {
    case kind, pageCount, pages, preparing, truncated, outline, title, text, renditions, reason, explain
  }

  let kind: String
  let pageCount: Int
  let pages: [Page]
  /// True if more pages are being made, else missing.
  let preparing: Bool?
  /// True if the document goes on beyond its pages, else missing.
  let truncated: Bool?
  let outline: [Outline]
  let title: String?
  let text: Text?
  /// The forms of a document that has addresses of its own, else missing.
  let renditions: [RenditionResponse]?
  let reason: Reason?
  let explain: Explain

  init(_ preview: DocumentPreview, of document: Document, renditions: [RenditionResponse]? = nil) {
    self.renditions = renditions
    kind = preview.kind.rawValue
    pageCount = preview.facts?.pageCount ?? 0
    pages = (preview.facts?.pages ?? []).map {
      Page(number: $0.number, width: $0.size.width, height: $0.size.height, label: $0.label)
    }
    preparing = preview.extent == .leading ? true : nil
    truncated = preview.facts?.isTruncated == true || preview.extent == .cutOff ? true : nil
    outline = (preview.facts?.outline ?? []).map(Outline.init)
    title = preview.facts?.title
    text = preview.isText ? Text(preview.identification) : nil
    reason = preview.reason.map { Reason(code: $0.code.rawValue, detail: $0.detail) }
    explain = Explain(
      type: document.type.description, identification: preview.identification.steps,
      handler: preview.handler?.identifier, handlerChosen: preview.isHandlerChosen,
      renderer: preview.facts?.renderer ?? preview.pageSource?.renderer.rawValue,
      converter: preview.pageSource?.converter?.program, source: document.sha256.description,
      rendering: preview.inspected.flatMap { inspected in
        preview.pageSource.map { Rendering(inspected, drawnBy: $0.renderer) }
      })
  }

  /// A missing `reason` is written as `null`.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(kind, forKey: .kind)
    try container.encode(pageCount, forKey: .pageCount)
    try container.encode(pages, forKey: .pages)
    try container.encodeIfPresent(preparing, forKey: .preparing)
    try container.encodeIfPresent(truncated, forKey: .truncated)
    try container.encode(outline, forKey: .outline)
    try container.encodeIfPresent(title, forKey: .title)
    try container.encodeIfPresent(text, forKey: .text)
    try container.encodeIfPresent(renditions, forKey: .renditions)
    try container.encode(reason, forKey: .reason)
    try container.encode(explain, forKey: .explain)
  }
}

/// Words and links of a page, boxes as `[x, y, width, height]`.
struct PageTextResponse: Encodable {
  struct Word: Encodable {
    let text: String
    let box: [Double]
    /// True if the line broke the word, whose rest is the next word; else missing.
    let hyphenated: Bool?
  }

  struct Link: Encodable {
    let box: [Double]
    let page: Int?
    let area: [Double]?
    let address: String?
    let refusal: LinkRefusal?
  }

  let words: [Word]
  let links: [Link]
  /// True if further words of the page were left out, else missing.
  let truncated: Bool?
  /// "ocr" where the words were read in the picture of the page, else missing.
  let source: String?

  init(_ text: PageText) {
    truncated = text.isTruncated ? true : nil
    source = text.isRecognized ? "ocr" : nil
    words = text.words.map {
      Word(text: $0.text, box: $0.box.array, hyphenated: $0.isHyphenated ? true : nil)
    }
    links = text.links.map {
      Link(box: $0.box.array, page: $0.page, area: $0.area?.array, address: $0.address, refusal: $0.refusal)
    }
  }
}

extension PageRectangle {
  var array: [Double] { [x, y, width, height] }
}
