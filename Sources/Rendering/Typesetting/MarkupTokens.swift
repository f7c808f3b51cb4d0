/// The tokens of a text in XML, in their order.
///
/// Nothing follows a fault: ``position`` is then before the end.
struct MarkupTokens: IteratorProtocol {
  enum Kind {
    /// Text, also in a CDATA section; never empty.
    case text
    /// White space.
    case blank
    case opening
    case closing
    /// The tag of an element without a content.
    case empty
    /// A comment, an instruction, or a declaration.
    case other
  }

  struct Token {
    let kind: Kind
    let range: Range<Int>
  }

  private static let bracket = UInt8(ascii: "<")
  private let text: [UInt8]
  /// The offset of the next token.
  private(set) var position = 0

  init(_ text: [UInt8]) {
    self.text = text
  }

  mutating func next() -> Token? {
    guard position < text.count, let (kind, end) = read() else { return nil }
    defer { position = end }
    return Token(kind: kind, range: position..<end)
  }

  private func read() -> (Kind, Int)? {
    guard text[position] == Self.bracket else { return characters() }
    guard position + 1 < text.count else { return nil }
    switch text[position + 1] {
    case UInt8(ascii: "?"): return text.end(of: "?>", from: position + 2).map { (.other, $0) }
    case UInt8(ascii: "!"): return declaration()
    case UInt8(ascii: "/"): return tagEnd().map { (.closing, $0) }
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
      UInt8(ascii: ":"), 128...:
      return tagEnd().map { (text[$0 - 2] == UInt8(ascii: "/") ? .empty : .opening, $0) }
    default: return nil
    }
  }

  private func characters() -> (Kind, Int) {
    let end = text[position...].firstIndex(of: Self.bracket) ?? text.count
    return (text[position..<end].allSatisfy { $0 <= 0x20 } ? .blank : .text, end)
  }

  private func declaration() -> (Kind, Int)? {
    let rest = text[position...]
    if rest.starts(with: Array("<!--".utf8)) {
      return text.end(of: "-->", from: position + 4).map { (.other, $0) }
    }
    if rest.starts(with: Array("<![CDATA[".utf8)) {
      return text.end(of: "]]>", from: position + 9).map { (.text, $0) }
    }
    let end = rest.firstIndex { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "[") }
    guard let end, text[end] == UInt8(ascii: "[") else { return end.map { (.other, $0 + 1) } }
    // The declarations of a document type.
    return text.end(of: "]>", from: end).map { (.other, $0) }
  }

  /// The end of a tag, whose attributes may have its bracket in their values, but no opening one.
  private func tagEnd() -> Int? {
    var quote: UInt8?
    for index in position + 1..<text.count {
      switch text[index] {
      case Self.bracket: return nil
      case quote: quote = nil
      case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = quote ?? text[index]
      case UInt8(ascii: ">") where quote == nil: return index + 1
      default: continue
      }
    }
    return nil
  }
}
