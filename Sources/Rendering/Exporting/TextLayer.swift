import DocumentModel

/// Words over the picture of a page, which no one sees and every program selects, copies and finds.
///
/// A glyph of its fonts draws nothing and is half as wide as it is high (ISO 32000-1, 9.6.5, Type 3 fonts). A word is stretched to
/// its box. So no font is embedded, and any character can be written: each font has up to 256 of those of the page.
struct TextLayer {
  /// The codes of a font.
  private static let codes = 256
  /// How high letters reach above the line on which they stand, and below it, in parts of the font's size.
  ///
  /// Poppler takes these for fonts that say nothing of it (`GfxFont.cc`); a box is as high as both.
  private static let (above, below) = (0.95, 0.35)
  /// The font's size, and the part of it below the line, in parts of a box.
  private static let (size, descent) = (1 / (above + below), below / (above + below))
  private static let advance = 0.5
  /// The box of a glyph, in thousandths.
  static let bounds = "[0 -350 500 950]"

  /// The characters of each font.
  let fonts: [[Unicode.Scalar]]
  /// The operators that write the words, in the units of the page as shown.
  let operators: String

  init(_ words: [PageWord]) {
    var codes: [Unicode.Scalar: Int] = [:]
    var order: [Unicode.Scalar] = []
    let direction = TextDirection(of: words)
    var operators = "BT 3 Tr\n"
    for word in words where !word.text.isEmpty && word.box.width > 0 && word.box.height > 0 {
      let letters = Array(word.text.unicodeScalars)
      for letter in letters where codes[letter] == nil {
        codes[letter] = order.count
        order.append(letter)
      }
      let matrix = Self.matrix(word.box, letters: letters.count, direction)
      guard matrix.allSatisfy(\.isFinite) else { continue }
      operators += Self.shown(letters.compactMap { codes[$0] }, matrix)
    }
    self.operators = operators + "ET\n"
    fonts = stride(from: 0, to: order.count, by: Self.codes).map {
      Array(order[$0..<min($0 + Self.codes, order.count)])
    }
  }

  /// The name of a font among the page's resources.
  static func name(_ font: Int) -> String { "/T\(font)" }

  private static func shown(_ codes: [Int], _ matrix: [Double]) -> String {
    var text = matrix.map(MarkPath.number).joined(separator: " ") + " Tm\n"
    var place = 0
    while place < codes.count {
      let font = codes[place] / Self.codes
      let end = codes[place...].firstIndex { $0 / Self.codes != font } ?? codes.count
      let hex = codes[place..<end].map { hexadecimal(UInt32($0 % Self.codes), digits: 2) }.joined()
      text += "\(name(font)) 1 Tf <\(hex)> Tj\n"
      place = end
    }
    return text
  }

  /// From a font's unit square to a word's box, whose y goes down.
  private static func matrix(_ box: PageRectangle, letters: Int, _ direction: TextDirection) -> [Double] {
    let length = advance * Double(letters)
    let (w, h) = (box.width, box.height)
    return switch direction {
    case .right: [w / length, 0, 0, -h * size, box.x, box.y + h * (1 - descent)]
    case .down: [0, h / length, w * size, 0, box.x + w * descent, box.y]
    case .left: [-w / length, 0, 0, h * size, box.x + w, box.y + h * descent]
    case .up: [0, -h / length, -w * size, 0, box.x + w * (1 - descent), box.y + h]
    }
  }

  /// The map from a font's codes to characters (ISO 32000-1, 9.10.3).
  static func unicodeMap(of font: [Unicode.Scalar]) -> String {
    // At most a hundred entries may stand together.
    let entries = font.enumerated().map { code, letter in
      let units = String(letter).utf16.map { hexadecimal(UInt32($0), digits: 4) }.joined()
      return "<\(hexadecimal(UInt32(code), digits: 2))> <\(units)>"
    }
    let blocks = stride(from: 0, to: entries.count, by: 100).map { start in
      let block = entries[start..<min(start + 100, entries.count)]
      return "\(block.count) beginbfchar\n\(block.joined(separator: "\n"))\nendbfchar\n"
    }
    return """
      /CIDInit /ProcSet findresource begin 12 dict begin begincmap
      /CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
      /CMapName /Adobe-Identity-UCS def /CMapType 2 def
      1 begincodespacerange <00> <FF> endcodespacerange
      \(blocks.joined())endcmap CMapName currentdict /CMap defineresource pop end end
      """
  }

  private static func hexadecimal(_ number: UInt32, digits: Int) -> String {
    let text = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}

/// The way in which the words of a page follow one another: a page may lie on its side.
enum TextDirection: CaseIterable {
  case right
  case down
  case left
  case up

  /// The way from most words to the next one.
  init(of words: [PageWord]) {
    var counts: [TextDirection: Int] = [:]
    for (word, next) in zip(words, words.dropFirst()) {
      let (dx, dy) = (next.box.x - word.box.x, next.box.y - word.box.y)
      let way: TextDirection = abs(dx) >= abs(dy) ? (dx >= 0 ? .right : .left) : (dy >= 0 ? .down : .up)
      counts[way, default: 0] += 1
    }
    self = Self.allCases.max { counts[$0, default: 0] < counts[$1, default: 0] } ?? .right
    // Of equals, as on a page of one word, it is the usual one.
    if counts[.right, default: 0] >= counts[self, default: 0] { self = .right }
  }
}
