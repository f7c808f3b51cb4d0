import CDrawing
import DocumentModel
import Glibc

/// A cairo context of its own, so that an error in it does not spoil the rest of the page.
///
/// Used by one thread.
final class CairoPen: InkPen {
  let context: OpaquePointer
  /// Painted images; cairo reads their pixels again when the page is finished.
  private(set) var pictures: [CairoPicture] = []

  /// A pen for a surface, in its units; nil when memory is exhausted.
  init?(on surface: OpaquePointer) {
    guard let context = cairo_create(surface) else { return nil }
    self.context = context
  }

  /// A pen that draws with a context that its caller has.
  init(in context: OpaquePointer) {
    self.context = cairo_reference(context)
  }

  deinit {
    cairo_destroy(context)
  }

  // MARK: - Where

  func translate(_ x: Double, _ y: Double) { cairo_translate(context, x, y) }

  func scale(_ x: Double, _ y: Double) { cairo_scale(context, x, y) }

  /// Rotates clockwise, in radians.
  func rotate(_ angle: Double) { cairo_rotate(context, angle) }

  func clip(width: Double, height: Double) {
    cairo_rectangle(context, 0, 0, width, height)
    cairo_clip(context)
  }

  /// Leaves place, scale and clip as they were.
  func within(_ body: () -> Void) {
    cairo_save(context)
    body()
    cairo_restore(context)
  }

  /// Whether a PDF is drawn.
  var isPrinting: Bool { cairo_surface_get_type(cairo_get_target(context)) == CAIRO_SURFACE_TYPE_PDF }

  /// Pixels, or points of a PDF, for a unit.
  var pixelsPerUnit: Double {
    var (x, y) = (1.0, 0.0)
    cairo_user_to_device_distance(context, &x, &y)
    return (x * x + y * y).squareRoot()
  }

  /// Whether any of a rectangle is drawn.
  func shows(_ area: PageRectangle) -> Bool {
    var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
    cairo_clip_extents(context, &left, &top, &right, &bottom)
    return area.x < right && area.x + area.width > left && area.y < bottom && area.y + area.height > top
  }

  // MARK: - Paths

  func move(to place: BoardPoint) { cairo_move_to(context, place.x, place.y) }

  func line(to place: BoardPoint) { cairo_line_to(context, place.x, place.y) }

  func curve(_ c1: BoardPoint, _ c2: BoardPoint, to place: BoardPoint) {
    cairo_curve_to(context, c1.x, c1.y, c2.x, c2.y, place.x, place.y)
  }

  func circle(around centre: BoardPoint, radius: Double) {
    cairo_arc_negative(context, centre.x, centre.y, radius, 0, -2 * .pi)
  }

  func close() { cairo_close_path(context) }

  // MARK: - Paint

  /// A filled rectangle at the origin with an edge; half of the edge's width lies outside.
  func sheet(width: Double, height: Double, _ colour: InkColor, edge: InkColor, edgeWidth: Double) {
    cairo_rectangle(context, 0, 0, width, height)
    use(colour)
    cairo_fill_preserve(context)
    use(edge)
    cairo_set_line_width(context, edgeWidth)
    cairo_stroke(context)
  }

  func draw(_ stroke: InkStroke) {
    cairo_new_path(context)
    let paint = stroke.trace(with: self)
    use(stroke.color)
    switch paint {
    case .filled:
      cairo_set_fill_rule(context, CAIRO_FILL_RULE_WINDING)
      cairo_fill(context)
    case .stroked(let width):
      cairo_set_line_width(context, width)
      cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
      cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
      cairo_stroke(context)
    }
  }

  /// Paints an image at the origin, one unit per pixel.
  ///
  /// - Parameter jpeg: the same image for embedding in a PDF; nil embeds the exact pixels.
  func paint(_ pixels: PixelBuffer, jpeg: [UInt8]?) {
    guard let picture = CairoPicture(pixels, jpeg: jpeg) else { return }
    pictures.append(picture)
    cairo_set_source_surface(context, picture.surface, 0, 0)
    cairo_rectangle(context, 0, 0, Double(pixels.width), Double(pixels.height))
    cairo_fill(context)
  }

  private func use(_ colour: InkColor) {
    cairo_set_source_rgb(
      context, Double(colour.red) / 255, Double(colour.green) / 255, Double(colour.blue) / 255)
  }
}

/// Pixels as a cairo source, optionally with their JPEG, which a PDF embeds unchanged.
final class CairoPicture {
  fileprivate let surface: OpaquePointer
  private let pixels: PixelBuffer

  fileprivate init?(_ pixels: PixelBuffer, jpeg: [UInt8]?) {
    let memory = pixels.bytes.bindMemory(to: UInt8.self).baseAddress
    guard
      let made = cairo_image_surface_create_for_data(
        memory, CAIRO_FORMAT_RGB24, CInt(pixels.width), CInt(pixels.height), CInt(pixels.stride))
    else { return nil }
    surface = made
    self.pixels = pixels
    if let jpeg { attach(jpeg) }
  }

  deinit {
    cairo_surface_destroy(surface)
  }

  /// Gives cairo a copy, which cairo frees.
  private func attach(_ file: [UInt8]) {
    guard let copy = malloc(file.count) else { return }
    copy.copyMemory(from: file, byteCount: file.count)
    let bytes = copy.assumingMemoryBound(to: UInt8.self)
    let status = cairo_surface_set_mime_data(
      surface, CAIRO_MIME_TYPE_JPEG, bytes, UInt(file.count), { free($0) }, copy)
    if status != CAIRO_STATUS_SUCCESS { free(copy) }
  }
}
