import CDrawing
import DocumentModel

/// A paragraph laid out in lines.
///
/// Used by one thread.
final class LaidText {
  enum Alignment {
    case left
    case centre
    case right
  }

  struct Line {
    fileprivate let handle: UnsafeMutablePointer<PangoLayoutLine>
    /// From the left edge of the paragraph to the line.
    let left: Double
    let width: Double
    /// The height above the baseline, and below it.
    let ascent: Double
    let descent: Double
    /// Offsets in the UTF-8 of the text.
    let range: Range<Int>

    var height: Double { ascent + descent }
  }

  let text: StyledText
  private let layout: OpaquePointer
  private(set) var lines: [Line] = []
  /// The text once for all lines: copying it for each would cost the square of its length.
  private lazy var bytes = Array(text.text.utf8)

  fileprivate static func points(_ units: CInt) -> Double { Double(units) / Double(PANGO_SCALE) }

  init(_ text: StyledText, in context: OpaquePointer, width: Double?, alignment: Alignment) {
    self.text = text
    layout = pango_layout_new(context)
    pango_layout_set_text(layout, text.text, CInt(text.text.utf8.count))
    if let width {
      pango_layout_set_width(layout, CInt(width * Double(PANGO_SCALE)))
      pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    }
    switch alignment {
    case .left: pango_layout_set_alignment(layout, PANGO_ALIGN_LEFT)
    case .centre: pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER)
    case .right: pango_layout_set_alignment(layout, PANGO_ALIGN_RIGHT)
    }
    let attributes = text.attributes()
    pango_layout_set_attributes(layout, attributes)
    pango_attr_list_unref(attributes)
    lines = Self.lines(of: layout)
  }

  deinit {
    g_object_unref(UnsafeMutableRawPointer(layout))
  }

  var width: Double { lines.map(\.width).max() ?? 0 }

  private static func lines(of layout: OpaquePointer) -> [Line] {
    guard let iterator = pango_layout_get_iter(layout) else { return [] }
    defer { pango_layout_iter_free(iterator) }
    var found: [Line] = []
    repeat {
      guard let handle = pango_layout_iter_get_line_readonly(iterator) else { break }
      var logical = PangoRectangle()
      pango_layout_iter_get_line_extents(iterator, nil, &logical)
      let baseline = points(pango_layout_iter_get_baseline(iterator))
      let (top, height) = (points(logical.y), points(logical.height))
      let start = Int(handle.pointee.start_index)
      found.append(
        Line(
          handle: handle, left: points(logical.x), width: points(logical.width), ascent: baseline - top,
          descent: top + height - baseline, range: start..<start + Int(handle.pointee.length)))
    } while pango_layout_iter_next_line(iterator) != 0
    return found
  }

  /// Draws a line, with the left edge of the paragraph and the baseline at a place.
  func draw(_ line: Int, at x: Double, _ baseline: Double, on context: OpaquePointer) {
    cairo_move_to(context, x + lines[line].left, baseline)
    pango_cairo_show_layout_line(context, lines[line].handle)
  }

  /// The words of a line, in reading order, in the same coordinates.
  func words(of line: Int, at x: Double, _ baseline: Double) -> [PageWord] {
    let bytes = bytes[lines[line].range]
    var words: [PageWord] = []
    var start = bytes.startIndex
    while start < bytes.endIndex {
      let end = bytes[start...].firstIndex(where: Self.isSpace) ?? bytes.endIndex
      if end > start {
        let word = String(decoding: bytes[start..<end], as: UTF8.self)
        words.append(PageWord(text: word, box: box(of: start..<end, in: line, at: x, baseline)))
      }
      start = end + 1
    }
    return words
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (9...13).contains(byte) }

  /// The box around a part of a line.
  func box(of range: Range<Int>, in line: Int, at x: Double, _ baseline: Double) -> PageRectangle {
    let laid = lines[line]
    var (from, to): (CInt, CInt) = (0, 0)
    pango_layout_line_index_to_x(laid.handle, CInt(range.lowerBound), 0, &from)
    pango_layout_line_index_to_x(laid.handle, CInt(range.upperBound), 0, &to)
    let (left, right) = (Self.points(min(from, to)), Self.points(max(from, to)))
    return PageRectangle(
      x: x + laid.left + left, y: baseline - laid.ascent, width: right - left, height: laid.height)
  }
}

extension StyledText {
  /// The caller unrefs the list.
  fileprivate func attributes() -> OpaquePointer? {
    let list = pango_attr_list_new()
    for run in runs {
      for attribute in run.style.attributes {
        guard let attribute else { continue }
        attribute.pointee.start_index = UInt32(run.range.lowerBound)
        attribute.pointee.end_index = UInt32(run.range.upperBound)
        pango_attr_list_insert(list, attribute)
      }
    }
    return list
  }
}

extension TextStyle {
  fileprivate var attributes: [UnsafeMutablePointer<PangoAttribute>?] {
    let description = pango_font_description_new()
    defer { pango_font_description_free(description) }
    pango_font_description_set_family(description, family.rawValue)
    pango_font_description_set_absolute_size(description, size * Double(PANGO_SCALE))
    pango_font_description_set_weight(description, isBold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL)
    pango_font_description_set_style(description, isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
    return [
      pango_attr_font_desc_new(description),
      pango_attr_foreground_new(color.wide.red, color.wide.green, color.wide.blue),
      ground.map { pango_attr_background_new($0.wide.red, $0.wide.green, $0.wide.blue) } ?? nil,
      isStruck ? pango_attr_strikethrough_new(1) : nil,
      isUnderlined ? pango_attr_underline_new(PANGO_UNDERLINE_SINGLE) : nil,
      rise == 0 ? nil : pango_attr_rise_new(CInt(rise * Double(PANGO_SCALE))),
    ]
  }
}

extension InkColor {
  /// The channels from 0 to 65,535.
  fileprivate var wide: (red: UInt16, green: UInt16, blue: UInt16) {
    (UInt16(red) * 257, UInt16(green) * 257, UInt16(blue) * 257)
  }
}
