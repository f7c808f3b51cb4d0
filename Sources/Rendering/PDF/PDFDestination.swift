import CDrawing
import DocumentModel

/// The destination of a link or an outline entry (ISO 32000-1, 12.3.2).
struct PDFDestination: Hashable {
  let page: Int
  /// The part of the page to show, in page units as shown; nil for the whole page.
  let area: PageRectangle?

  /// Nil for a page that the document does not have.
  init?(_ destination: PopplerDest, in document: PDFDocument) {
    page = Int(destination.page_num)
    guard (1...document.pageCount).contains(page) else { return nil }
    area = Self.area(destination, on: page, in: document)
  }

  private static func area(_ destination: PopplerDest, on page: Int, in document: PDFDocument)
    -> PageRectangle?
  {
    let corners = Corners(destination, origin: document.cropOrigin(ofPage: page))
    guard let corners, let rotation = document.rotation(ofPage: page) else { return nil }
    let size = rotation.size
    let first = rotation.shown(x: corners.left, y: corners.top)
    let second =
      corners.opposite.map { rotation.shown(x: $0.right, y: $0.bottom) } ?? (size.width, size.height)
    let area = PageRectangle(
      left: min(first.x, second.0), top: min(first.y, second.1), right: max(first.x, second.0),
      bottom: max(first.y, second.1), on: size)
    return area == PageRectangle(x: 0, y: 0, width: size.width, height: size.height) ? nil : area
  }
}

/// The corners that a destination gives; each coordinate may be missing.
private struct Corners {
  var left: Double?
  var top: Double?
  var opposite: (right: Double, bottom: Double)?

  /// Nil for a whole page, and for invalid numbers.
  ///
  /// - Parameter origin: the crop box's lower left corner, poppler's origin. poppler 22.12 takes its x from the
  ///   bottom and its y from the right edge.
  init?(_ destination: PopplerDest, origin: @autoclosure () -> (x: Double, y: Double)) {
    switch destination.type {
    case POPPLER_DEST_XYZ:
      left = destination.change_left != 0 ? destination.left : nil
      top = destination.change_top != 0 ? destination.top : nil
    case POPPLER_DEST_FITH, POPPLER_DEST_FITBH:
      top = destination.change_top != 0 ? destination.top : nil
    case POPPLER_DEST_FITV, POPPLER_DEST_FITBV:
      left = destination.change_left != 0 ? destination.left : nil
    case POPPLER_DEST_FITR:
      (left, top) = (destination.left, destination.top)
      let skew = origin().y - origin().x
      opposite = (destination.right + skew, destination.bottom - skew)
    default: return nil
    }
    let numbers = [left, top, opposite?.right, opposite?.bottom].compactMap { $0 }
    guard !numbers.isEmpty, numbers.allSatisfy(\.isFinite) else { return nil }
  }
}
