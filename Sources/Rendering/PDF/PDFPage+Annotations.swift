import CDrawing
import DocumentModel
import FoundationEssentials

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

  private static func box(_ area: PopplerRectangle, on size: PageSize) -> PageRectangle? {
    PageRectangle(
      left: min(area.x1, area.x2), top: size.height - max(area.y1, area.y2), right: max(area.x1, area.x2),
      bottom: size.height - min(area.y1, area.y2), on: size)
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
