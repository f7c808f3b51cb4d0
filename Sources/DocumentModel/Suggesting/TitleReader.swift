/// Finds the line at the top of a page that says what the document is about.
///
/// A line of a subject goes first. Of all others the one with the largest letters wins, unless it names a company. The kind of
/// a document at its start ("Rechnung", "Invoice") counts like large letters. A page whose lines are all alike has no title, but
/// for a first line that stands apart.
struct TitleReader {
  /// So many words of a page are looked at for a title, and so many for the height of its letters.
  private static let (mostWords, mostHeights) = (400, 2_000)
  /// So many lines at the top may have it.
  private static let mostLines = 30
  /// A heading goes on over so many lines at most.
  private static let mostParts = 3

  private let page: Int
  private let lines: [TextLine]
  private let body: Double
  private let band: Double

  /// For the words of a page.
  init(_ page: IndexedPages.Page) {
    self.page = page.number
    let words = page.text.words
    lines = Array(TextLine.lines(of: words.prefix(Self.mostWords)).prefix(Self.mostLines))
    let heights = words.prefix(Self.mostHeights).map(\.box.height).filter { $0.isFinite && $0 > 0 }.sorted()
    body = heights.isEmpty ? 1 : heights[heights.count / 2]
    let ends = words.prefix(Self.mostHeights).map { $0.box.y + $0.box.height }.filter(\.isFinite)
    let (top, bottom) = (lines.first?.box.y ?? 0, ends.max() ?? 0)
    band = max(top + 0.6 * (bottom - top), top + 20 * body)
  }

  /// The title; nil for a page without one.
  var title: SuggestedTitle? { subject ?? heading }

  // MARK: - Subject

  private var subject: SuggestedTitle? {
    for (place, line) in lines.enumerated() {
      guard let subject = TitleWords.subject(in: line.text) else { continue }
      if !subject.isEmpty { return title(subject, .subject, [line]) }
      guard place + 1 < lines.count, !TitleWords.isNoTitle(lines[place + 1].text) else { return nil }
      return title(TitleWords.withoutReply(lines[place + 1].text), .subject, [lines[place + 1]])
    }
    return nil
  }

  // MARK: - Heading

  private var heading: SuggestedTitle? {
    var best: (place: Int, score: Double)?
    for (place, line) in lines.enumerated() where line.box.y <= band {
      guard let score = score(line, at: place), score >= 0.15, score > best?.score ?? 0 else { continue }
      best = (place, score)
    }
    guard let place = best?.place else { return nil }
    let parts = parts(from: place)
    return title(parts.map(\.text).joined(separator: " "), .heading, parts)
  }

  /// How much a line looks like a title; nil for one that cannot be it.
  private func score(_ line: TextLine, at place: Int) -> Double? {
    let text = line.text
    guard !TitleWords.isNoTitle(text), line.words.count <= 25 else { return nil }
    let isSentence = line.words.count > 6 && [".", ",", ";"].contains { text.hasSuffix($0) }
    var score = min(line.height / body, 3) - 1
    if TitleWords.beginsWithKind(text), line.words.count <= 12 { score += 1.2 }
    if TitleWords.isCompany(text) { score -= 1.5 }
    if isSentence { score -= 0.8 }
    if place == 0, standsApart { score += 0.2 }
    return score - 0.01 * Double(place)
  }

  /// Whether a gap is below the first line.
  private var standsApart: Bool {
    guard lines.count > 1, let first = lines.first else { return lines.count == 1 }
    return lines[1].box.y - (first.box.y + first.box.height) > 0.8 * first.height
  }

  /// A heading with the lines by which it goes on.
  private func parts(from place: Int) -> [TextLine] {
    var parts = [lines[place]]
    let isLarge = lines[place].height > 1.15 * body
    for line in lines.dropFirst(place + 1).prefix(isLarge ? Self.mostParts - 1 : 0) {
      guard let last = parts.last else { break }
      let gap = line.box.y - (last.box.y + last.box.height)
      let isAlike = abs(line.height - last.height) < 0.08 * last.height
      guard isAlike, gap > -last.height / 2, gap < 0.9 * last.height, !TitleWords.isNoTitle(line.text) else {
        break
      }
      parts.append(line)
    }
    return parts
  }

  private func title(
    _ text: String, _ source: SuggestedTitle.Source, _ parts: [TextLine]
  ) -> SuggestedTitle? {
    SuggestedTitle(text, from: source, page: page, boxes: parts.map(\.box))
  }
}
