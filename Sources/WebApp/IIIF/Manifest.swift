import DocumentModel

/// A document for IIIF viewers: its pages as canvases, its outline as ranges (Presentation API 3.0).
///
/// A canvas is measured in rounded page units: points for a PDF, pixels for an image. Annotations of a page will use
/// the same units.
struct Manifest: Encodable, Sendable {
  static let context = "http://iiif.io/api/presentation/3/context.json"

  private enum CodingKeys: String, CodingKey {
    case context = "@context"
    case id, type, label, metadata, behavior, thumbnail, rendering, homepage, service, items, structures
  }

  /// The service that finds words in the document (Content Search API 2.0, 3).
  struct SearchService: Encodable, Sendable {
    let id: String
    let type = "SearchService2"
  }

  /// That of the service goes before, as its terms must not take the place of the manifest's own.
  let context = [SearchPage.context, Self.context]
  let id: String
  let type = "Manifest"
  let label: LanguageMap
  let metadata: [LabelledValue]?
  let behavior: [String]
  let thumbnail: [ImageResource]
  let rendering: [LinkedResource]
  let homepage: [LinkedResource]
  let service: [SearchService]
  let items: [Canvas]
  let structures: [CanvasRange]?

  /// The manifest of `document` with the `facts` that `renderer` reported.
  ///
  /// Pages without area are left out. Throws `.damaged` when no page is left.
  init(
    of document: Document, _ facts: DocumentFacts, drawnBy renderer: RendererKind, mediaType: String,
    at addresses: IIIFAddresses
  ) throws(DocumentError) {
    id = addresses.manifest(document.id)
    service = [SearchService(id: addresses.search(document.id))]
    label = LanguageMap(document.location.name.description)
    metadata = Self.title(facts.title).map {
      [LabelledValue(label: LanguageMap("Title", in: "en"), value: $0)]
    }
    let pages = facts.pages.filter { (try? FullImage(of: $0.size, drawnBy: renderer)) != nil }
    items = pages.compactMap { Canvas($0, of: document.id, drawnBy: renderer, at: addresses) }
    guard let first = items.first else { throw DocumentError(.damaged, "the document has no page to show") }
    thumbnail = first.thumbnail
    behavior = [Self.isBook(pages) ? "paged" : "individuals"]
    let numbers = Set(pages.map(\.number))
    structures = CanvasRange(outline: facts.outline, of: document.id, having: numbers, at: addresses).map {
      [$0]
    }
    rendering = [
      LinkedResource(
        id: addresses.original(document.id), type: renderer.hasPixels ? "Image" : "Text",
        label: LanguageMap("Original", in: "en"), format: mediaType)
    ]
    homepage = [
      LinkedResource(
        id: addresses.reader(document.id), type: "Text", label: LanguageMap("Open in Sheaf", in: "en"),
        format: "text/html")
    ]
  }

  /// The title in the document's metadata.
  ///
  /// Viewers take a value between angle brackets for HTML, so such a title is left out.
  private static func title(_ text: String?) -> LanguageMap? {
    guard let text, let first = text.first(where: { !$0.isWhitespace }), first != "<" else { return nil }
    return LanguageMap(text)
  }

  /// Whether viewers should turn the pages like a book's: more than two upright pages of equal size.
  private static func isBook(_ pages: [PageFacts]) -> Bool {
    guard pages.count > 2, let first = pages.first?.size else { return false }
    return pages.allSatisfy { page in
      page.size.height > page.size.width && abs(page.size.width - first.width) <= first.width * 0.02
        && abs(page.size.height - first.height) <= first.height * 0.02
    }
  }
}
