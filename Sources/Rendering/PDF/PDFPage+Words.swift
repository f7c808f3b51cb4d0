import CDrawing
import DocumentModel

extension PDFPage {
  private typealias Reading = (text: String, boxes: [LetterBox])

  func words() -> [PageWord] {
    guard let size else { return [] }
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
