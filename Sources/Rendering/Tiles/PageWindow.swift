import DocumentModel
import Glibc

/// The pixels of a page at a scale, and the part of them that an image shows.
///
/// Tiles of one page have slightly different scales, because an image has whole pixels: a tile at the page's edge,
/// 166.55 pixels wide, becomes 167. Tiles drawn at their own scales would neither join nor come from one drawing. So
/// all tiles whose scale was rounded from the same power of two (IIIF's scale factors, and a screen's usual ones)
/// share one grid. The grid's last pixel ends where the page ends:
///
///     a page of 595.28 points   0        512       1024   1190.55
///     its grid at scale 2       ├─────────┼─────────┼──────┤  1191 pixels, each 0.49982 points wide
///     tiles                     │   512   │   512   │ 167  │  and the whole page in 1191 pixels: the same ones
///
/// A region on no grid is drawn exactly as requested.
struct PageWindow: Hashable {
  /// Width of the whole page in pixels; a whole number on the grid.
  let pageWidth: Double
  /// Height of the whole page in pixels; a whole number on the grid.
  let pageHeight: Double
  /// Pixels between the page's left edge and the window's; a whole number on the grid.
  let x: Double
  /// Pixels between the page's top edge and the window's; a whole number on the grid.
  let y: Double
  /// Width of the image in pixels.
  let width: Int
  /// Height of the image in pixels.
  let height: Int

  /// The window that `plan` asks for, on a page of `size`.
  init(_ plan: RenderPlan, on size: PageSize) {
    width = plan.width
    height = plan.height
    let columns = GridSide(size.width, from: plan.region.x, plan.region.width, count: plan.width)
    let rows = GridSide(size.height, from: plan.region.y, plan.region.height, count: plan.height)
    // The side with more pixels has the smaller rounding error.
    let scale = exp2(log2(plan.width >= plan.height ? plan.scaleX : plan.scaleY).rounded())
    if let across = columns.place(scale) ?? columns.placeAsAsked,
      let down = rows.place(scale) ?? rows.placeAsAsked
    {
      (pageWidth, x) = across
      (pageHeight, y) = down
    } else {
      (pageWidth, x) = (size.width * plan.scaleX, plan.region.x * plan.scaleX)
      (pageHeight, y) = (size.height * plan.scaleY, plan.region.y * plan.scaleY)
    }
  }

  init(_ rectangle: PixelRectangle, like other: PageWindow) {
    (pageWidth, pageHeight) = (other.pageWidth, other.pageHeight)
    (x, y) = (Double(rectangle.left), Double(rectangle.top))
    (width, height) = (rectangle.width, rectangle.height)
  }

  /// The window on the grid; nil when it lies between pixels, or beyond 2³⁰ pixels.
  var rectangle: PixelRectangle? {
    guard let left = Int(exactly: x), let top = Int(exactly: y), max(pageWidth, pageHeight) <= 0x1p30,
      pageWidth == pageWidth.rounded(), pageHeight == pageHeight.rounded()
    else { return nil }
    return PixelRectangle(left: left, top: top, width: width, height: height)
  }
}

/// One dimension of a page, and the part of it that an image shows.
private struct GridSide {
  /// The grid's pixels along the dimension, and the first shown one.
  typealias Place = (pixels: Double, start: Double)

  /// The largest offset from a whole pixel, in pixels, on a grid that is no power of two.
  private static let alignment = 1.0 / 16
  /// Tolerance for rounding errors, in pixels.
  private static let hair = 1e-3

  let length: Double
  let start: Double
  let part: Double
  let count: Double

  init(_ length: Double, from start: Double, _ part: Double, count: Int) {
    self.length = length
    self.start = start
    self.part = part
    self.count = Double(count)
  }

  private var end: Double { start + part }
  private var scale: Double { count / part }
  private var reachesEnd: Bool { end >= length * (1 - 1e-9) }

  /// The place at scale `wanted`, if the part's scale was rounded from it.
  func place(_ wanted: Double) -> Place? {
    let first = (start * wanted).rounded()
    guard abs(end * wanted - (first + count)) < 1 else { return nil }
    return placed(first)
  }

  /// The place at the part's own scale, if its edge is on a whole pixel.
  var placeAsAsked: Place? {
    let first = (start * scale).rounded()
    guard abs(start * scale - first) <= Self.alignment else { return nil }
    return placed(first)
  }

  /// A part that reaches the end determines the number of pixels; any other part has an exact scale.
  private func placed(_ first: Double) -> Place? {
    let pixels = reachesEnd ? first + count : (length * scale - Self.hair).rounded(.up)
    return first + count <= pixels ? (pixels, first) : nil
  }
}
