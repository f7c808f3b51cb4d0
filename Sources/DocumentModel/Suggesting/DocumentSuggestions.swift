/// The title and the dates that a document's words suggest.
///
/// The work is bounded by ``mostPages`` and ``mostWords``, whatever the document is. It is a pure function of its input.
///
/// ```swift
/// let found = DocumentSuggestions(pages, metadataTitle: "Microsoft Word - x", hasHeadings: true, today: today)
/// found.title?.text     // "Rechnung 2024-117"
/// found.dates.first?.day  // 2024-03-07
/// ```
public struct DocumentSuggestions: Hashable, Sendable {
  /// So many pages are read.
  public static let mostPages = 3
  /// So many words of each page are read.
  public static let mostWords = 2_000
  /// So many dates are told.
  public static let mostDates = 5

  /// The title; nil where none is likely.
  public let title: SuggestedTitle?
  /// The dates, the likeliest first.
  public let dates: [WrittenDate]

  /// The suggestions of a document.
  ///
  /// - Parameters:
  ///   - pages: its pages in their order; those behind the first ones are left out.
  ///   - metadataTitle: the title that the file has.
  ///   - hasHeadings: whether its pages may begin with a heading; tables and sources of programs do not.
  ///   - today: dates of more than a year later are none.
  public init(
    _ pages: [IndexedPages.Page], metadataTitle: String?, hasHeadings: Bool, today: CalendarDay
  ) {
    let read = pages.prefix(Self.mostPages).map { page in
      IndexedPages.Page(
        number: page.number, PageText(words: Array(page.text.words.prefix(Self.mostWords)), links: []),
        language: page.language)
    }
    let own = metadataTitle.flatMap { title in
      TitleWords.isTelling(title) ? SuggestedTitle(TitleWords.withoutReply(title), from: .metadata) : nil
    }
    let first = read.first { !$0.text.words.isEmpty }
    title = own ?? (hasHeadings ? first.flatMap { TitleReader($0).title } : nil)
    dates = DateReader(read, today: today).dates(limit: Self.mostDates)
  }
}

/// A date in the words of a document.
public struct WrittenDate: Hashable, Sendable {
  /// The day that it means.
  public let day: CalendarDay
  /// The words of the page that mean it.
  public let text: String
  /// The page, from 1.
  public let page: Int
  /// Where its words stand, in page units.
  public let boxes: [PageRectangle]

  /// A date from its parts.
  public init(_ day: CalendarDay, text: String, page: Int, boxes: [PageRectangle]) {
    (self.day, self.text, self.page, self.boxes) = (day, text, page, boxes)
  }
}
