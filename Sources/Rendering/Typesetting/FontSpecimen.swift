import DocumentModel

/// A font shown by its own letters: its names, an alphabet, a sentence in growing sizes, and all of its characters.
///
/// Used by one thread.
final class FontSpecimen: PageLayout {
  private static let margin = 56.0
  private static let label = TextStyle(size: 9).with {
    $0.color = InkColor(red: 0x64, green: 0x5F, blue: 0x58)
  }
  private static let heading = TextStyle(size: 22).with { $0.isBold = true }
  private static let alphabets = [
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz", "0123456789 &@!?%#*()[]{}",
  ]
  private static let sentence = "Sphinx of black quartz, judge my vow"
  private static let sizes = [10.0, 14, 18, 24, 32, 44, 60]
  /// The grid of characters.
  private static let (columns, rows) = (10, 14)
  private static let maximumCharacters = 140 * 40

  private let font: FontFace
  private let typesetter = Typesetter()
  private let characters: [Unicode.Scalar]

  var title: String? { font.name }
  var pageCount: Int { 1 + (characters.count + Self.columns * Self.rows - 1) / (Self.columns * Self.rows) }

  init(_ font: FontFace) {
    self.font = font
    characters = font.characters(atMost: Self.maximumCharacters)
  }

  func page(_ number: Int) -> TypesetPage { number == 1 ? specimen() : grid(number - 2) }

  private func specimen() -> TypesetPage {
    var page = TypesetPage()
    var y = Self.margin + 24
    add(font.name, Self.heading, at: Self.margin, y, to: &page)
    y += 20
    add(font.description, Self.label, at: Self.margin, y, to: &page)
    y += 44
    for line in shownLines { y = add(line, size: 26, at: y, to: &page) }
    y += 12
    for size in Self.sizes where y + size < Paper.size.height - Self.margin {
      add("\(Int(size))", Self.label, at: Self.margin - 22, y + size * 0.9, to: &page, isContent: false)
      y = add(sentence, size: size, at: y + size * 0.35, to: &page)
    }
    return page
  }

  /// The Latin alphabet, or the first characters of a font without it.
  private var shownLines: [String] {
    if font.has("a"), font.has("A") { return Self.alphabets }
    let first = characters.prefix(60).map { String(Character($0)) }
    return stride(from: 0, to: first.count, by: 20).map { first[$0..<min($0 + 20, first.count)].joined() }
  }

  private var sentence: String {
    font.has("a") ? Self.sentence : String(String.UnicodeScalarView(characters.prefix(24)))
  }

  private func grid(_ index: Int) -> TypesetPage {
    var page = TypesetPage()
    let start = index * Self.columns * Self.rows
    let cell = (
      width: (Paper.size.width - 2 * Self.margin) / Double(Self.columns),
      height: (Paper.size.height - 2 * Self.margin) / Double(Self.rows)
    )
    for (offset, scalar) in characters.dropFirst(start).prefix(Self.columns * Self.rows).enumerated() {
      let x = Self.margin + Double(offset % Self.columns) * cell.width
      let y = Self.margin + Double(offset / Self.columns) * cell.height
      let letter = String(Character(scalar))
      page.glyphs.append(TypesetPage.Glyphs(font: font, text: letter, size: 22, x: x + 6, baseline: y + 28))
      let code = String(scalar.value, radix: 16, uppercase: true)
      add(code, Self.label.with { $0.size = 6.5 }, at: x + 6, y + 42, to: &page, isContent: false)
    }
    return page
  }

  private func add(
    _ text: String, _ style: TextStyle, at x: Double, _ baseline: Double, to page: inout TypesetPage,
    isContent: Bool = true
  ) {
    let laid = typesetter.lay(StyledText(text, style))
    page.lines.append(TypesetPage.Line(text: laid, index: 0, x: x, baseline: baseline, isContent: isContent))
  }

  /// Adds a line in the font itself, smaller where it would be too long; returns where the next one may begin.
  private func add(_ text: String, size: Double, at y: Double, to page: inout TypesetPage) -> Double {
    let room = Paper.size.width - 2 * Self.margin
    let width = font.width(of: text, size: size)
    let fitting = width > room ? size * room / width : size
    page.glyphs.append(
      TypesetPage.Glyphs(font: font, text: text, size: fitting, x: Self.margin, baseline: y + fitting * 0.9))
    return y + fitting * 1.25
  }
}
