import CDrawing
import DocumentModel

/// A cairo surface over a ``PixelBuffer``, with its context.
final class CairoCanvas {
  let context: OpaquePointer
  private let surface: OpaquePointer
  private let pixels: PixelBuffer

  init?(_ pixels: PixelBuffer) {
    let memory = pixels.bytes.bindMemory(to: UInt8.self).baseAddress
    let surface = cairo_image_surface_create_for_data(
      memory, CAIRO_FORMAT_RGB24, CInt(pixels.width), CInt(pixels.height), CInt(pixels.stride))
    guard let surface else { return nil }
    guard let context = cairo_create(surface) else {
      cairo_surface_destroy(surface)
      return nil
    }
    self.surface = surface
    self.context = context
    self.pixels = pixels
  }

  deinit {
    cairo_destroy(context)
    cairo_surface_destroy(surface)
  }

  /// Draws the part of a page that `window` shows; `body` draws in the page's units.
  ///
  /// Throws `.renderMemory` when memory was exhausted.
  static func draw(
    _ size: PageSize, _ window: PageWindow, _ body: (OpaquePointer) -> Void
  ) throws(DocumentError) -> PixelBuffer {
    let pixels = try PixelBuffer(width: window.width, height: window.height)
    let canvas = CairoCanvas(pixels)
    canvas?.transform(from: size, to: window)
    if let canvas { body(canvas.context) }
    guard canvas?.finish() == true else {
      throw DocumentError(.renderMemory, "there is not enough memory to draw the page")
    }
    return pixels
  }

  private func transform(from size: PageSize, to window: PageWindow) {
    cairo_translate(context, -window.x, -window.y)
    cairo_scale(context, window.pageWidth / size.width, window.pageHeight / size.height)
  }

  /// Ends drawing; false when memory was exhausted.
  private func finish() -> Bool {
    cairo_surface_flush(surface)
    return cairo_status(context) != CAIRO_STATUS_NO_MEMORY
  }
}
