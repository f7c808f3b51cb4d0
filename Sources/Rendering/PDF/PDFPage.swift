import CDrawing
import DocumentModel
import FoundationEssentials

/// One page of a PDF.
///
/// Used by one thread; keeps its document alive.
final class PDFPage {
  /// Longer sides are invalid: PDF's limit of 14,400 units times its largest unit is 15 km.
  private static let maximumSide = 1e7

  let handle: OpaquePointer

  /// Page `number`, counted from 1; nil when it cannot be read.
  init?(_ document: PDFDocument, number: Int) {
    guard let handle = poppler_document_get_page(document.handle, CInt(number - 1)) else { return nil }
    self.handle = handle
  }

  deinit {
    g_object_unref(UnsafeMutableRawPointer(handle))
  }

  /// The crop box after the page's rotation, in points; nil when the size is invalid.
  var size: PageSize? {
    var width = 0.0
    var height = 0.0
    poppler_page_get_size(handle, &width, &height)
    guard width.isFinite, height.isFinite, width > 0, height > 0 else { return nil }
    guard width <= Self.maximumSide, height <= Self.maximumSide else { return nil }
    return PageSize(width: width, height: height)
  }

  var label: String? {
    GlibString.take(poppler_page_get_label(handle)).flatMap { PDFDocument.caption($0, limit: 64) }
  }

  /// Draws the part that `window` shows, with annotations and form fields, on white.
  ///
  /// Throws `.damaged` for a page without a valid size, `.renderMemory`.
  func draw(_ window: PageWindow) throws(DocumentError) -> PixelBuffer {
    guard let size else { throw DocumentError(.damaged, "the page has no legal size") }
    return try CairoCanvas.draw(size, window) { poppler_page_render(handle, $0) }
  }

  /// Draws the page for printing, in points from its top left corner; text and curves stay vectors.
  func print(with pen: CairoPen) {
    poppler_page_render_for_printing(handle, pen.context)
  }
}

// MARK: - Words

extension PDFPage {
  private typealias Reading = (text: String, boxes: [LetterBox])

  func words() -> [PageWord] {
    guard let size else { return [] }
    drawFieldsAndNotes()
    let reading = read(from: (0, 0), to: (size.width, size.height))
    guard reading.text.isEmpty || reading.text.unicodeScalars.contains(VisualOrder.rightToLeft) else {
      return WordBuilder.words(of: reading.text, boxes: reading.boxes, on: size)
    }
    // poppler selects text from one corner to another. A right-to-left page begins at the top right; from the wrong
    // corner poppler omits much of the text, or all of it.
    let other = read(from: (size.width, 0), to: (0, size.height))
    let better = other.boxes.count > reading.boxes.count ? other : reading
    return WordBuilder.words(of: better.text, boxes: better.boxes, on: size)
  }

  // poppler reads the values of fields and the texts of notes once it has drawn them. Without that, the words of a
  // page would depend on whether it was looked at before.
  private func drawFieldsAndNotes() {
    guard hasFieldsOrNotes, let pixels = try? PixelBuffer(width: 1, height: 1),
      let canvas = CairoCanvas(pixels)
    else { return }
    poppler_page_render(handle, canvas.context)
  }

  private var hasFieldsOrNotes: Bool {
    guard let first = poppler_page_get_annot_mapping(handle) else { return false }
    defer { poppler_page_free_annot_mapping(first) }
    var next: UnsafeMutablePointer<GList>? = first
    while let element = next {
      let mapping = element.pointee.data?.assumingMemoryBound(to: PopplerAnnotMapping.self).pointee
      let types = [POPPLER_ANNOT_WIDGET, POPPLER_ANNOT_FREE_TEXT, POPPLER_ANNOT_STAMP]
      if let note = mapping?.annot, types.contains(poppler_annot_get_annot_type(note)) { return true }
      next = element.pointee.next
    }
    return false
  }

