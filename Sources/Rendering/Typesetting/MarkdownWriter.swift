import DocumentModel

/// Writes the blocks of a Markdown text into a ``PageFlow``.
///
/// Used by one thread.
final class MarkdownWriter {
  enum Colors {
    static let link = InkColor(red: 0x2B, green: 0x55, blue: 0xC9)
    static let faint = InkColor(red: 0x64, green: 0x5F, blue: 0x58)
    static let ground = InkColor(red: 0xF4, green: 0xF2, blue: 0xEE)
    static let rule = InkColor(red: 0xD9, green: 0xD5, blue: 0xCD)
  }

  /// Blocks below so many other blocks are written without further indentation.
  private static let deepest = 24
  private static let indent = 20.0
  private static let linesAtOnce = 400
  /// Longer paragraphs are laid out in parts, in bytes: Pango takes the square of the number of lines.
  static let longestPart = 2 << 10
  private static let bodySize = 10.5
  private static let headings = [21.0, 16.5, 13.5, 11.5, 10.5, 10.5]

  private let typesetter = Typesetter()
  let flow = PageFlow()
  private var inlines = MarkdownInlines(linkColor: Colors.link, codeGround: Colors.ground)
  private var anchors: [String: (page: Int, y: Double)] = [:]
  private var entries: [(level: Int, item: OutlineItem)] = []
  /// Links whose targets are known at the end only.
  private var pending: [(page: Int, box: PageRectangle, name: String)] = []
  private(set) var body = TextStyle(size: bodySize)
  private var x = 0.0
  private var depth = 0

  private let pictures: MarkdownPictures

  private var width: Double { PageFlow.width - x }

  init(pictures: MarkdownPictures = MarkdownPictures([:])) {
    self.pictures = pictures
  }

  // MARK: - Blocks

  func writeBlocks(_ blocks: [MarkdownNode], isTight: Bool = false) {
    for (index, block) in blocks.enumerated() {
      if index > 0 { flow.leaveSpace(isTight ? 2.5 : 8) }
      write(block)
    }
  }

  /// The writing of blocks in their order, in sections that may follow later: a list has one for each item.
  func sections(of blocks: [MarkdownNode]) -> [() -> Void] {
    blocks.enumerated().flatMap { index, block in
      let items = block.kind == "list" ? block.children : []
      let first = { [self] in
        if index > 0 { flow.leaveSpace(8) }
        if items.isEmpty { write(block) } else { nested { writeItem(0, items[0], of: block) } }
      }
      let others = items.indices.dropFirst().map { item in
        { [self] in nested { writeItem(item, items[item], of: block) } }
      }
      return [first] + others
    }
  }

  private func write(_ block: MarkdownNode) {
    switch block.kind {
    case "heading": writeHeading(block)
    case "paragraph": writeParagraph(block)
    case "list": nested { writeList(block) }
    case "block_quote": nested { inQuote { writeBlocks(block.children) } }
    case "code_block": writeCode(block.literal)
    case "table": writeTable(block)
    case "thematic_break": writeRule()
    case "html_block": writeHTML(block)
    case "footnote_definition": nested { writeFootnote(block) }
    default: nested { writeBlocks(block.children) }
    }
  }

  /// Pictures stand between the texts before and behind them.
  private func writeParagraph(_ block: MarkdownNode) {
    var words: [MarkdownNode] = []
    var row: [PageFlow.Picture] = []
    for part in block.children {
      let shown = pictures.pictures(in: part)
      let isBreak =
        ["softbreak", "linebreak"].contains(part.kind)
        || (part.kind == "text" && part.literal.allSatisfy(\.isWhitespace))
      if !shown.isEmpty {
        add(inlines.text(of: words, body))
        words = []
        row += shown
      } else if !(isBreak && words.isEmpty) {
        add(row)
        row = []
        words.append(part)
      }
    }
    add(row)
    add(inlines.text(of: words, body))
  }

  private func add(_ row: [PageFlow.Picture]) {
    guard !row.isEmpty else { return }
    flow.leaveSpace(6)
    flow.add(row, x: x, width: width)
  }

  private func nested(_ body: () -> Void) {
    guard depth < Self.deepest * 4 else { return }
    depth += 1
    body()
    depth -= 1
  }

  private func indented(by distance: Double, _ body: () -> Void) {
    let before = x
    if x < Self.indent * Double(Self.deepest) / 2 { x += distance }
    body()
    x = before
  }

  func add(_ text: StyledText, leading: Double = 1.3) {
    var start = 0
    while start < text.length {
      let (laid, end) = layPart(of: text, from: start)
      let (page, line) = (flow.pageNumber, flow.lineCount)
      flow.add(laid, x: x, leading: leading)
      addLinks(of: laid, page, line)
      start = end
    }
  }

