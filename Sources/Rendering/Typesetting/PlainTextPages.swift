import DocumentModel
import Glibc

/// A text in a typewriter face, line by line as it was written.
///
/// Long lines go on in the next row. A form feed begins a page. Rows are counted as far as the pages that are asked for,
/// and a page is laid out when it is asked for.
///
/// Used by one thread.
final class PlainTextPages: PageLayout {
  /// The first row of a page.
  private struct Start {
    let offset: Int
    /// The offset of its line.
    let lineStart: Int
    /// Counts from 1.
    let line: Int
    /// Whether the row goes on with a line of the page before.
    let isContinued: Bool

    /// The first row of a line.
    init(ofLine line: Int, at offset: Int) {
      (self.offset, lineStart, self.line, isContinued) = (offset, offset, line, false)
    }

    init(_ row: Row) {
      (offset, lineStart, line, isContinued) =
        (row.range.lowerBound, row.lineStart, row.line, row.isContinued)
    }
  }

  private struct Row {
    let range: Range<Int>
    /// The offset of its line.
    let lineStart: Int
    let line: Int
    let isContinued: Bool
    let beginsPage: Bool
  }

  /// The most pages; a longer text ends with a note.
  static let maximumPages = DocumentFacts.maximumListedPages
  private static let margin = 46.0
  private static let rowHeight = 12.6
  private static let style = TextStyle(family: .mono, size: 8.8)
  private static let faint = style.with { $0.color = InkColor(red: 0xA9, green: 0xA3, blue: 0x9A) }

  private let text: DecodedText
  private let typesetter = Typesetter()
  private let cells: TextCells
  private let rowsPerPage: Int
  private let left: Double
  private let numbersLines: Bool
  private let isMarkup: Bool
  private let syntax: SyntaxReader?
  /// The pages that have been found; the last one may still grow.
  private var starts = [Start(ofLine: 1, at: 0)]
  /// The first line that has not been counted, and the rows before it on the last page.
  private var next = Start(ofLine: 1, at: 0)
  private var rows = 0
  private var isCounted = false
  private var isLong = false
  /// The elements of XML, on the pages where they begin.
  private(set) lazy var outline = isMarkup ? outlineItems() : []

  var pageCount: Int {
    countPages(beyond: Self.maximumPages)
    return starts.count
  }

  var isTruncated: Bool { pageCount > 0 && (isLong || text.isCut) }

  /// - Parameters:
  ///   - numbersLines: whether each line has its number beside it, as code has.
  ///   - language: the extension of files of its language; nil for a text without colours.
  init(_ text: DecodedText, numbersLines: Bool = false, language: String? = nil) {
    syntax = language.flatMap(SyntaxReader.init)
    self.text = text
    self.numbersLines = numbersLines
    isMarkup = language == "xml"
    let digit = typesetter.digitWidth(Self.style)
    left = Self.margin + (numbersLines ? digit * 6 : 0)
    cells = TextCells(columns: max(1, Int((Paper.size.width - Self.margin - left) / digit)))
    rowsPerPage = Int((Paper.size.height - 2 * Self.margin) / Self.rowHeight)
  }

  // MARK: - Pages

  func hasPage(_ number: Int) -> Bool {
    countPages(beyond: number)
    return (1...starts.count).contains(number)
  }

  /// Counts rows until the end of a page is found, or the end of the text.
  private func countPages(beyond number: Int) {
    while starts.count <= number, !isCounted {
      guard next.offset < text.bytes.count || text.decodeMore() else { return isCounted = true }
      countRows()
    }
  }

  /// Counts the rows of the part that has been decoded.
  private func countRows() {
    var line = next.line
    text.bytes.withUnsafeBytes { bytes in
      forEachRow(in: bytes, from: next) { row in
        if rows == rowsPerPage || (row.beginsPage && rows > 0) {
          guard starts.count < Self.maximumPages else {
            (isLong, isCounted) = (true, true)
            return false
          }
          starts.append(Start(row))
          rows = 0
        }
        (rows, line) = (rows + 1, row.line)
        return true
      }
    }
    next = Start(ofLine: line + 1, at: text.bytes.count)
  }

  /// Calls `body` with each row until it returns false.
  private func forEachRow(in bytes: UnsafeRawBufferPointer, from start: Start, _ body: (Row) -> Bool) {
    var (offset, line, isContinued) = (start.offset, start.line, start.isContinued)
    var lineStart = start.lineStart
    let feed: UInt8 = 12
    while offset < bytes.count {
      let end = Self.lineEnd(in: bytes, from: offset)
      let beginsPage = bytes[offset] == feed
      if beginsPage { offset += 1 }
      var isFirst = true
      repeat {
        let stop = cells.rowEnd(in: bytes, from: offset, lineEnd: end)
        let row = Row(
          range: offset..<stop, lineStart: lineStart, line: line, isContinued: isContinued,
          beginsPage: beginsPage && isFirst)
        guard body(row) else { return }
        (offset, isContinued, isFirst) = (stop, true, false)
      } while offset < end
      (offset, line, isContinued, lineStart) = (end + 1, line + 1, false, end + 1)
    }
  }

  private static func lineStart(in bytes: UnsafeRawBufferPointer, of offset: Int) -> Int {
    (bytes[..<offset].lastIndex(of: 10) ?? -1) + 1
  }