  private func read(from start: (x: Double, y: Double), to end: (x: Double, y: Double)) -> Reading {
    var area = PopplerRectangle(x1: start.x, y1: start.y, x2: end.x, y2: end.y)
    guard let text = GlibString.take(poppler_page_get_text_for_area(handle, &area)), !text.isEmpty else {
      return ("", [])
    }
    var rectangles: UnsafeMutablePointer<PopplerRectangle>?
    var count: UInt32 = 0
    guard poppler_page_get_text_layout_for_area(handle, &area, &rectangles, &count) != 0, let rectangles
    else {
      return ("", [])
    }
    defer { g_free(rectangles) }
    let boxes = UnsafeBufferPointer(start: rectangles, count: Int(count)).map {
      LetterBox(left: $0.x1, top: $0.y1, right: $0.x2, bottom: $0.y2)
    }
    return (text, boxes)
  }
}

// MARK: - Links

extension PDFPage {
  /// Further links on a page are omitted.
  private static let maximumLinks = 2_000

  func links(in document: PDFDocument) -> [PageLink] {
    guard let size, let first = poppler_page_get_link_mapping(handle) else { return [] }
    defer { poppler_page_free_link_mapping(first) }
    var links: [PageLink] = []
    var next: UnsafeMutablePointer<GList>? = first
    while let element = next, links.count < Self.maximumLinks {
      if let link = link(element.pointee.data, on: size, in: document) { links.append(link) }
      next = element.pointee.next
    }
    // poppler lists the topmost link first, which is the last in the file.
    return links.reversed()
  }

  private func link(_ data: UnsafeMutableRawPointer?, on size: PageSize, in document: PDFDocument)
    -> PageLink?
  {
    guard let mapping = data?.assumingMemoryBound(to: PopplerLinkMapping.self).pointee,
      let action = mapping.action?.pointee, let box = Self.box(mapping.area, on: size)
    else { return nil }
    if let destination = PDFAction.destination(of: action, in: document) {
      return PageLink(box: box, page: destination.page, area: destination.area, address: nil)
    }
    if let page = PDFAction.page(of: action, from: Int(poppler_page_get_index(handle)) + 1, in: document) {
      return PageLink(box: box, page: page, address: nil)
    }
    if let address = PDFAction.address(of: action) { return PageLink(box: box, page: nil, address: address) }
    return PDFAction.refusal(of: action).map { PageLink(box: box, refusal: $0) }
  }

  /// poppler's origin for links and annotations is the bottom left corner.
  private static func box(_ area: PopplerRectangle, on size: PageSize) -> PageRectangle? {
    PageRectangle(
      left: min(area.x1, area.x2), top: size.height - max(area.y1, area.y2), right: max(area.x1, area.x2),
      bottom: size.height - min(area.y1, area.y2), on: size)
  }
}

extension PageRectangle {
  /// The rectangle between four edges, cropped to a page of `size`; nil when it lies outside.
  init?(left: Double, top: Double, right: Double, bottom: Double, on size: PageSize) {
    guard [left, top, right, bottom].allSatisfy(\.isFinite) else { return nil }
    let x = max(0, left)
    let y = max(0, top)
    let width = min(size.width, right) - x
    let height = min(size.height, bottom) - y
    guard width > 0, height > 0 else { return nil }
    self.init(x: x, y: y, width: width, height: height)
  }
}

// MARK: - Annotations

extension PDFDocument {
  /// The annotations that people made in the document; no links, form fields or windows of other annotations.
  func annotations() throws(DocumentError) -> [EmbeddedAnnotation] {
    var found: [EmbeddedAnnotation] = []
    for number in 1...max(1, facts().pageCount) where found.count < EmbeddedAnnotation.most {
      // A damaged page has none.
      guard let page = try? page(number) else { continue }
      found += page.annotations(number).prefix(EmbeddedAnnotation.most - found.count)
    }
    return found
  }
}

