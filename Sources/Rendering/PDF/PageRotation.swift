import CPoppler
import DocumentModel

/// How far a page is turned to be shown, and where its places are then.
///
/// Places inside a PDF count from the lower left corner of the crop box, before the page is turned.
struct PageRotation: Hashable {
  /// How far.
  let turn: QuarterTurn
  /// The size as shown.
  let size: PageSize

  /// The rotation of `page`; nil for one without a size.
  ///
  /// poppler-glib tells it to nobody, but turns the rectangle of an annotation back when it is added to a page. The
  /// one added here is taken away at once; that takes 10 µs and leaves the page as it was.
  init?(_ page: PDFPage, in document: PDFDocument) {
    guard let size = page.size else { return nil }
    self.size = size
    turn = Self.turn(page, in: document)
  }

  /// A rotation from its parts.
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
    // The probe lies in the lower left corner of what is shown: within two or eight of an edge.
    let isLeft = back.x1 < 2.5
    return isUpright ? (isLeft ? .none : .half) : (isLeft ? .left : .right)
  }

  /// The place of a point as shown, from the top left corner; a part that is not known is the corner's.
  func shown(x: Double?, y: Double?) -> (x: Double, y: Double) {
    switch turn {
    case .none: return (x ?? 0, y.map { size.height - $0 } ?? 0)
    case .right: return (y ?? 0, x ?? 0)
    case .half: return (x.map { size.width - $0 } ?? 0, y ?? 0)
    case .left: return (y.map { size.width - $0 } ?? 0, x.map { size.height - $0 } ?? 0)
    }
  }
}