  /// The whole lines of a part, and where they end; the last line of all but the last part goes on in the next.
  private func layPart(of text: StyledText, from start: Int) -> (laid: LaidText, end: Int) {
    let end = text.characterStart(atMost: start + Self.longestPart)
    let isWhole = start == 0 && end == text.length
    let laid = typesetter.lay(isWhole ? text : text.part(start..<end), width: width)
    guard end < text.length, laid.lines.count > 1, let last = laid.lines.last else { return (laid, end) }
    let next = start + last.range.lowerBound
    // A line feed at the end of a text begins another line.
    let part = text.part(start..<(text.isLineEnd(before: next) ? next - 1 : next))
    return (typesetter.lay(part, width: width), next)
  }

  private func writeHeading(_ block: MarkdownNode) {
    let level = min(max(block.headingLevel, 1), 6)
    writeHeading(inlines.text(of: block, headingStyle(level)), level: level, title: block.plainText)
  }

  func headingStyle(_ level: Int) -> TextStyle {
    body.with {
      $0.size = Self.headings[level - 1]
      $0.isBold = true
      if level == 6 { $0.color = Colors.faint }
    }
  }

  /// - Parameter title: its name in the contents; nil to leave it out there.
  func writeHeading(_ text: StyledText, level: Int, title: String? = nil) {
    let size = Self.headings[level - 1]
    flow.leaveSpace(size * (level == 1 ? 1 : 1.15))
    // A heading stays with the first lines of its section.
    flow.require(size * 1.3 + 3 * Self.bodySize * 1.5)
    add(text, leading: 1.15)
    if let title { note(title, level: level, at: flow.y - size * 1.4) }
    if level <= 2 {
      flow.leaveSpace(4)
      flow.addRule(x: x, width: width, thickness: 0.6, color: Colors.rule)
    }
    flow.leaveSpace(level <= 2 ? 9 : 5)
  }

  private func note(_ title: String, level: Int, at y: Double) {
    let page = flow.pageNumber
    let area = PageRectangle(
      x: 0, y: max(0, y), width: Paper.size.width, height: Paper.size.height - max(0, y))
    entries.append((level, OutlineItem(title: title, page: page, area: area, children: [])))
    let slug = Self.slug(title)
    if anchors[slug] == nil {
      anchors[slug] = (page, max(0, y))
    } else {
      let free = (1...).first { anchors["\(slug)-\($0)"] == nil } ?? 1
      anchors["\(slug)-\(free)"] = (page, max(0, y))
    }
  }

  /// The name by which links find a heading, as GitHub makes it.
  private static func slug(_ title: String) -> String {
    String(
      String.UnicodeScalarView(
        title.lowercased().unicodeScalars.compactMap { scalar in
          if scalar == " " || scalar == "-" { return "-" }
          return scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "_"
            ? scalar : nil
        }))
  }

  private func writeList(_ list: MarkdownNode) {
    for (index, item) in list.children.enumerated() { writeItem(index, item, of: list) }
  }

  private func writeItem(_ index: Int, _ item: MarkdownNode, of list: MarkdownNode) {
    if index > 0 { flow.leaveSpace(list.isTight ? 2.5 : 7) }
    writeItem(marker: marker(of: item, in: list, index)) {
      writeBlocks(item.children, isTight: list.isTight)
    }
  }

  private func marker(of item: MarkdownNode, in list: MarkdownNode, _ index: Int) -> String {
    if item.kind == "tasklist" { return item.isChecked ? "\u{2611}" : "\u{2610}" }
    return list.isOrdered ? "\(list.firstNumber + index)." : "\u{2022}"
  }

  func writeItem(marker: String, _ content: () -> Void) {
    let label = typesetter.lay(StyledText(marker, body))
    let distance = max(Self.indent, label.width + 8)
    let left = x + distance - 6 - label.width
    flow.require(Self.bodySize * 1.6)
    let (page, line) = (flow.pageNumber, flow.lineCount)
    indented(by: distance, content)
    flow.addBeside(label, x: left, firstLineAfter: line, on: page)
  }

  func inQuote(_ content: () -> Void) {
    let before = body
    body.color = Colors.faint
    besideBar(content)
    body = before
  }

  func besideBar(_ content: () -> Void) {
    let bar = PageFlow.Decoration(x: x, width: 3, color: Colors.rule)
    flow.decorated(with: bar) { indented(by: 14, content) }
  }

  /// Writes names with values to the right of them, as at the head of a letter; a value without a name goes on.
  func writeFields(_ fields: [(name: String, value: String)]) {
    let style = body.with { $0.size = 9.5 }
    let names = fields.map { typesetter.lay(StyledText($0.name, style.with { $0.color = Colors.faint })) }
    let column = (names.map(\.width).max() ?? 0) + 14
    for (name, field) in zip(names, fields) {
      let value = typesetter.lay(StyledText(field.value, style), width: width - column)
      let cells = [PageFlow.Cell(text: name, x: x), PageFlow.Cell(text: value, x: x + column)]
      flow.addRow(field.name.isEmpty ? [cells[1]] : cells, padding: 1)
    }
  }

