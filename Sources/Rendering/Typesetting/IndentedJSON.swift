/// JSON with a line for each member and each element.
///
/// The tokens stay as they are; only white space between them is replaced. Comments and strings of JSON5 are known, and
/// values may follow one another, as in NDJSON. From the first fault on, the text stays as it was written.
struct IndentedJSON {
  /// A list of numbers that is no longer stays in one line, such as a pair of coordinates.
  private static let shortList = 64

  private let text: [UInt8]
  private var index = 0
  /// The brackets that are to come.
  private var closers: [UInt8] = []
  /// Whether the latest token opened a bracket.
  private var isOpened = false
  private(set) var lines: IndentedLines

  /// - Parameters:
  ///   - text: JSON, or what should be.
  ///   - room: the most bytes of the lines.
  init(_ text: [UInt8], room: Int) {
    self.text = text
    lines = IndentedLines(of: text, room: room)
    while skipSpace(), !lines.isFull, readToken() {}
    lines.end(with: index..<text.count)
  }

  /// Returns false at the end of the text.
  private mutating func skipSpace() -> Bool {
    while index < text.count, Self.isSpace(text[index]) { index += 1 }
    return index < text.count
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 10 || byte == 9 || byte == 12 }

  /// Writes the next token; returns false, and leaves it, when it is at fault.
  private mutating func readToken() -> Bool {
    switch text[index] {
    case UInt8(ascii: "{"): open(UInt8(ascii: "}"))
    case UInt8(ascii: "["): readList()
    case UInt8(ascii: "}"), UInt8(ascii: "]"): return close()
    case UInt8(ascii: ","): readMark(then: .line)
    case UInt8(ascii: ":"): readMark(then: .blank)
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return readString()
    default: return isComment(at: index) ? readComment() : readWord()
    }
    return true
  }

  private mutating func write(until end: Int) {
    lines.append(index..<end)
    (index, isOpened) = (end, false)
  }

  private mutating func writeValue(until end: Int) {
    write(until: end)
    lines.space = closers.isEmpty ? .line : .blank
  }

  private mutating func readMark(then space: IndentedLines.Space) {
    lines.append(beside: index..<index + 1)
    lines.space = space
    (index, isOpened) = (index + 1, false)
  }

  // MARK: - Brackets

  private mutating func open(_ closer: UInt8) {
    write(until: index + 1)
    closers.append(closer)
    lines.depth += 1
    lines.space = .line
    isOpened = true
  }

  private mutating func close() -> Bool {
    guard closers.popLast() == text[index] else { return false }
    lines.depth -= 1
    if lines.space != .endOfLine { lines.space = isOpened ? .none : .line }
    writeValue(until: index + 1)
    return true
  }

  private mutating func readList() {
    if let end = shortListEnd() { writeValue(until: end) } else { open(UInt8(ascii: "]")) }
  }

  /// The end of a short list of numbers in one line; nil for any other list.
  private func shortListEnd() -> Int? {
    for end in index + 1..<min(index + Self.shortList, text.count) {
      switch text[end] {
      case UInt8(ascii: "]"): return end + 1
      case UInt8(ascii: "+")...UInt8(ascii: "."), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x20,
        UInt8(ascii: "e"), UInt8(ascii: "E"):
        continue
      default: return nil
      }
    }
    return nil
  }

  // MARK: - Words, strings, comments

  private mutating func readWord() -> Bool {
    var end = index + 1
    while end < text.count, !Self.endsWord(text[end]), !isComment(at: end) { end += 1 }
    writeValue(until: end)
    return true
  }

  private static func endsWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ","),
      UInt8(ascii: ":"), UInt8(ascii: "\""), UInt8(ascii: "'"):
      true
    default: isSpace(byte)
    }
  }

  private mutating func readString() -> Bool {
    var end = index + 1
    while end < text.count, text[end] != text[index], text[end] != 10 {
      end += text[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard end < text.count, text[end] == text[index] else { return false }
    writeValue(until: end + 1)
    return true
  }

  private func isComment(at start: Int) -> Bool {
    guard text[start] == UInt8(ascii: "/"), start + 1 < text.count else { return false }
    return text[start + 1] == UInt8(ascii: "/") || text[start + 1] == UInt8(ascii: "*")
  }

  private mutating func readComment() -> Bool {
    if text[index + 1] == UInt8(ascii: "/") {
      write(until: text[index...].firstIndex(of: 10) ?? text.count)
      lines.space = .endOfLine
      return true
    }
    guard let end = text.end(of: "*/", from: index + 2) else { return false }
    let space = lines.space
    write(until: end)
    lines.space = space == .none ? .blank : space
    return true
  }
}

extension [UInt8] {
  /// The offset behind the first occurrence of a mark; nil without one.
  func end(of mark: StaticString, from start: Int) -> Int? {
    mark.withUTF8Buffer { mark in
      var next = start
      while let first = self[Swift.min(next, count)...].firstIndex(of: mark[0]) {
        if self[first...].starts(with: mark) { return first + mark.count }
        next = first + 1
      }
      return nil
    }
  }
}
