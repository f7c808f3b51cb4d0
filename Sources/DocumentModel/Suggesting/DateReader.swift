/// Reads the dates in the words of pages, and puts those first that are likely to be the document's own.
///
/// A word such as "Datum" or "invoice date" before a date or above it counts most, then a place before it ("Berlin, 7. März
/// 2024"), then the upper half of the first page. Days of birth and of payment come last.
struct DateReader {
  /// A page as it is read.
  private struct Page {
    let number: Int
    let words: [PageWord]
    let tokens: [WrittenToken]
  }

  private struct Found {
    let date: WrittenDate
    let score: Int
  }

  /// So many dates are looked at on a page.
  private static let mostOnPage = 50
  /// So many words of a page are looked at for labels in a column above a date.
  private static let mostLabels = 40

  private let pages: [Page]
  private let order: DateMatcher.NumberOrder
  private let days: ClosedRange<CalendarDay>

  /// For some pages.
  ///
  /// - Parameters:
  ///   - pages: in their order, with words of a bounded number.
  ///   - today: dates of more than a year later are none.
  init(_ pages: [IndexedPages.Page], today: CalendarDay) {
    self.pages = pages.map { page in
      Page(
        number: page.number, words: page.text.words, tokens: WrittenToken.tokens(of: page.text.words))
    }
    let latest = CalendarDay(year: today.year + 1, month: today.month, day: min(today.day, 28)) ?? today
    let earliest = CalendarDay(year: 1_900, month: 1, day: 1) ?? latest
    days = min(earliest, latest)...latest
    order = Self.order(in: self.pages.map(\.tokens), languages: pages.compactMap(\.language))
  }

  /// The likeliest dates, each once.
  func dates(limit: Int) -> [WrittenDate] {
    var best: [CalendarDay: Int] = [:]
    var found: [Found] = []
    for one in pages.flatMap(found(on:)) {
      guard let known = best[one.date.day] else {
        best[one.date.day] = found.count
        found.append(one)
        continue
      }
      if found[known].score < one.score { found[known] = one }
    }
    // Those of one score stay in their order.
    let ranked = found.enumerated().sorted { ($1.element.score, $0.offset) < ($0.element.score, $1.offset) }
    return ranked.prefix(limit).map(\.element.date)
  }

  private func found(on page: Page) -> [Found] {
    let matches = matches(on: page)
    let own = matches.map { DateLabels.label(before: $0.tokens.lowerBound, in: page.tokens) }
    // A label that has its date beside it says nothing of the line below.
    let labels = labels(of: page, without: Set(own.compactMap { $0?.place }))
    let middle = middle(of: page)
    return zip(matches, own).map { match, own in
      let date = date(match, on: page)
      let label = own?.label ?? label(above: date, among: labels)
      var score = label == .date ? 6 : label == .other ? -6 : 0
      let start = match.tokens.lowerBound
      if start > 1, case .sign(",") = page.tokens[start - 1].kind { score += 2 }
      if page.number == 1 { score += (date.boxes.first?.y ?? 0) <= middle ? 2 : 1 }
      return Found(date: date, score: score)
    }
  }

  private func matches(on page: Page) -> [DateMatcher.Match] {
    let matcher = DateMatcher(tokens: page.tokens, order: order, latestYear: days.upperBound.year)
    var matches: [DateMatcher.Match] = []
    var place = 0
    while place < page.tokens.count, matches.count < Self.mostOnPage {
      let match = matcher.match(at: place)
      if let match, days.contains(match.day) { matches.append(match) }
      place = match?.tokens.upperBound ?? place + 1
    }
    return matches
  }

  private func date(_ match: DateMatcher.Match, on page: Page) -> WrittenDate {
    let tokens = page.tokens[match.tokens]
    let text = tokens.reduce(into: "") { text, token in
      text += (token.isSpaced && !text.isEmpty ? " " : "") + token.text
    }
    let places = Set(tokens.map(\.place)).sorted()
    return WrittenDate(
      match.day, text: text, page: page.number, boxes: places.map { page.words[$0].box }.filter(\.isFinite))
  }

  // MARK: - Around a date

  private func labels(
    of page: Page, without own: Set<Int>
  ) -> [(label: DateLabels.Label, box: PageRectangle)] {
    page.tokens.enumerated().lazy.compactMap { place, token -> (DateLabels.Label, PageRectangle)? in
      guard !own.contains(place), case .word(let word) = token.kind, let label = DateLabels.label(word) else {
        return nil
      }
      return (label, page.words[token.place].box)
    }.prefix(Self.mostLabels).map { ($0.0, $0.1) }
  }

  /// The label that stands above a date, as in the head of a column.
  private func label(
    above date: WrittenDate, among labels: [(label: DateLabels.Label, box: PageRectangle)]
  ) -> DateLabels.Label? {
    guard let box = date.boxes.first else { return nil }
    let above = labels.filter { label in
      let gap = box.y - (label.box.y + label.box.height)
      return gap > -box.height / 2 && gap < 1.5 * box.height && label.box.x < box.x + box.width
        && box.x < label.box.x + label.box.width
    }
    return above.contains { $0.label == .other } ? .other : above.first?.label
  }

  private func middle(of page: Page) -> Double {
    page.words.reduce(0) { max($0, $1.box.y + $1.box.height) } / 2
  }

  // MARK: - Order of day and month

  /// The order of numbers that is meant, by those that can be read in one way alone, else by the language.
  ///
  /// Letters in English have both orders.
  private static func order(in pages: [[WrittenToken]], languages: [String]) -> DateMatcher.NumberOrder {
    var (dayFirst, monthFirst) = (false, false)
    for tokens in pages {
      for place in tokens.indices.dropLast(4) {
        guard case .number(let first?, 1...2) = tokens[place].kind, case .sign("/") = tokens[place + 1].kind,
          case .number(let second?, 1...2) = tokens[place + 2].kind,
          case .sign("/") = tokens[place + 3].kind, case .number(_, 2...4) = tokens[place + 4].kind
        else { continue }
        if first > 12, second <= 12 { dayFirst = true }
        if second > 12, first <= 12 { monthFirst = true }
      }
    }
    if dayFirst != monthFirst { return dayFirst ? .dayFirst : .monthFirst }
    guard let language = languages.first, !dayFirst else { return .unknown }
    return language == "en" ? .unknown : .dayFirst
  }
}
