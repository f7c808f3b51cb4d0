import CDrawing
import DocumentModel

/// The rotation of a page as shown, and the mapping of its coordinates.
///
/// PDF coordinates start at the lower left corner of the crop box, before rotation.
struct PageRotation: Hashable {
  let turn: QuarterTurn
  /// The size as shown.
  let size: PageSize

  /// The rotation of `page`; nil for a page without a size.
  ///
  /// poppler-glib has no function for it, but it rotates the rectangle of an added annotation back. The probe added
  /// here is removed at once; that takes 10 µs and leaves the page unchanged.
  init?(_ page: PDFPage, in document: PDFDocument) {
    guard let size = page.size else { return nil }
    self.size = size
    turn = Self.turn(page, in: document)
  }

  init(turn: QuarterTurn, size: PageSize) {
    self.turn = turn
    self.size = size
  }

  private static func turn(_ page: PDFPage, in document: PDFDocument) -> QuarterTurn {
    var probe = PopplerRectangle(x1: 1, y1: 2, x2: 4, y2: 8)
    guard let annotation = poppler_annot_square_new(document.handle, &probe) else { return .none }
    defer { g_object_unref(UnsafeMutableRawPointer(annotation)) }
    poppler_page_add_annot(page.handle, annotation)
    defer { poppler_page_remove_annot(page.handle, annotation) }
    var back = PopplerRectangle()
    poppler_annot_get_rectangle(annotation, &back)
    let isUpright = back.x2 - back.x1 < back.y2 - back.y1
    // The probe lies in the lower left corner as shown, within two or eight units of an edge.
    let isLeft = back.x1 < 2.5
    return isUpright ? (isLeft ? .none : .half) : (isLeft ? .left : .right)
  }

  /// Maps a PDF point to the shown page, from the top left corner; a missing coordinate maps to the corner.
  func shown(x: Double?, y: Double?) -> (x: Double, y: Double) {
    switch turn {
    case .none: return (x ?? 0, y.map { size.height - $0 } ?? 0)
    case .right: return (y ?? 0, x ?? 0)
    case .half: return (x.map { size.width - $0 } ?? 0, y ?? 0)
    case .left: return (y.map { size.width - $0 } ?? 0, x.map { size.height - $0 } ?? 0)
    }
  }
}