extension PDFPage {
  /// The names of subtypes that people make.
  private static let names: [PopplerAnnotType: String] = [
    POPPLER_ANNOT_TEXT: "Text", POPPLER_ANNOT_FREE_TEXT: "FreeText", POPPLER_ANNOT_LINE: "Line",
    POPPLER_ANNOT_SQUARE: "Square", POPPLER_ANNOT_CIRCLE: "Circle", POPPLER_ANNOT_POLYGON: "Polygon",
    POPPLER_ANNOT_POLY_LINE: "PolyLine", POPPLER_ANNOT_HIGHLIGHT: "Highlight",
    POPPLER_ANNOT_UNDERLINE: "Underline", POPPLER_ANNOT_SQUIGGLY: "Squiggly",
    POPPLER_ANNOT_STRIKE_OUT: "StrikeOut", POPPLER_ANNOT_STAMP: "Stamp", POPPLER_ANNOT_CARET: "Caret",
    POPPLER_ANNOT_INK: "Ink", POPPLER_ANNOT_FILE_ATTACHMENT: "FileAttachment",
  ]
  private static let onWords: Set<String> = ["Highlight", "Underline", "Squiggly", "StrikeOut"]

  fileprivate func annotations(_ number: Int) -> [EmbeddedAnnotation] {
    guard let size, let first = poppler_page_get_annot_mapping(handle) else { return [] }
    defer { poppler_page_free_annot_mapping(first) }
    var found: [EmbeddedAnnotation] = []
    var next: UnsafeMutablePointer<GList>? = first
    while let element = next, found.count < EmbeddedAnnotation.most {
      if let data = element.pointee.data?.assumingMemoryBound(to: PopplerAnnotMapping.self),
        let annotation = annotation(data.pointee, on: size, number)
      {
        found.append(annotation)
      }
      next = element.pointee.next
    }
    return found
  }

  private func annotation(
    _ mapping: PopplerAnnotMapping, on size: PageSize, _ number: Int
  ) -> EmbeddedAnnotation? {
    guard let handle = mapping.annot, let kind = Self.names[poppler_annot_get_annot_type(handle)],
      let box = Self.box(mapping.area, on: size)
    else { return nil }
    let isMarkup =
      g_type_check_instance_is_a(
        UnsafeMutableRawPointer(handle).assumingMemoryBound(to: GTypeInstance.self),
        poppler_annot_markup_get_type()) != 0
    return EmbeddedAnnotation(
      page: number, kind: kind, box: box, contents: Self.text(poppler_annot_get_contents(handle)),
      words: Self.onWords.contains(kind) ? words(in: mapping.area, on: size) : nil,
      author: isMarkup ? Self.text(poppler_annot_markup_get_label(handle)) : nil,
      modified: Self.date(poppler_annot_get_modified(handle)),
      color: Self.color(poppler_annot_get_color(handle)))
  }

  /// poppler's origin for annotations is the bottom left corner, for the text of an area the top left one.
  private func words(in area: PopplerRectangle, on size: PageSize) -> String? {
    var flipped = PopplerRectangle(
      x1: area.x1, y1: size.height - area.y2, x2: area.x2, y2: size.height - area.y1)
    let words = GlibString.take(poppler_page_get_text_for_area(handle, &flipped))
    return words.flatMap { Self.trimmed($0.split(whereSeparator: \.isWhitespace).joined(separator: " ")) }
  }

  private static func text(_ text: UnsafeMutablePointer<CChar>?) -> String? {
    GlibString.take(text).flatMap(trimmed)
  }

  private static func trimmed(_ text: String) -> String? {
    let short = String(text.prefix(EmbeddedAnnotation.mostCharacters))
    return short.allSatisfy(\.isWhitespace) ? nil : short
  }

  private static func date(_ text: UnsafeMutablePointer<CChar>?) -> Date? {
    var time = 0
    guard let text = GlibString.take(text), poppler_date_parse(text, &time) != 0 else { return nil }
    return Date(timeIntervalSince1970: Double(time))
  }

  private static func color(_ color: UnsafeMutablePointer<PopplerColor>?) -> String? {
    guard let color else { return nil }
    defer { g_free(color) }
    let (red, green, blue) = (color.pointee.red, color.pointee.green, color.pointee.blue)
    return InkColor(red: UInt8(red >> 8), green: UInt8(green >> 8), blue: UInt8(blue >> 8)).css
  }
}
