import DocumentModel

/// Separated values as a ruled table, whose head is repeated on each page.
///
/// A table too wide for a sheet is turned to landscape; one still too wide goes on to the right on the pages that follow.
/// Rows are counted as far as the pages that are asked for, and a page is laid out when it is asked for. Used by one thread.
final class TablePages: PageLayout {
  private struct Column {
    /// The letters that fit beside each other.
    let cells: TextCells
    let width: Double
    let isNumeric: Bool
  }

  private static let style = TextStyle(size: 8.5)
  private static let headStyle = style.with { $0.isBold = true }
  private static let lineHeight = 11.5
  private static let padding = (x: 5.0, y: 2.6)
  private static let margin = 40.0
  private static let rule = InkColor(red: 0xD9, green: 0xD5, blue: 0xCD)
  private static let ground = InkColor(red: 0xF4, green: 0xF2, blue: 0xEE)
  /// The rows by which columns are measured.
  private static let sample = 300
  /// In points; longer fields go on in the next line.
  private static let widestColumn = 230.0
  private static let narrowestColumn = 26.0

  private let values: SeparatedValues
  private let text: DecodedText
  private let typesetter = Typesetter()
  private var columns: [Column] = []
  /// The columns that lie on one sheet beside each other.
  private var groups: [Range<Int>] = []
  /// The first record of each page of a group that has been found; at last the one after the last.
  private var starts = [1]
  /// The next record to count, and the height of those before it on its page.
  private var next = 1
  private var filled = 0.0
  private var isCounted = false
  private var sheet = Paper.size
  private lazy var room = bodyHeight

  private var wholePageCount: Int {
    findPages(upTo: .max)
    return (starts.count - 1) * groups.count
  }
  var pageCount: Int { min(wholePageCount, DocumentFacts.maximumListedPages) }
  var isTruncated: Bool { pageCount < wholePageCount || text.isCut }

  /// Nil for a text without two columns.
  init?(_ text: DecodedText, tabs: Bool = false) {
    values = SeparatedValues(text, tabs: tabs)
    self.text = text
    guard values.hasRecord(0), values.ranges(ofRecord: 0).count > 1 else { return nil }
    measureColumns()
  }

  func size(ofPage number: Int) -> PageSize { sheet }

  // MARK: - Measuring

  private func measureColumns() {
    let rows = (0..<Self.sample).prefix { values.hasRecord($0) }.map { values.fields(ofRecord: $0) }
    let count = min(rows.map(\.count).max() ?? 0, SeparatedValues.mostFields)
    let natural = (0..<count).map { column in
      let fields = rows.map { column < $0.count ? $0[column] : "" }
      return min(Self.widestColumn, max(Self.narrowestColumn, naturalWidth(of: fields)))
    }
    let total = natural.reduce(0, +)
    if total > Paper.size.width - 2 * Self.margin {
      sheet = PageSize(width: Paper.size.height, height: Paper.size.width)
    }
    let room = sheet.width - 2 * Self.margin
    // A little too wide: the wide columns share the room. Far too wide: the table goes on to the right.
    let widths = total <= room * 1.5 ? ColumnWidths(natural, within: room).widths : natural
    columns = widths.enumerated().map { index, width in
      column(width: width, rows.map { index < $0.count ? $0[index] : "" })
    }
    groups = Self.groups(of: widths, within: room)
  }

  private func naturalWidth(of fields: [String]) -> Double {
    let longest = fields.max { $0.utf8.count < $1.utf8.count } ?? ""
    return typesetter.lay(StyledText(longest.prefix(200), Self.headStyle)).width + 2 * Self.padding.x + 1
  }

  private func column(width: Double, _ fields: [String]) -> Column {
    let longest = fields.max { $0.utf8.count < $1.utf8.count }?.prefix(200) ?? ""
    let letters = max(1, longest.count)
    let measured = typesetter.lay(StyledText(longest, Self.headStyle)).width / Double(letters)
    let letter = letters < 4 ? Self.style.size * 0.6 : min(max(measured, 4), 10)
    let values = fields.dropFirst().filter { !$0.isEmpty }
    let numbers = values.filter(Self.isNumber).count
    return Column(
      cells: TextCells(columns: max(2, Int((width - 2 * Self.padding.x) / letter))), width: width,
      isNumeric: numbers > 0 && numbers * 5 >= values.count * 4)
  }

  private static func isNumber(_ field: String) -> Bool {
    let figures: Set<Character> = ["+", "-", ".", ",", "%", " ", "€", "$", "£", "'", "e", "E"]
    return field.contains { $0.isNumber } && field.allSatisfy { $0.isNumber || figures.contains($0) }
  }

  private static func groups(of widths: [Double], within room: Double) -> [Range<Int>] {
    var groups: [Range<Int>] = []
    var (start, width) = (0, 0.0)
    for (index, column) in widths.enumerated() {
      if width + column > room + 0.5, index > start {
        groups.append(start..<index)
        (start, width) = (index, 0)
      }
      width += column
    }
    groups.append(start..<widths.count)
    return groups
  }

  // MARK: - Rows

