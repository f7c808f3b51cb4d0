/// XML with a line for each element.
///
/// An element that has text, or no elements, stays as it was written, with all that is in it. White space there may
/// have a meaning. From the first fault on, the text stays as it was written.
struct IndentedMarkup {
  /// A deeper element is a fault.
  private static let deepest = 1000

  private struct Element {
    let number: Int
    let start: Int
    let name: ArraySlice<UInt8>
    var hasText = false
    var hasChildren = false
  }

  private let text: [UInt8]
  /// Whether an element stays as it was written, in the order of the opening tags.
  private var isKept: [Bool] = []
  /// The offset of the first fault, or the end.
  private var end = 0
  private(set) var lines: IndentedLines

  /// - Parameters:
  ///   - text: XML, or what should be.
  ///   - room: the most bytes of the lines.
  init(_ text: [UInt8], room: Int) {
    self.text = text
    lines = IndentedLines(of: text, room: room)
    readElements()
    write()
    lines.end(with: end..<text.count)
  }

  // MARK: - Reading

  private mutating func readElements() {
    var tokens = MarkupTokens(text)
    var open: [Element] = []
    while let token = tokens.next(), read(token, &open) { end = token.range.upperBound }
    // Its text goes on behind the fault.
    if let torn = open.first(where: \.hasText) { end = torn.start }
  }

  /// Returns false for a token at a place where it must not be.
  private mutating func read(_ token: MarkupTokens.Token, _ open: inout [Element]) -> Bool {
    switch token.kind {
    case .blank: break
    case .text:
      guard !open.isEmpty else { return false }
      open[open.count - 1].hasText = true
    case .opening:
      guard open.count < Self.deepest else { return false }
      noteChild(of: &open)
      let (start, name) = (token.range.lowerBound, name(in: token.range, after: 1))
      open.append(Element(number: isKept.count, start: start, name: name))
      isKept.append(false)
    case .closing:
      guard let element = open.last, element.name == name(in: token.range, after: 2) else { return false }
      isKept[element.number] = element.hasText || !element.hasChildren
      open.removeLast()
    case .empty, .other: noteChild(of: &open)
    }
    return true
  }

  private func noteChild(of open: inout [Element]) {
    if !open.isEmpty { open[open.count - 1].hasChildren = true }
  }

  private func name(in tag: Range<Int>, after mark: Int) -> ArraySlice<UInt8> {
    text[tag.dropFirst(mark)].prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") }
  }

  // MARK: - Writing

  private mutating func write() {
    var tokens = MarkupTokens(text)
    var number = 0
    while tokens.position < end, !lines.isFull, let token = tokens.next() {
      switch token.kind {
      case .blank, .text: continue
      case .opening:
        let isWhole = isKept[number]
        number += 1
        if isWhole { number += skipElement(&tokens) }
        writeLine(token.range.lowerBound..<tokens.position)
        if !isWhole { lines.depth += 1 }
      case .closing:
        lines.depth -= 1
        writeLine(token.range)
      case .empty, .other: writeLine(token.range)
      }
    }
  }

  private mutating func writeLine(_ range: Range<Int>) {
    lines.space = .line
    lines.append(range)
  }

  /// Moves behind the closing tag of an element, and returns the number of elements in it.
  private func skipElement(_ tokens: inout MarkupTokens) -> Int {
    var (depth, count) = (1, 0)
    while depth > 0, let token = tokens.next() {
      if token.kind == .closing { depth -= 1 }
      guard token.kind == .opening else { continue }
      depth += 1
      count += 1
    }
    return count
  }
}