  private static func lineEnd(in bytes: UnsafeRawBufferPointer, from offset: Int) -> Int {
    guard let base = bytes.baseAddress, let found = memchr(base + offset, 10, bytes.count - offset) else {
      return bytes.count
    }
    return UnsafeRawPointer(found) - base
  }

  func page(_ number: Int) -> TypesetPage {
    countPages(beyond: number)
    let start = starts[number - 1]
    var rows: [Row] = []
    text.bytes.withUnsafeBytes { bytes in
      forEachRow(in: bytes, from: start) { row in
        guard rows.count < rowsPerPage, rows.isEmpty || !row.beginsPage else { return false }
        rows.append(row)
        return true
      }
    }
    var page = TypesetPage()
    lay(rows, on: &page)
    if numbersLines { layNumbers(of: rows, on: &page) }
    if isCounted, number == starts.count, isTruncated { layNote(on: &page) }
    return page
  }

  /// Each row is laid out alone: Pango counts the letters before a word to find its place.
  private func lay(_ rows: [Row], on page: inout TypesetPage) {
    let parts = parts(of: rows)
    for (index, row) in rows.enumerated() where !row.range.isEmpty {
      var laid = StyledText()
      append(row, parts[row.lineStart] ?? [], to: &laid)
      page.lines.append(
        TypesetPage.Line(text: typesetter.lay(laid), index: 0, x: left, baseline: baseline(index)))
    }
  }

  private func append(_ row: Row, _ parts: [SyntaxReader.Part], to laid: inout StyledText) {
    var (offset, column) = (row.range.lowerBound, 0)
    func append(until end: Int, _ style: TextStyle) {
      guard end > offset else { return }
      laid.append(cells.expanded(text.bytes[offset..<end], from: &column), style)
      offset = end
    }
    for part in parts {
      let range = part.range.lowerBound + row.lineStart..<part.range.upperBound + row.lineStart
      let shown = range.clamped(to: row.range)
      guard !shown.isEmpty, shown.lowerBound >= offset else { continue }
      append(until: shown.lowerBound, Self.style)
      append(until: shown.upperBound, Self.style.with { $0.color = part.color })
    }
    append(until: row.range.upperBound, Self.style)
  }

  // MARK: - Outline

  private func outlineItems() -> [OutlineItem] {
    countPages(beyond: Self.maximumPages)
    let entries = MarkupOutline(text.bytes).entries
    let shown = entries.prefix { !isLong || $0.offset < (starts.last?.offset ?? 0) }
    let items = shown.map { entry in
      let page = pageNumber(at: entry.offset)
      let top = baseline(row(at: entry.offset, on: page)) - Self.rowHeight
      let area = PageRectangle(x: 0, y: top, width: Paper.size.width, height: Paper.size.height - top)
      return (level: entry.depth, item: OutlineItem(title: entry.title, page: page, area: area, children: []))
    }
    return OutlineItem.tree(items[...])
  }

  /// The row of a page in which an offset lies, from 0.
  private func row(at offset: Int, on page: Int) -> Int {
    var row = 0
    text.bytes.withUnsafeBytes { bytes in
      forEachRow(in: bytes, from: starts[page - 1]) {
        guard $0.range.upperBound <= offset, row + 1 < rowsPerPage else { return false }
        row += 1
        return true
      }
    }
    return row
  }

  /// The page on which an offset lies.
  private func pageNumber(at offset: Int) -> Int {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle].offset <= offset { low = middle } else { high = middle }
    }
    return high
  }

  // MARK: - Colours

  /// The coloured parts of the lines to which rows belong, by the offsets of the lines.
  private func parts(of rows: [Row]) -> [Int: [SyntaxReader.Part]] {
    guard let syntax, let first = rows.first?.lineStart, let last = rows.last?.lineStart else { return [:] }
    var parts: [Int: [SyntaxReader.Part]] = [:]
    text.bytes.withUnsafeBytes { bytes in
      if syntax.position > first || first - syntax.position > SyntaxReader.reach {
        syntax.restart(at: Self.lineStart(in: bytes, of: max(0, first - SyntaxReader.reach)))
      }
      while syntax.position <= last, syntax.position < bytes.count {
        let start = syntax.position
        let found = syntax.read(text.bytes[start..<Self.lineEnd(in: bytes, from: start)])
        if start >= first { parts[start] = found }
      }
    }
    return parts
  }

  private func baseline(_ row: Int) -> Double { Self.margin + (Double(row) + 0.78) * Self.rowHeight }

  private func layNumbers(of rows: [Row], on page: inout TypesetPage) {
    for (index, row) in rows.enumerated() where !row.isContinued {
      let label = typesetter.lay(StyledText(String(row.line), Self.faint))
      page.lines.append(
        TypesetPage.Line(
          text: label, index: 0, x: left - 10 - label.width, baseline: baseline(index), isContent: false))
    }
  }

  private func layNote(on page: inout TypesetPage) {
    let note = typesetter.lay(StyledText("The text goes on beyond this page.", Self.faint))
    page.lines.append(
      TypesetPage.Line(
        text: note, index: 0, x: left, baseline: baseline(rowsPerPage) + Self.rowHeight, isContent: false))
  }
}
