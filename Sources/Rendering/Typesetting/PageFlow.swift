import DocumentModel

/// Fills pages with paragraphs from the top to the bottom.
///
/// Used by one thread.
final class PageFlow {
  /// A ground or a bar beside the lines that are placed while it stands, also between them.
  final class Decoration {
    let x: Double
    let width: Double
    let color: InkColor
    /// The margin above the first line and below the last one.
    let padding: Double
    fileprivate var place: (page: Int, fill: Int)?

    init(x: Double, width: Double, color: InkColor, padding: Double = 0) {
      self.x = x
      self.width = width
      self.color = color
      self.padding = padding
    }
  }

  static let margins = (x: 64.0, top: 60.0, bottom: 64.0)
  static let width = Paper.size.width - 2 * margins.x
  private static let bottom = Paper.size.height - margins.bottom

  private(set) var pages = [TypesetPage()]
  private(set) var y = PageFlow.margins.top
  private var pendingSpace = 0.0
  private var decorations: [Decoration] = []

  var pageNumber: Int { pages.count }
  private var isAtTop: Bool { y <= Self.margins.top }
  private var room: Double { Self.bottom - y - pendingSpace }

  /// Leaves at least so much space before the next line; a page begins without.
  func leaveSpace(_ height: Double) {
    if !isAtTop { pendingSpace = max(pendingSpace, height) }
  }

  /// Begins a page unless so much fits on this one.
  func require(_ height: Double) {
    if room < height { breakPage() }
  }

  func breakPage() {
    guard !isAtTop else { return }
    pages.append(TypesetPage())
    (y, pendingSpace) = (Self.margins.top, 0)
  }

  /// Decorates all that `body` adds.
  func decorated(with decoration: Decoration, _ body: () -> Void) {
    decorations.append(decoration)
    if decoration.padding > 0 {
      settleSpace()
      y += isAtTop ? 0 : decoration.padding
    }
    body()
    y += decoration.padding
    decorations.removeLast()
  }

  private func settleSpace() {
    y += pendingSpace
    pendingSpace = 0
  }

  // MARK: - Paragraphs

  /// Adds a paragraph; neither its first nor its last line stands alone on a page.
  ///
  /// - Parameters:
  ///   - x: the left edge, from the left margin.
  ///   - leading: the distance of baselines, in heights of a line.
  func add(_ text: LaidText, x: Double = 0, leading: Double = 1.25) {
    let pitches = text.lines.map { $0.height * leading }
    var next = 0
    while next < pitches.count {
      var fitting = Self.count(of: pitches[next...], within: room)
      let left = pitches.count - next
      if fitting == 1, left > 1, next == 0, !isAtTop { fitting = 0 }
      if left - fitting == 1, fitting > 2 { fitting -= 1 }
      if fitting == 0, isAtTop { fitting = 1 }
      for line in next..<next + fitting { place(line, of: text, x: x, pitch: pitches[line]) }
      next += fitting
      if next < pitches.count { breakPage() }
    }
  }

  private static func count(of pitches: ArraySlice<Double>, within room: Double) -> Int {
    var height = 0.0
    return pitches.prefix {
      height += $0
      return height <= room
    }.count
  }

  private func place(_ line: Int, of text: LaidText, x: Double, pitch: Double) {
    settleSpace()
    let laid = text.lines[line]
    let baseline = y + (pitch - laid.height) / 2 + laid.ascent
    decorate(from: y, to: y + pitch)
    let left = Self.margins.x + x
    pages[pages.count - 1].lines.append(
      TypesetPage.Line(text: text, index: line, x: left, baseline: baseline))
    y += pitch
  }

  private func decorate(from top: Double, to bottom: Double) {
    let page = pages.count - 1
    for decoration in decorations {
      let end = bottom + decoration.padding
      if let place = decoration.place, place.page == page {
        let start = pages[page].fills[place.fill].area.y
        pages[page].fills[place.fill].area.height = end - start
      } else {
        let start = top - decoration.padding
        decoration.place = (page, pages[page].fills.count)
        fill(decoration.x, start, decoration.width, end - start, decoration.color)
      }
    }
  }

  private func fill(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ color: InkColor) {
    let area = PageRectangle(x: Self.margins.x + x, y: y, width: width, height: height)
    pages[pages.count - 1].fills.append(TypesetPage.Fill(area: area, color: color))
  }

  /// Adds a horizontal rule.
  func addRule(x: Double, width: Double, thickness: Double, color: InkColor) {
    require(thickness)
    settleSpace()
    fill(x, y, width, thickness, color)
    y += thickness
  }

  // MARK: - Pictures

