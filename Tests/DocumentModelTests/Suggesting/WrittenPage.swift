import DocumentModel
import FoundationEssentials

/// Pages as they are written down in tests: a line each, an empty one for a gap.
///
/// `# ` before a line makes its letters twice as high, `+ ` half as high again; a tab leads to a column of its own.
enum WrittenPage {
  static func page(_ text: String, number: Int = 1, language: String? = nil) -> IndexedPages.Page {
    var words: [PageWord] = []
    var y = 40.0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let isLarge = line.hasPrefix("# ")
      let height = isLarge ? 20.0 : line.hasPrefix("+ ") ? 15 : 10
      let written = height > 10 ? line.dropFirst(2) : line
      for (column, part) in written.split(separator: "\t", omittingEmptySubsequences: false).enumerated() {
        words += Self.words(part, x: 50 + 250 * Double(column), y: y, height: height)
      }
      y += 1.3 * height
    }
    return IndexedPages.Page(number: number, PageText(words: words, links: []), language: language)
  }

  private static func words(_ line: Substring, x: Double, y: Double, height: Double) -> [PageWord] {
    var x = x
    return line.split(separator: " ").map { word in
      let width = 0.5 * height * Double(word.count)
      defer { x += width + 0.3 * height }
      return PageWord(text: String(word), box: PageRectangle(x: x, y: y, width: width, height: height))
    }
  }

  static let today = CalendarDay(year: 2_026, month: 6, day: 15)

  /// The suggestions of a page.
  static func suggestions(
    _ text: String, metadata: String? = nil, language: String? = nil, hasHeadings: Bool = true
  ) -> DocumentSuggestions {
    DocumentSuggestions(
      [page(text, language: language)], metadataTitle: metadata, hasHeadings: hasHeadings,
      today: today ?? CalendarDay(of: .distantFuture))
  }
}
