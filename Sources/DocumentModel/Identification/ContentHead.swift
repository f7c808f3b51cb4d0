/// The first bytes of a content, and what can be seen in them without a library.
struct ContentHead {
  let bytes: [UInt8]
  /// Whether the content goes on behind these bytes.
  let isCut: Bool

  /// Where the text begins behind a byte order mark and white space.
  ///
  /// NUL is passed over too, so that UTF-16 can be compared with ASCII letters.
  let opening: Int

  init(_ head: [UInt8], size: Int64) {
    let bytes = Array(head.prefix(MagicPattern.reach))
    self.bytes = bytes
    isCut = size > Int64(bytes.count)
    let mark = [[0xEF, 0xBB, 0xBF], [0xFF, 0xFE], [0xFE, 0xFF]].first { bytes.starts(with: $0) }
    let start = mark?.count ?? 0
    opening = bytes[start...].firstIndex { !Self.isWhiteSpace($0) && $0 != 0 } ?? bytes.count
  }

  /// Where the first element of XML begins, behind its declaration, comments and document type.
  var root: Int {
    var place = opening
    while let end = Self.prologue.lazy.compactMap({ self.end(of: $0, at: place) }).first {
      place = bytes[end...].firstIndex { !Self.isWhiteSpace($0) } ?? bytes.count
    }
    return place
  }

  /// How what may stand before an element begins and ends.
  ///
  /// A document type with declarations of its own ends with the first of them, and nothing is recognised behind it.
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

  /// Whether the text begins with one of `openings`; true when there are none, or nothing to look at.
  func opens(with openings: [String]) -> Bool {
    if openings.isEmpty || bytes.isEmpty { return true }
    let text = bytes[opening...].prefix(64).filter { $0 != 0 }
    return openings.contains { text.starts(with: $0.utf8) }
  }

  /// Whether these bytes are UTF-8 text without control characters but those that text files hold.
  ///
  /// They are the same ones that libmagic allows. False for no bytes.
  var isText: Bool {
    if bytes.isEmpty || bytes.contains(where: Self.isControl) { return false }
    if String(validating: bytes, as: UTF8.self) != nil { return true }
    return isCut && (1...3).contains { String(validating: bytes.dropLast($0), as: UTF8.self) != nil }
  }

  /// Control characters but bell, backspace, tab, line feeds, carriage return, escape.
  private static func isControl(_ byte: UInt8) -> Bool {
    byte < 0x20 && !(0x07...0x0D).contains(byte) && byte != 0x1B || byte == 0x7F
  }
}