  private func height(ofLines lines: Int) -> Double { Double(lines) * Self.lineHeight + 2 * Self.padding.y }
  private var bodyHeight: Double { sheet.height - 2 * Self.margin - height(ofLines: lineCount(ofRecord: 0)) }
  private var mostLines: Int { Int((sheet.height - 2 * Self.margin) / Self.lineHeight / 2) }

  func hasPage(_ number: Int) -> Bool {
    guard (1...DocumentFacts.maximumListedPages).contains(number) else { return false }
    let block = (number - 1) / groups.count
    findPages(upTo: block + 1)
    return block + 1 < starts.count
  }

  /// Finds the first record of a page of a group, or the end of the table.
  private func findPages(upTo block: Int) {
    while starts.count <= block, !isCounted {
      guard values.hasRecord(next) else {
        starts.append(next)
        return isCounted = true
      }
      let height = height(ofLines: lineCount(ofRecord: next))
      if filled + height > room, filled > 0 {
        starts.append(next)
        filled = 0
      }
      filled += height
      next += 1
    }
  }

  private func lineCount(ofRecord index: Int) -> Int {
    let ranges = values.ranges(ofRecord: index)
    // A field has no more letters than bytes.
    if zip(ranges, columns).allSatisfy({ $0.count <= $1.cells.columns }) { return 1 }
    return rows(ofRecord: index, 0..<columns.count).map(\.count).max() ?? 1
  }

  /// The lines of each field of a record.
  private func rows(ofRecord index: Int, _ group: Range<Int>) -> [[String]] {
    let fields = values.fields(ofRecord: index)
    return group.map { column in
      column < fields.count ? lines(of: fields[column], in: columns[column]) : [""]
    }
  }

  private func lines(of field: String, in column: Column) -> [String] {
    let bytes = Array(field.utf8)
    guard bytes.count > column.cells.columns || bytes.contains(10) else { return [field] }
    var lines: [String] = []
    for part in bytes.split(separator: 10, omittingEmptySubsequences: false) {
      let part = Array(part)
      var offset = 0
      part.withUnsafeBytes { raw in
        repeat {
          let end = column.cells.rowEnd(in: raw, from: offset, lineEnd: raw.count)
          lines.append(String(decoding: raw[offset..<end], as: UTF8.self))
          offset = end
        } while offset < raw.count && lines.count <= mostLines
      }
    }
    return lines.count > mostLines ? lines.prefix(mostLines - 1) + ["…"] : lines
  }

  // MARK: - Pages

  func page(_ number: Int) -> TypesetPage {
    let (block, group) = ((number - 1) / groups.count, groups[(number - 1) % groups.count])
    findPages(upTo: block + 1)
    var page = TypesetPage()
    var y = Self.margin
    lay(0, group, at: &y, on: &page, isHead: true)
    for record in starts[block]..<starts[block + 1] { lay(record, group, at: &y, on: &page, isHead: false) }
    return page
  }

  private func lay(
    _ record: Int, _ group: Range<Int>, at y: inout Double, on page: inout TypesetPage, isHead: Bool
  ) {
    let rows = rows(ofRecord: record, group)
    let height = height(ofLines: isHead ? lineCount(ofRecord: 0) : lineCount(ofRecord: record))
    let width = group.map { columns[$0].width }.reduce(0, +)
    if isHead { fill(Self.margin, y, width, height, Self.ground, on: &page) }
    var x = Self.margin
    for (lines, column) in zip(rows, columns[group]) {
      lay(lines, in: column, at: x, y, on: &page, style: isHead ? Self.headStyle : Self.style)
      x += column.width
    }
    y += height
    fill(Self.margin, y - (isHead ? 1 : 0.5), width, isHead ? 1 : 0.5, Self.rule, on: &page)
  }

  private func lay(
    _ lines: [String], in column: Column, at x: Double, _ y: Double, on page: inout TypesetPage,
    style: TextStyle
  ) {
    let inner = column.width - 2 * Self.padding.x
    for (index, line) in lines.enumerated() where !line.isEmpty {
      let laid = typesetter.lay(StyledText(line, style))
      let left = x + Self.padding.x + (column.isNumeric ? max(0, inner - laid.width) : 0)
      let baseline = y + Self.padding.y + (Double(index) + 0.76) * Self.lineHeight
      page.lines.append(TypesetPage.Line(text: laid, index: 0, x: left, baseline: baseline))
    }
  }

  private func fill(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ color: InkColor,
    on page: inout TypesetPage
  ) {
    let area = PageRectangle(x: x, y: y, width: width, height: height)
    page.fills.append(TypesetPage.Fill(area: area, color: color))
  }
}

/// The widths of a table's columns.
///
/// Columns keep their natural widths where all fit. Otherwise narrow columns keep theirs, and the wide ones share the rest
/// in equal parts.
struct ColumnWidths {
  let widths: [Double]

  init(_ natural: [Double], within width: Double) {
    guard natural.reduce(0, +) > width else {
      widths = natural
      return
    }
    var widths = natural
    var wide = Set(natural.indices)
    var rest = width
    while !wide.isEmpty {
      let share = rest / Double(wide.count)
      let narrow = wide.filter { natural[$0] <= share }
      guard !narrow.isEmpty else {
        for column in wide { widths[column] = share }
        break
      }
      for column in narrow { rest -= natural[column] }
      wide.subtract(narrow)
    }
    self.widths = widths
  }
}
