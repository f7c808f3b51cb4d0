import CHTML

/// The text of a message in HTML, without anything that acts or is fetched: scripts, styles, forms and pictures.
///
/// Used by one thread.
final class HTMLMail {
  private typealias Node = xmlNodePtr

  private static let silent: Set = [
    "head", "title", "script", "style", "template", "object", "iframe", "svg", "select", "textarea",
  ]
  /// Elements that begin a line, and those with space above and below.
  private static let lines: Set = [
    "div", "tr", "td", "th", "dt", "dd", "section", "article", "header", "footer", "main", "aside", "nav",
    "address", "center", "figure", "figcaption", "fieldset",
  ]
  private static let paragraphs: Set = ["p", "table", "dl", "form", "caption"]
  private static let bold: @Sendable (inout TextStyle) -> Void = { $0.isBold = true }
  private static let italic: @Sendable (inout TextStyle) -> Void = { $0.isItalic = true }
  private static let struck: @Sendable (inout TextStyle) -> Void = { $0.isStruck = true }
  private static let mono: @Sendable (inout TextStyle) -> Void = {
    if $0.family == .sans { ($0.family, $0.size) = (.mono, $0.size * 0.86) }
  }
  private static let styles = [
    "b": bold, "strong": bold, "i": italic, "em": italic, "cite": italic, "s": struck, "strike": struck,
    "del": struck, "code": mono, "tt": mono, "kbd": mono, "samp": mono,
  ]
  /// The headings of a message are below its subject.
  private static let headings = ["h1": 3, "h2": 4, "h3": 5, "h4": 5, "h5": 6, "h6": 6]
  /// Elements that no cell of a typeset table can have.
  private static let large: Set = ["table", "caption", "ul", "ol", "blockquote", "pre", "hr"]
  private static let mostColumns = 12
  private static let mostWordsInTag = 3_000

  private let blocks: BlockWriter
  private var endsWithSpace = false

  private init(_ blocks: BlockWriter) {
    self.blocks = blocks
  }

  /// Adds the paragraphs of `html`, which is UTF-8, to `blocks`.
  static func read(_ html: [UInt8], into blocks: BlockWriter) {
    let options = [HTML_PARSE_NOERROR, HTML_PARSE_NOWARNING, HTML_PARSE_NONET, HTML_PARSE_IGNORE_ENC]
    let flags = CInt(options.reduce(0) { $0 | $1.rawValue })
    let count = CInt(end(of: html))
    let document = html.withUnsafeBytes {
      htmlReadMemory($0.baseAddress?.assumingMemoryBound(to: CChar.self), count, nil, "UTF-8", flags)
    }
    defer { xmlFreeDoc(document) }
    // The parser stops where more than 256 elements are inside one another, so recursion is bounded.
    if let root = xmlDocGetRootElement(document) { HTMLMail(blocks).read(root) }
  }

