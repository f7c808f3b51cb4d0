import DocumentModel

/// Makes paragraphs of the inline nodes of a Markdown text.
struct MarkdownInlines {
  let linkColor: InkColor
  let codeGround: InkColor

  private static let deepest = 100

  func text(of block: MarkdownNode, _ style: TextStyle) -> StyledText { text(of: block.children, style) }

  func text(of nodes: [MarkdownNode], _ style: TextStyle) -> StyledText {
    var text = StyledText()
    for child in nodes { append(child, style, nil, to: &text, depth: 0) }
    return text
  }

  private func append(
    _ node: MarkdownNode, _ style: TextStyle, _ link: String?, to text: inout StyledText, depth: Int
  ) {
    func children(_ style: TextStyle, _ link: String? = link) {
      guard depth < Self.deepest else { return text.append(node.plainText, style, link: link) }
      for child in node.children { append(child, style, link, to: &text, depth: depth + 1) }
    }
    switch node.kind {
    case "text":
      let words = text.isEmpty ? node.literal.drop { $0 == " " } : node.literal[...]
      text.append(words, style, link: link)
    case "softbreak": text.append(" ", style, link: link)
    case "linebreak": text.append("\n", style)
    case "code":
      text.append(
        node.literal,
        style.with {
          $0.family = .mono
          $0.size *= 0.86
          $0.ground = codeGround
        }, link: link)
    case "emph": children(style.with { $0.isItalic = true })
    case "strong": children(style.with { $0.isBold = true })
    case "strikethrough": children(style.with { $0.isStruck = true })
    case "link": children(style.with { $0.color = linkColor }, node.address)
    case "image":
      text.append(
        "[\(node.plainText.isEmpty ? node.address : node.plainText)]", style.with { $0.isItalic = true })
    case "footnote_reference":
      text.append(
        node.literal.isEmpty ? "*" : node.literal,
        style.with {
          $0.rise = $0.size * 0.35
          $0.size *= 0.7
          $0.color = linkColor
        })
    case "html_inline":
      if node.literal.lowercased().hasPrefix("<br") { text.append("\n", style) }
    default: children(style)
    }
  }

  /// Whether a link leads to a page of the web or to a mailbox.
  static func isAddress(_ link: String) -> Bool {
    ["http://", "https://", "mailto:"].contains { link.lowercased().hasPrefix($0) }
  }

  /// The text between the tags of HTML; comments, scripts and styles are left out.
  static func withoutTags(_ html: String) -> String {
    var text = ""
    var rest = html[...]
    while let open = rest.firstIndex(of: "<") {
      text += rest[..<open]
      rest = rest[open...]
      let end = rest.firstRange(of: rest.hasPrefix("<!--") ? "-->" : ">")?.upperBound
      rest = end.map { rest[$0...] } ?? ""
    }
    text += rest
    return withoutEntities(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
  }

  /// A text with the characters that the usual entities stand for.
  static func withoutEntities(_ text: String) -> String {
    text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
      .replacing("&apos;", with: "'").replacing("&nbsp;", with: "\u{A0}").replacing("&amp;", with: "&")
  }
}
