import CPoppler
import DocumentModel

extension PDFPage {
  /// The words in reading order, and the boxes around them.
  func words() -> [PageWord] {
    guard let size, let text = GlibString.take(poppler_page_get_text(handle)), !text.isEmpty else {
      return []
    }
    var rectangles: UnsafeMutablePointer<PopplerRectangle>?
    var count: UInt32 = 0
    guard poppler_page_get_text_layout(handle, &rectangles, &count) != 0, let rectangles else { return [] }
    defer { g_free(rectangles) }
    let boxes = UnsafeBufferPointer(start: rectangles, count: Int(count)).map {
      LetterBox(left: $0.x1, top: $0.y1, right: $0.x2, bottom: $0.y2)
    }
    return WordBuilder.words(of: text, boxes: boxes, on: size)
  }
}
