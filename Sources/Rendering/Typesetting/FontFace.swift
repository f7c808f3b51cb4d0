import CDrawing
import DocumentModel
import LinuxSystem

/// A font file opened by FreeType.
///
/// Used by one thread.
final class FontFace {
  /// FreeType's objects and the bytes they read; cairo lets go of them after the last drawing that uses the font.
  private final class Opened {
    let contents: ContentBytes
    let library: FT_Library?
    let face: FT_Face

    init?(_ contents: ContentBytes) {
      var library: FT_Library?
      var face: FT_Face?
      let bytes = contents.bytes.bindMemory(to: UInt8.self)
      guard FT_Init_FreeType(&library) == 0 else { return nil }
      guard FT_New_Memory_Face(library, bytes.baseAddress, FT_Long(bytes.count), 0, &face) == 0, let face
      else {
        FT_Done_FreeType(library)
        return nil
      }
      (self.contents, self.library, self.face) = (contents, library, face)
    }

    deinit {
      FT_Done_Face(face)
      FT_Done_FreeType(library)
    }
  }

  private let opened: Opened
  private let handle: OpaquePointer
  private var face: FT_Face { opened.face }

  /// Throws `.damaged` for a file that FreeType cannot open.
  init(_ content: Descriptor) throws(DocumentError) {
    guard let opened = Opened(try ContentBytes(content)),
      let handle = cairo_ft_font_face_create_for_ft_face(opened.face, 0)
    else { throw DocumentError(.damaged, "the font is damaged or of a kind that cannot be shown") }
    self.opened = opened
    self.handle = handle
    let kept = Unmanaged.passRetained(opened)
    // A key is an address that cairo never reads.
    let key = UnsafePointer<cairo_user_data_key_t>(OpaquePointer(kept.toOpaque()))
    let status = cairo_font_face_set_user_data(
      handle, key, kept.toOpaque(), { $0.map { Unmanaged<Opened>.fromOpaque($0).release() } })
    if status != CAIRO_STATUS_SUCCESS { kept.release() }
  }

  deinit {
    cairo_font_face_destroy(handle)
  }

  /// "Liberation Sans Bold".
  var name: String {
    let family = face.pointee.family_name.map { String(cString: $0) } ?? "Font"
    let style = face.pointee.style_name.map { String(cString: $0) } ?? ""
    return style.isEmpty || style == "Regular" ? family : "\(family) \(style)"
  }

  /// "TrueType · 2,620 characters".
  var description: String {
    let format = FT_Get_Font_Format(face).map { String(cString: $0) } ?? "Font"
    let count = Int(face.pointee.num_glyphs)
    return "\(format) · \(count) \(count == 1 ? "glyph" : "glyphs")"
  }

  func has(_ scalar: Unicode.Scalar) -> Bool { FT_Get_Char_Index(face, FT_ULong(scalar.value)) != 0 }

  /// The characters that it can write, in the order of their codes.
  func characters(atMost limit: Int) -> [Unicode.Scalar] {
    var found: [Unicode.Scalar] = []
    var glyph: FT_UInt = 0
    var code = FT_Get_First_Char(face, &glyph)
    while glyph != 0, found.count < limit {
      if let scalar = Unicode.Scalar(UInt32(code)), !scalar.properties.isWhitespace { found.append(scalar) }
      code = FT_Get_Next_Char(face, code, &glyph)
    }
    return found
  }

  func width(of text: String, size: Double) -> Double {
    glyphs(of: text, size: size, at: 0, 0).width
  }

  private func glyphs(
    of text: String, size: Double, at x: Double, _ y: Double
  ) -> (glyphs: [cairo_glyph_t], width: Double) {
    var glyphs: [cairo_glyph_t] = []
    var advance = 0.0
    let unit = size / Double(max(1, face.pointee.units_per_EM))
    for scalar in text.unicodeScalars {
      let index = FT_Get_Char_Index(face, FT_ULong(scalar.value))
      glyphs.append(cairo_glyph_t(index: UInt(index), x: x + advance, y: y))
      let isLoaded = FT_Load_Glyph(face, index, FT_Int32(FT_LOAD_NO_SCALE)) == 0
      advance += isLoaded ? Double(face.pointee.glyph.pointee.advance.x) * unit : size / 2
    }
    return (glyphs, advance)
  }

  func draw(_ text: String, size: Double, at x: Double, _ baseline: Double, on context: OpaquePointer) {
    cairo_set_font_face(context, handle)
    cairo_set_font_size(context, size)
    var glyphs = glyphs(of: text, size: size, at: x, baseline).glyphs
    cairo_show_glyphs(context, &glyphs, CInt(glyphs.count))
  }
}