  /// The end, or where a tag has too many words: libxml2 compares all pairs of attributes of a tag.
  private static func end(of html: [UInt8]) -> Int {
    let (equals, space) = (UInt8(ascii: "="), UInt8(ascii: " "))
    var (isInTag, words, quote) = (false, 0, UInt8(0))
    var (last, lastSign) = (space, space)
    for (index, byte) in html.enumerated() {
      if !isInTag {
        (isInTag, words) = (byte == UInt8(ascii: "<"), 0)
      } else if quote == 0, byte == UInt8(ascii: ">") {
        isInTag = false
      } else if byte == quote {
        quote = 0
      } else if quote == 0, lastSign == equals, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      }
      if byte == equals || (byte > space && last <= space) { words += 1 }
      if words > mostWordsInTag, isInTag { return index }
      last = byte
      if byte > space { lastSign = byte }
    }
    return html.count
  }

  // MARK: - Elements

  private func read(_ node: Node) {
    if node.pointee.type == XML_TEXT_NODE { return addText(Self.text(of: node)) }
    guard node.pointee.type == XML_ELEMENT_NODE, !Self.isHidden(node), !blocks.isFull else { return }
    switch Self.name(of: node) {
    case "br": blocks.addLineBreak()
    case "hr": blocks.addRule()
    case "img": addPicture(node)
    case "a": readLink(node)
    case "pre": blocks.addCode(String(Self.text(of: node).drop { $0.isNewline }))
    case "blockquote": blocks.quote { readChildren(of: node) }
    case "ul", "ol": blocks.list(isOrdered: Self.name(of: node) == "ol") { readChildren(of: node) }
    case "li": blocks.item { readChildren(of: node) }
    case "table": readTable(node)
    case let name: read(node, named: name)
    }
  }

  private func read(_ node: Node, named name: String) {
    if let level = Self.headings[name] {
      blocks.heading(level) { readChildren(of: node) }
    } else if let style = Self.styles[name] {
      blocks.styled(style) { readChildren(of: node) }
    } else if Self.lines.contains(name) || Self.isOfOutlook(node) {
      blocks.endLine()
      readChildren(of: node)
      blocks.endLine()
    } else if Self.paragraphs.contains(name) {
      blocks.endParagraph()
      readChildren(of: node)
      blocks.endParagraph()
    } else if !Self.silent.contains(name) {
      readChildren(of: node)
    }
  }

  private func readChildren(of node: Node) {
    for child in Self.children(of: node) { read(child) }
  }

  private func readLink(_ node: Node) {
    guard let address = Self.attribute("href", of: node), MarkdownInlines.isAddress(address) else {
      return readChildren(of: node)
    }
    blocks.linked(to: address) { readChildren(of: node) }
  }

  private func addPicture(_ node: Node) {
    let words = Self.attribute("alt", of: node)?.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if let words, !words.isEmpty { blocks.styled(Self.italic) { addText(" [\(words)] ") } }
  }

  /// Adds text with each white space in it as one space, also across elements.
  private func addText(_ text: String) {
    func isSpace(_ letter: Character) -> Bool { letter.isASCII && letter.isWhitespace }
    guard let first = text.first, let last = text.last else { return }
    let words = text.split(whereSeparator: isSpace).joined(separator: " ")
    let begin = isSpace(first) && !endsWithSpace && !blocks.isAtLineStart ? " " : ""
    if words.isEmpty {
      blocks.addText(begin)
      endsWithSpace = endsWithSpace || !begin.isEmpty
    } else if blocks.isAtLineStart, words.allSatisfy(\.isWhitespace) {
      // Programs write a space that is not to break into lines without words.
      blocks.addLineBreak()
    } else {
      endsWithSpace = isSpace(last)
      blocks.addText(begin + words + (endsWithSpace ? " " : ""))
    }
  }

  // MARK: - Tables

  /// Reads a table of values as one; most tables only place things, and these are read cell by cell.
  private func readTable(_ table: Node) {
    let rows = Self.isLarge(table) ? [] : Self.rows(of: table).filter { !$0.isEmpty }
    let columns = rows.map { $0.map(Self.columns).reduce(0, +) }.max() ?? 0
    let full = rows.filter { row in row.count { Self.text(of: $0).contains { !$0.isWhitespace } } > 1 }
    guard full.count > 1, columns <= Self.mostColumns else { return read(table, named: "table") }
    blocks.addTable(rows.map { $0.flatMap(cells) }, columns: columns)
  }

  /// A cell, with empty ones for the further columns that it takes.
  private func cells(_ node: Node) -> [StyledText] {
    let isHead = Self.name(of: node) == "th"
    let text = blocks.cell { blocks.styled({ $0.isBold = $0.isBold || isHead }) { readChildren(of: node) } }
    return [text] + [StyledText](repeating: StyledText(), count: Self.columns(of: node) - 1)
  }

  private static func columns(of cell: Node) -> Int {
    min(max(attribute("colspan", of: cell).flatMap { Int($0) } ?? 1, 1), mostColumns)
  }

  private static func rows(of node: Node) -> [[Node]] {
    children(of: node).flatMap { child -> [[Node]] in
      switch name(of: child) {
      case "thead", "tbody", "tfoot": rows(of: child)
      case "tr": [children(of: child).filter { ["td", "th"].contains(name(of: $0)) }]
      default: []
      }
    }
  }

  private static func isLarge(_ table: Node) -> Bool {
    children(of: table).contains {
      let name = name(of: $0)
      return large.contains(name) || headings[name] != nil || isLarge($0)
    }
  }

  // MARK: - Nodes

  private static func children(of node: Node) -> [Node] {
    var found: [Node] = []
    var next = node.pointee.children
    while let child = next {
      found.append(child)
      next = child.pointee.next
    }
    return found
  }

  private static func name(of node: Node) -> String {
    node.pointee.type == XML_ELEMENT_NODE ? String(cString: node.pointee.name) : ""
  }

  private static func attribute(_ name: String, of node: Node) -> String? {
    var next = node.pointee.properties
    while let attribute = next?.pointee {
      if String(cString: attribute.name) == name { return attribute.children.map(text) ?? "" }
      next = attribute.next
    }
    return nil
  }

  /// All text in a node.
  private static func text(of node: Node) -> String {
    if node.pointee.type == XML_TEXT_NODE { return node.pointee.content.map { String(cString: $0) } ?? "" }
    return children(of: node).map(text).joined()
  }

  /// Outlook's paragraphs are lines.
  private static func isOfOutlook(_ node: Node) -> Bool {
    attribute("class", of: node)?.hasPrefix("Mso") == true
  }

  private static func isHidden(_ node: Node) -> Bool {
    let style = attribute("style", of: node)?.lowercased().filter { !$0.isWhitespace }
    return attribute("hidden", of: node) != nil || style?.contains("display:none") == true
  }
}
