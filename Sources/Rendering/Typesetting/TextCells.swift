import CDrawing

/// The rows of a text in a typewriter face, where a letter fills one cell, or two in East Asian scripts.
struct TextCells {
  static let tab = 8

  let columns: Int

  /// The offset after the last byte of a row that begins at `start`.
  ///
  /// A row ends behind the last space that fits, else behind the last letter that fits.
  func rowEnd(in bytes: UnsafeRawBufferPointer, from start: Int, lineEnd: Int) -> Int {
    // No letter has more cells than bytes, except a tab.
    if lineEnd - start <= columns, !bytes[start..<lineEnd].contains(9) { return lineEnd }
    var (index, column, space) = (start, 0, start)
    while index < lineEnd {
      let (scalar, length) = Self.scalar(in: bytes, at: index, end: lineEnd)
      let width = scalar == 9 ? Self.tab - column % Self.tab : Self.width(of: scalar)
      if column + width > columns, index > start, scalar != 32 { return space > start ? space : index }
      (index, column) = (index + length, column + width)
      if scalar == 32 || scalar == 9 || scalar == 45 { space = index }
    }
    return lineEnd
  }

  /// A part of a row with spaces for its tabs.
  ///
  /// - Parameter column: the cell where the part begins; moved to the one where it ends.
  func expanded(_ part: ArraySlice<UInt8>, from column: inout Int) -> String {
    guard part.contains(9) else {
      let text = String(decoding: part, as: UTF8.self)
      column += text.unicodeScalars.reduce(0) { $0 + Self.width(of: $1.value) }
      return text
    }
    var text = ""
    for scalar in String(decoding: part, as: UTF8.self).unicodeScalars {
      let width = scalar == "\t" ? Self.tab - column % Self.tab : Self.width(of: scalar.value)
      column += width
      if scalar == "\t" {
        text += String(repeating: " ", count: width)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  private static func width(of scalar: UInt32) -> Int {
    if scalar < 0x300 { return 1 }
    if g_unichar_iszerowidth(scalar) != 0 { return 0 }
    return g_unichar_iswide(scalar) != 0 ? 2 : 1
  }

  /// A character of valid UTF-8 (RFC 3629, 3) and its length in bytes.
  private static func scalar(in bytes: UnsafeRawBufferPointer, at index: Int, end: Int) -> (UInt32, Int) {
    let lead = UInt32(bytes[index])
    let length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    guard length > 1, index + length <= end else { return (lead, 1) }
    let first = lead & (0xFF >> UInt32(length + 1))
    let value = bytes[index + 1..<index + length].reduce(first) { $0 << 6 | UInt32($1 & 0x3F) }
    return (value, length)
  }
}
