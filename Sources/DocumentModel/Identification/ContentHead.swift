/// The first bytes of a content, and properties that show in them without a library.
struct ContentHead {
  let bytes: [UInt8]
  /// Whether the content is longer than these bytes.
  let isCut: Bool

  /// The start of the text after a byte order mark and white space.
  ///
  /// NUL is skipped too, so that UTF-16 can be compared with ASCII letters.
  let opening: Int

  init(_ head: [UInt8], size: Int64) {
    let bytes = Array(head.prefix(MagicPattern.reach))
    self.bytes = bytes
    isCut = size > Int64(bytes.count)
    let mark = [[0xEF, 0xBB, 0xBF], [0xFF, 0xFE], [0xFE, 0xFF]].first { bytes.starts(with: $0) }
    let start = mark?.count ?? 0
    opening = bytes[start...].firstIndex { !Self.isWhiteSpace($0) && $0 != 0 } ?? bytes.count
  }

  /// The start of the first XML element, after declaration, comments and document type.
  var root: Int {
    var place = opening
    while let end = Self.prologue.lazy.compactMap({ self.end(of: $0, at: place) }).first {
      place = bytes[end...].firstIndex { !Self.isWhiteSpace($0) } ?? bytes.count
    }
    return place
  }

  /// Beginning and end of the constructs that may stand before an element.
  ///
  /// The scan ends a document type with internal declarations at the first of them; the root behind it is not found.
  private static let prologue = [("<?", "?>"), ("<!--", "-->"), ("<!DOCTYPE", ">")].map {
    (Array($0.utf8), Array($1.utf8))
  }

  private func end(of part: (beginning: [UInt8], ending: [UInt8]), at place: Int) -> Int? {
    guard bytes[place...].starts(with: part.beginning) else { return nil }
    let start = place + part.beginning.count
    let found = (start...max(start, bytes.count)).first { bytes[$0...].starts(with: part.ending) }
    return found.map { $0 + part.ending.count }
  }

  static func isWhiteSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  /// Whether the text begins with one of `openings`; true without openings or bytes.
  func opens(with openings: [String]) -> Bool {
    if openings.isEmpty || bytes.isEmpty { return true }
    let text = bytes[opening...].prefix(64).filter { $0 != 0 }
    return openings.contains { text.starts(with: $0.utf8) }
  }

  /// Whether these bytes are UTF-8 text without control characters other than those of text files.
  ///
  /// libmagic allows the same control characters. False for no bytes.
  var isText: Bool {
    if bytes.isEmpty || bytes.contains(where: Self.isControl) { return false }
    if String(validating: bytes, as: UTF8.self) != nil { return true }
    return isCut && (1...3).contains { String(validating: bytes.dropLast($0), as: UTF8.self) != nil }
  }

  /// Control characters except bell, backspace, tab, line feeds, carriage return and escape.
  private static func isControl(_ byte: UInt8) -> Bool {
    byte < 0x20 && !(0x07...0x0D).contains(byte) && byte != 0x1B || byte == 0x7F
  }
}
