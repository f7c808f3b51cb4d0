import CDrawing
import DocumentModel

/// Lays out text with Pango; one point is one unit, and nothing is rounded to pixels, so that every scale has the same
/// line breaks.
///
/// Used by one thread.
final class Typesetter {
  static var renderer: String { "pango \(String(cString: pango_version_string()))" }

  private let context: OpaquePointer

  init() {
    let fonts = pango_cairo_font_map_get_default()
    pango_cairo_font_map_set_resolution(OpaquePointer(fonts), 72)
    context = pango_font_map_create_context(fonts)
    let options = cairo_font_options_create()
    defer { cairo_font_options_destroy(options) }
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    pango_cairo_context_set_font_options(context, options)
    pango_context_set_round_glyph_positions(context, 0)
  }

  deinit {
    g_object_unref(UnsafeMutableRawPointer(context))
  }

  /// The text in lines of at most `width` points; in one line for each paragraph when nil.
  func lay(_ text: StyledText, width: Double? = nil, alignment: LaidText.Alignment = .left) -> LaidText {
    LaidText(text, in: context, width: width, alignment: alignment)
  }

  /// The width of a digit, which all letters of a typewriter face share.
  func digitWidth(_ style: TextStyle) -> Double {
    lay(StyledText("0000000000", style)).width / 10
  }
}
