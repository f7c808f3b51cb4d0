import CDrawing
import DocumentModel

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
