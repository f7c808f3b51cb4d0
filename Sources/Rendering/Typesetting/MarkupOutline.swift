import DocumentModel

/// The outline of an XML text: its root, the elements in it, and those in these where they are not too many.
///
/// The text is read from its start and up to its first fault, without a tree in memory. An entry has the name of its
/// element, and an attribute that names it or its first text.
struct MarkupOutline {
  /// An element, in the order of the text.
  struct Entry {
    /// The offset of its tag.
    let offset: Int
    /// 1 for the root.
    let depth: Int
    fileprivate(set) var title: String
    fileprivate var isNamed: Bool
  }

  /// Further elements are omitted: the entries are sent with the list of pages.
  static let maximumEntries = 2_000
  /// The most bytes of a name or text in a title.
  private static let longest = 60
  /// Attributes that name an element, the best first.
  private static let naming = ["title", "name", "label", "id", "xml:id", "key"].map { Array($0.utf8) }

  private(set) var entries: [Entry] = []
  private let text: [UInt8]
  private let deepest: Int
  /// The entries of the elements around the next token, the outermost first; nil for one without.
  private var open: [Int?] = []

  init(_ text: [UInt8]) {
    let whole = MarkupOutline(text, deepest: 3)
    self = whole.isFull ? MarkupOutline(text, deepest: 2) : whole
  }

  private init(_ text: [UInt8], deepest: Int) {
    self.text = text
    self.deepest = deepest
    var tokens = MarkupTokens(text)
    while !isFull, let token = tokens.next() { read(token) }
  }

  private var isFull: Bool { entries.count == Self.maximumEntries }

  private mutating func read(_ token: MarkupTokens.Token) {
    switch token.kind {
    case .opening: open.append(add(token.range))
    case .empty: _ = add(token.range)
    case .closing: _ = open.popLast()
    case .text: name(with: token.range)
    case .blank, .other: break
    }
  }

  /// Adds an entry for a tag unless it lies too deep; returns its number.
  private mutating func add(_ tag: Range<Int>) -> Int? {
    guard open.count < deepest else { return nil }
    let attribute = name(in: tag)
    let element = shown(tag.dropFirst().prefix { text[$0] > 0x20 && !Self.tagEnds.contains(text[$0]) })
    let title = attribute.map { "\(element): \($0)" } ?? element
    entries.append(
      Entry(offset: tag.lowerBound, depth: open.count + 1, title: title, isNamed: attribute != nil))
    return entries.count - 1
  }

  private static let tagEnds = Array("/>".utf8)

  private func name(in tag: Range<Int>) -> String? {
    Self.naming.lazy.compactMap { value(of: $0, in: tag) }.first
  }

  /// The value of an attribute of a tag; nil where it has none, or an empty one.
  private func value(of name: [UInt8], in tag: Range<Int>) -> String? {
    var rest = tag
    while let equals = rest.first(where: { text[$0] == UInt8(ascii: "=") }), equals + 1 < tag.upperBound {
      let quote = text[equals + 1]
      let start = equals + 2
      guard let end = (start..<tag.upperBound).first(where: { text[$0] == quote }) else { return nil }
      let isNamed = text[..<equals].reversed().starts(with: name.reversed())
      if isNamed, text[equals - name.count - 1] <= 0x20, end > start { return shown(start..<end) }
      rest = end + 1..<tag.upperBound
    }
    return nil
  }

  /// Names the entries around a text that have no name; of the root only a text of its own.
  private mutating func name(with range: Range<Int>) {
    for case let number? in open where !entries[number].isNamed {
      if entries[number].depth == 1, open.count > 1 { continue }
      entries[number].title += ": \(shown(range))"
      entries[number].isNamed = true
    }
  }

  /// The beginning of a name or text with single spaces, as a reader sees it.
  private func shown(_ range: Range<Int>) -> String {
    var range = range
    let section = Array("<![CDATA[".utf8)
    let isPlain = text[range].starts(with: section)
    if isPlain { range = range.dropFirst(section.count).dropLast("]]>".utf8.count) }
    let start = text[range].firstIndex { $0 > 0x20 } ?? range.upperBound
    var end = min(range.upperBound, start + Self.longest)
    while end > start, end < range.upperBound, text[end] & 0xC0 == 0x80 { end -= 1 }
    let words = String(decoding: text[start..<end], as: UTF8.self).split(whereSeparator: \.isWhitespace)
    let line = words.joined(separator: " ") + (end < range.upperBound ? "…" : "")
    return isPlain ? line : MarkdownInlines.withoutEntities(line)
  }
}
