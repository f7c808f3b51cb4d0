import DocumentModel

/// Some words of a page with the hits among them marked.
public struct Snippet: Hashable, Sendable {
  /// So many characters stand before the first hit, and in all, at most.
  private static let (before, length) = (50, 160)

  /// The words.
  public private(set) var text = ""
  /// Where hits stand in the text, in UTF-16 code units.
  public private(set) var marks: [Range<Int>] = []
  /// Whether words of the page stand before and behind it.
  public let isCut: (start: Bool, end: Bool)

  /// The words around the place with most hits; those at the start of the page where there is none.
  init(of words: [PageWord], around hits: [ClosedRange<Int>]) {
    let center = Self.densest(hits)
    var first = center
    var taken = 0
    while first > 0, taken + words[first - 1].text.count < Self.before {
      first -= 1
      taken += words[first].text.count + 1
    }
    var place = first
    var mark: Int?
    while place < words.count, text.utf16.count < Self.length || mark != nil {
      if place > first, !Self.isJoined(words[place - 1], words[place]) { text += " " }
      if mark == nil, hits.contains(where: { $0.lowerBound == place }) { mark = text.utf16.count }
      text += Self.shown(words[place])
      if let start = mark, hits.contains(where: { $0.upperBound == place }) {
        marks.append(start..<text.utf16.count)
        mark = nil
      }
      place += 1
    }
    isCut = (first > 0, place < words.count)
  }

  /// So many words are about those of a snippet.
  private static let reach = 24

  /// The first word of the hit that is followed by most others in its reach.
  private static func densest(_ hits: [ClosedRange<Int>]) -> Int {
    func followers(_ index: Int) -> Int {
      hits[index...].prefix { $0.lowerBound <= hits[index].lowerBound + reach }.count
    }
    let counts = hits.indices.map(followers)
    guard let most = counts.max(), let place = counts.firstIndex(of: most) else { return 0 }
    return hits[place].lowerBound
  }

  /// A word that goes on in the next line has no hyphen here.
  private static func shown(_ word: PageWord) -> String {
    let hyphens: Set<Character> = ["-", "\u{2010}", "\u{AD}"]
    let isBroken = word.isHyphenated && word.text.last.map(hyphens.contains) == true
    return String((isBroken ? word.text.dropLast() : word.text[...]).prefix(length))
  }

  private static func isJoined(_ word: PageWord, _ next: PageWord) -> Bool {
    if word.isHyphenated { return true }
    guard let last = word.text.unicodeScalars.last, let first = next.text.unicodeScalars.first else {
      return false
    }
    return last.properties.isIdeographic && first.properties.isIdeographic
  }

  /// Equal snippets have the same words and marks.
  public static func == (one: Snippet, other: Snippet) -> Bool {
    one.text == other.text && one.marks == other.marks && one.isCut == other.isCut
  }

  /// Hashes words and marks.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(text)
    hasher.combine(marks)
  }
}
