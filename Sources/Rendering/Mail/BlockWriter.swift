/// Writes a text that comes in pieces: they gather in a paragraph until it ends.
///
/// The bounds hold for all texts of a file; what is beyond them is left out (``isFull``). Used by one thread.
final class BlockWriter {
  /// The layout of a block takes about 0.1 ms.
  private static let mostBlocks = 20_000
  /// A paragraph that goes on becomes two: its layout takes the square of the number of its pieces.
  private static let mostPieces = 500
  /// In bytes; the layout of a megabyte takes about 1 s, and that of a piece as long as that of 20 letters.
  private static let mostText = 2 << 20

  let pages = MarkdownWriter()
  private(set) var isFull = false
  private var blocks = 0
  private var pieces = 0
  private var length = 0

  private var paragraph = StyledText()
  private var lineBreaks = 0
  private var changes: [(inout TextStyle) -> Void] = []
  private var link: String?
  private var headingLevel: Int?
  private var isCell = false
  private var lists: [(isOrdered: Bool, items: Int)] = []

  /// Whether the next text begins a line.
  var isAtLineStart: Bool { paragraph.isEmpty || lineBreaks > 0 }

  // MARK: - Text

  func addText(_ text: some StringProtocol) {
    guard !text.isEmpty, takesText(of: text.utf8.count) else { return }
    if lineBreaks > 1 || pieces > Self.mostPieces { endParagraph() }
    var style = headingLevel.map(pages.headingStyle) ?? pages.body
    for change in changes { change(&style) }
    if !paragraph.isEmpty, lineBreaks > 0 { paragraph.append("\n", style) }
    paragraph.append(text, style, link: link)
    (lineBreaks, pieces) = (0, pieces + 1)
  }

  private func takesText(of count: Int) -> Bool {
    length += count + 20
    isFull = isFull || length > Self.mostText || (isCell && pieces > Self.mostPieces)
    return !isFull
  }

  /// Two breaks end a paragraph.
  func addLineBreak() { lineBreaks += 1 }

  func endLine() { lineBreaks = max(lineBreaks, 1) }

  /// Changes the look of all text that `body` adds.
  func styled(_ change: @escaping (inout TextStyle) -> Void, _ body: () -> Void) {
    changes.append(change)
    body()
    changes.removeLast()
  }

  /// Makes a link of all text that `body` adds.
  func linked(to address: String, _ body: () -> Void) {
    let before = link
    link = address
    styled({ $0.color = MarkdownWriter.Colors.link }, body)
    link = before
  }

  // MARK: - Blocks

  func endParagraph() {
    guard !isCell else { return endLine() }
    let text = paragraph
    (paragraph, lineBreaks, pieces) = (StyledText(), 0, 0)
    guard !text.isEmpty else { return }
    addBlock {
      if let headingLevel { pages.writeHeading(text, level: headingLevel) } else { pages.add(text) }
    }
  }

  private func addBlock(_ write: () -> Void) {
    blocks += 1
    isFull = isFull || blocks > Self.mostBlocks
    guard blocks <= Self.mostBlocks else { return }
    pages.flow.leaveSpace(lists.isEmpty ? 8 : 2.5)
    write()
  }

  /// Makes the paragraphs of `body` headings.
  func heading(_ level: Int, _ body: () -> Void) {
    endParagraph()
    headingLevel = level
    body()
    endParagraph()
    headingLevel = nil
  }

  func quote(_ body: () -> Void) {
    endParagraph()
    addBlock {
      pages.inQuote {
        body()
        endParagraph()
      }
    }
  }

  func list(isOrdered: Bool, _ body: () -> Void) {
    endParagraph()
    lists.append((isOrdered, 0))
    body()
    endParagraph()
    lists.removeLast()
  }

  func item(_ body: () -> Void) {
    endParagraph()
    addBlock {
      pages.writeItem(marker: nextMarker()) {
        body()
        endParagraph()
      }
    }
  }

  private func nextMarker() -> String {
    guard let list = lists.last, list.isOrdered else { return "\u{2022}" }
    lists[lists.count - 1].items += 1
    return "\(list.items + 1)."
  }

  func addRule() {
    endParagraph()
    addBlock { pages.writeRule() }
  }

  func addCode(_ code: String) {
    endParagraph()
    if takesText(of: code.utf8.count) { addBlock { pages.writeCode(code) } }
  }

  /// The text that `body` adds, in one paragraph apart from the other paragraphs.
  func cell(_ body: () -> Void) -> StyledText {
    endParagraph()
    isCell = true
    body()
    isCell = false
    defer { (paragraph, lineBreaks, pieces) = (StyledText(), 0, 0) }
    return paragraph
  }

  func addTable(_ rows: [[StyledText]], columns: Int) {
    blocks += rows.count * columns
    addBlock { pages.writeTable(rows, alignments: [Character](repeating: "l", count: columns)) }
  }
}
