import DocumentModel
import GRDB

/// A page's words as the index keeps them: the words in one text, and four numbers of 16 bits for each box.
///
/// Boxes are fractions of the largest coordinate on the page, so that they are true to a hundredth of a page unit.
struct StoredPage {
  private static let broken: Character = "\u{1}"
  private static let end: Character = "\n"
  private static let (brokenByte, endByte): (UInt8, UInt8) = (0x01, 0x0A)
  private static let steps = 65_535.0

  let text: String
  let boxes: [UInt8]
  /// The language by whose stems its words are found.
  let language: TextLanguage?

  /// The words of a page; a word that the page breaks off is followed by the beginning of the next page.
  init(_ page: PageText, continued: PageWord? = nil) {
    var words = page.words
    if words.last?.isHyphenated == true, let continued {
      words.append(PageWord(text: continued.text, box: PageRectangle(x: 0, y: 0, width: 0, height: 0)))
    }
    text = words.map(Self.written).joined(separator: String(Self.end))
    let corners = words.lazy.flatMap { [$0.box.x + $0.box.width, $0.box.y + $0.box.height] }
    let largest = max(1, corners.filter(\.isFinite).max() ?? 1)
    boxes =
      Self.bytes(of: largest.bitPattern, count: 8) + words.flatMap { Self.bytes(of: $0.box, in: largest) }
    language = TextLanguage(of: SearchedPage(words).words)
  }

  /// The words that a row of the table `page` keeps.
  init(text: String, boxes: [UInt8], language: TextLanguage? = nil) {
    (self.text, self.boxes, self.language) = (text, boxes, language)
  }

  private static func written(_ word: PageWord) -> String {
    let plain = word.text.filter { $0 != end && $0 != broken && $0 != "\r\n" }
    return word.isHyphenated ? plain + String(broken) : plain
  }

  private static func bytes(of box: PageRectangle, in largest: Double) -> [UInt8] {
    [box.x, box.y, box.width, box.height].flatMap { side in
      let step = side.isFinite ? min(max(side / largest * steps, 0), steps).rounded() : 0
      return bytes(of: UInt64(step), count: 2)
    }
  }

  private static func bytes(of number: UInt64, count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
  }

  /// The words with their boxes; the beginning of the next page has an empty one.
  var words: [PageWord] {
    guard boxes.count >= 8 else { return [] }
    let largest = Double(bitPattern: number(at: 0, count: 8))
    var place = 8
    var words: [PageWord] = []
    // Bytes are split many times sooner than characters.
    let lines = text.isEmpty ? [] : text.utf8.split(separator: Self.endByte, omittingEmptySubsequences: false)
    words.reserveCapacity(lines.count)
    for written in lines {
      guard place + 8 <= boxes.count else { break }
      let box = PageRectangle(
        x: side(at: place, largest), y: side(at: place + 2, largest), width: side(at: place + 4, largest),
        height: side(at: place + 6, largest))
      place += 8
      let isBroken = written.last == Self.brokenByte
      words.append(
        PageWord(
          text: String(decoding: isBroken ? written.dropLast() : written, as: UTF8.self), box: box,
          isHyphenated: isBroken))
    }
    return words
  }

  private func side(at place: Int, _ largest: Double) -> Double {
    Double(UInt16(boxes[place]) | UInt16(boxes[place + 1]) << 8) / Self.steps * largest
  }

  private func number(at place: Int, count: Int) -> UInt64 {
    (0..<count).reduce(0) { $0 | UInt64(boxes[place + $1]) << (8 * UInt64($1)) }
  }

  /// The words as they are compared, with their stems.
  var searched: SearchedPage {
    let page = SearchedPage(words)
    guard let language else { return page }
    return page.adding { language.form(of: $0.exact) }
  }

  /// The places where terms stand among the page's words; at most so many.
  func hits(of terms: [SearchTerm], among words: [PageWord], limit: Int) -> [SearchedPage.Hit] {
    // A stem begins as its word does.
    let wanted = terms.flatMap { $0.words.map(\.exact) + $0.spellings }
    let beginnings = Set(wanted.compactMap(\.unicodeScalars.first))
    var page = SearchedPage(words, beginnings: beginnings)
    if let language {
      page = page.adding { word in
        word.exact.unicodeScalars.first.map(beginnings.contains) == true ? language.form(of: word.exact) : nil
      }
    }
    return page.hits(of: terms, limit: limit)
  }

  /// The words as FTS5 takes them: as they are compared, their other forms, and those in large letters.
  var indexed: IndexedWords {
    let words = searched.words
    let heights = self.words.map(\.box.height)
    let large = Self.large(heights)
    let heads = words.filter { heights[$0.places.lowerBound] >= large }
    return IndexedWords(
      exact: words.map(\.exact), forms: words.flatMap(\.forms), heads: heads.map(\.exact))
  }

  /// The least height of large letters on a page with words of these heights.
  private static func large(_ heights: [Double]) -> Double {
    guard !heights.isEmpty else { return .infinity }
    return headShare * heights.sorted()[heights.count / 2]
  }

  /// Letters of a heading are so many times as large as most letters of its page.
  private static let headShare = 1.3
}

/// The words of a row of the table `words`.
struct IndexedWords {
  /// The words as they are compared, in the order of reading.
  let exact: [String]
  let forms: [String]
  let heads: [String]

  /// The columns of the row.
  var columns: [String] { [exact, forms, heads].map { $0.joined(separator: " ") } }
}