  /// A picture on its way to a page, with the address to which it leads.
  struct Picture {
    let picture: PagePicture
    let size: PageSize
    let link: String?
  }

  /// Adds pictures side by side, in as many rows as they need; none is larger than the text of a page.
  func add(_ pictures: [Picture], x: Double, width: Double) {
    let highest = (Self.bottom - Self.margins.top) * 0.9
    var row: [(picture: Picture, size: PageSize)] = []
    var right = 0.0
    for picture in pictures {
      let share = min(1, width / picture.size.width, highest / picture.size.height)
      let size = PageSize(width: picture.size.width * share, height: picture.size.height * share)
      if right + size.width > width {
        addRow(of: row, x: x)
        (row, right) = ([], 0)
      }
      row.append((picture, size))
      right += size.width + Self.gap
    }
    addRow(of: row, x: x)
  }

  private static let gap = 6.0

  private func addRow(of pictures: [(picture: Picture, size: PageSize)], x: Double) {
    guard let height = pictures.map(\.size.height).max() else { return }
    require(height)
    settleSpace()
    decorate(from: y, to: y + height)
    var left = Self.margins.x + x
    for (picture, size) in pictures {
      let area = PageRectangle(
        x: left, y: y + height - size.height, width: size.width, height: size.height)
      pages[pages.count - 1].pictures.append(TypesetPage.Placed(picture: picture.picture, area: area))
      if let link = picture.link {
        self.link(PageLink(box: area, page: nil, address: link), on: pageNumber)
      }
      left += size.width + Self.gap
    }
    y += height
    leaveSpace(Self.gap)
  }

  // MARK: - Rows of tables

  /// A cell of a row.
  struct Cell {
    let text: LaidText
    /// The left edge of its text, from the left margin.
    let x: Double
  }

  /// Adds cells side by side; a row higher than a page goes on with the next.
  func addRow(_ cells: [Cell], padding: Double, leading: Double = 1.2) {
    var next = [Int](repeating: 0, count: cells.count)
    let height = cells.map { cell in cell.text.lines.map { $0.height * leading }.reduce(0, +) }.max() ?? 0
    require(height + 2 * padding)
    settleSpace()
    repeat {
      let top = y + padding
      var lowest = top
      for (index, cell) in cells.enumerated() {
        lowest = max(lowest, placeLines(of: cell, from: &next[index], at: top, leading))
      }
      decorate(from: y, to: lowest + padding)
      y = lowest + padding
      let isWhole = zip(next, cells).allSatisfy { $0 >= $1.text.lines.count }
      if isWhole { return }
      breakPage()
    } while true
  }

  /// Places the lines that fit, at least one on an empty page; returns where the last one ends.
  private func placeLines(of cell: Cell, from next: inout Int, at top: Double, _ leading: Double) -> Double {
    var y = top
    while next < cell.text.lines.count {
      let line = cell.text.lines[next]
      let pitch = line.height * leading
      guard y + pitch <= Self.bottom || (isAtTop && y == top) else { break }
      pages[pages.count - 1].lines.append(
        TypesetPage.Line(
          text: cell.text, index: next, x: Self.margins.x + cell.x,
          baseline: y + (pitch - line.height) / 2 + line.ascent))
      next += 1
      y += pitch
    }
    return y
  }

  // MARK: - Looking back

  /// The number of lines on the page that is being filled.
  var lineCount: Int { pages[pages.count - 1].lines.count }

  /// Adds a marker on the baseline of the first line that was placed after so many other lines on a page.
  func addBeside(_ label: LaidText, x: Double, firstLineAfter line: Int, on page: Int) {
    let first = (page...pages.count).lazy.compactMap { number -> (Int, Double)? in
      let lines = self.pages[number - 1].lines
      let start = number == page ? line : 0
      return start < lines.count ? (number, lines[start].baseline) : nil
    }.first
    guard let (number, baseline) = first else { return }
    // Before the lines of the item, so that words are read in their order.
    let place = number == page ? line : 0
    pages[number - 1].lines.insert(
      TypesetPage.Line(text: label, index: 0, x: Self.margins.x + x, baseline: baseline), at: place)
  }

  /// The lines of a paragraph whose first line was placed after so many other lines on a page, in their order.
  func lines(of text: LaidText, sincePage page: Int, line: Int) -> [(page: Int, line: TypesetPage.Line)] {
    (page...pages.count).flatMap { number in
      pages[number - 1].lines.dropFirst(number == page ? line : 0)
        .filter { $0.text === text }.map { (number, $0) }
    }
  }

  func link(_ link: PageLink, on page: Int) {
    pages[page - 1].links.append(link)
  }
}