  func writeCode(_ code: String) {
    let style = TextStyle(family: .mono, size: 8.8)
    let text = code.hasSuffix("\n") ? String(code.dropLast()) : code
    guard !text.isEmpty else { return }
    flow.require(40)
    let ground = PageFlow.Decoration(x: x, width: width, color: Colors.ground, padding: 7)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    flow.decorated(with: ground) {
      // Pango takes the square of the number of lines.
      for start in stride(from: 0, to: lines.count, by: Self.linesAtOnce) {
        let part = lines[start..<min(start + Self.linesAtOnce, lines.count)].joined(separator: "\n")
        flow.add(typesetter.lay(StyledText(part, style), width: max(40, width - 20)), x: x + 10, leading: 1.3)
      }
    }
    flow.leaveSpace(4)
  }

  func writeRule() {
    flow.leaveSpace(10)
    flow.addRule(x: x, width: width, thickness: 1, color: Colors.rule)
    flow.leaveSpace(10)
  }

  private func writeHTML(_ block: MarkdownNode) {
    add(pictures.pictures(in: block))
    add(StyledText(MarkdownInlines.withoutTags(block.literal), body))
  }

  private func writeFootnote(_ note: MarkdownNode) {
    let before = body
    body.size = 9
    if !hasFootnotes { writeRule() }
    hasFootnotes = true
    writeItem(marker: "\(footnotes).") { writeBlocks(note.children, isTight: true) }
    footnotes += 1
    body = before
  }

  private var hasFootnotes = false
  private var footnotes = 1

  // MARK: - Tables

  private func writeTable(_ table: MarkdownNode) {
    let rows = table.children.map { row in
      row.children.map { cell in
        inlines.text(of: cell, body.with { if row.kind == "table_header" { $0.isBold = true } })
      }
    }
    writeTable(rows, alignments: table.alignments)
  }

  func writeTable(_ rows: [[StyledText]], alignments: [Character]) {
    let padding = 6.0
    let natural = alignments.indices.map { column in
      rows.map { column < $0.count ? typesetter.lay($0[column]).width : 0 }.max() ?? 0
    }
    let widths = ColumnWidths(natural.map { $0 + 2 * padding + 1 }, within: width).widths
    flow.require(60)
    for (index, row) in rows.enumerated() {
      writeRow(row, widths, alignments, padding, isHead: index == 0)
      flow.addRule(
        x: x, width: widths.reduce(0, +), thickness: index == 0 ? 1 : 0.5, color: Colors.rule)
    }
  }

  private func writeRow(
    _ row: [StyledText], _ widths: [Double], _ alignments: [Character], _ padding: Double, isHead: Bool
  ) {
    var left = x
    var cells: [PageFlow.Cell] = []
    for (column, width) in widths.enumerated() where column < row.count {
      let alignment: LaidText.Alignment =
        alignments[column] == "c" ? .centre : alignments[column] == "r" ? .right : .left
      let laid = typesetter.lay(row[column], width: max(12, width - 2 * padding), alignment: alignment)
      cells.append(PageFlow.Cell(text: laid, x: left + padding))
      left += width
    }
    let (page, line) = (flow.pageNumber, flow.lineCount)
    if isHead {
      let ground = PageFlow.Decoration(x: x, width: widths.reduce(0, +), color: Colors.ground)
      flow.decorated(with: ground) { flow.addRow(cells, padding: 4) }
    } else {
      flow.addRow(cells, padding: 4)
    }
    for cell in cells { addLinks(of: cell.text, page, line) }
  }

  // MARK: - Links

  private func addLinks(of laid: LaidText, _ page: Int, _ line: Int) {
    let links = laid.text.runs.filter { $0.link != nil }
    guard !links.isEmpty else { return }
    var lines = flow.lines(of: laid, sincePage: page, line: line)[...]
    for run in links {
      // Both are in the order of the text.
      lines = lines.drop { laid.lines[$0.line.index].range.upperBound <= run.range.lowerBound }
      for (number, placed) in lines {
        let part = run.range.clamped(to: laid.lines[placed.index].range)
        guard !part.isEmpty else { break }
        let box = laid.box(of: part, in: placed.index, at: placed.x, placed.baseline)
        add(run.link ?? "", around: box, on: number)
      }
    }
  }

  private func add(_ link: String, around box: PageRectangle, on page: Int) {
    if link.hasPrefix("#") {
      pending.append((page, box, String(link.dropFirst())))
    } else if MarkdownInlines.isAddress(link) {
      flow.link(PageLink(box: box, page: nil, address: link), on: page)
    }
  }

  /// The contents, and the links to headings by the pages on which they stand.
  func finish() -> (outline: [OutlineItem], links: [Int: [PageLink]]) {
    var links: [Int: [PageLink]] = [:]
    for (page, box, name) in pending {
      guard let target = anchors[name] else { continue }
      let area = PageRectangle(
        x: 0, y: target.y, width: Paper.size.width, height: Paper.size.height - target.y)
      links[page, default: []].append(PageLink(box: box, page: target.page, area: area, address: nil))
    }
    return (OutlineItem.tree(entries[...]), links)
  }
}
