import CDrawing
import DocumentModel

/// A PDF that is being drawn, page after page.
///
/// Its bytes depend on the drawing alone: no time is written into it. Used by one thread.
final class PDFCanvas {
  /// The bytes so far and their limit.
  private final class Output {
    var bytes: [UInt8] = []
    let limit: Int

    init(limit: Int) {
      self.limit = limit
    }

    func take(_ part: UnsafeBufferPointer<UInt8>) -> cairo_status_t {
      guard bytes.count + part.count <= limit else { return CAIRO_STATUS_WRITE_ERROR }
      bytes += part
      return CAIRO_STATUS_SUCCESS
    }
  }

  /// Pixel limit of the parts that cairo must rasterise because PDF cannot express them.
  private static let fallbackPixels = 24_000_000.0

  private let surface: OpaquePointer
  private let output: Output
  private var pictures: [CairoPicture] = []

  init(width: Double, height: Double, limit: Int) throws(DocumentError) {
    let output = Output(limit: limit)
    self.output = output
    let made = cairo_pdf_surface_create_for_stream(
      { closure, data, count in
        guard let closure, let data else { return CAIRO_STATUS_WRITE_ERROR }
        return Unmanaged<Output>.fromOpaque(closure).takeUnretainedValue()
          .take(UnsafeBufferPointer(start: data, count: Int(count)))
      }, Unmanaged.passUnretained(output).toOpaque(), width, height)
    guard let made else { throw Self.outOfMemory }
    surface = made
    let density = 72 * (Self.fallbackPixels / (width * height)).squareRoot()
    cairo_surface_set_fallback_resolution(surface, min(288, density), min(288, density))
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, nil)
  }

  deinit {
    cairo_surface_destroy(surface)
  }

  /// Ends the page and begins another.
  func beginPage(width: Double, height: Double) {
    cairo_surface_show_page(surface)
    cairo_pdf_surface_set_size(surface, width, height)
    pictures = []
  }

  /// Draws with a new pen, in points from the top left corner.
  func draw(_ body: (CairoPen) -> Void) {
    guard let pen = CairoPen(on: surface) else { return }
    body(pen)
    pictures += pen.pictures
  }

  /// The PDF's bytes.
  ///
  /// Throws `.documentTooLarge` beyond the limit, `.renderMemory`.
  func finish() throws(DocumentError) -> [UInt8] {
    cairo_surface_finish(surface)
    switch cairo_surface_status(surface) {
    case CAIRO_STATUS_SUCCESS: return output.bytes
    case CAIRO_STATUS_WRITE_ERROR:
      throw DocumentError(.documentTooLarge, "the PDF would be larger than \(output.limit >> 20) MiB")
    default: throw Self.outOfMemory
    }
  }

  private static var outOfMemory: DocumentError {
    DocumentError(.renderMemory, "there is not enough memory to make the PDF")
  }
}
