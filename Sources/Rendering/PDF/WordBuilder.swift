import DocumentModel

/// The box of one letter, in page units from the top left corner.
struct LetterBox: Hashable {
  var left: Double
  var top: Double
  var right: Double
  var bottom: Double

  mutating func formUnion(_ other: LetterBox) {
    left = min(left, other.left)
    top = min(top, other.top)
    right = max(right, other.right)
    bottom = max(bottom, other.bottom)
  }

  /// Whether the gap between two letters exceeds half of their height, and so separates words.
  ///
  /// poppler omits the space between separately drawn parts of a line, such as the cells of a table.
  func isApart(from other: LetterBox) -> Bool {
    let gap = max(left - other.right, other.left - right)
    return gap > max(bottom - top, other.bottom - other.top) / 2
  }
}

/// Builds words from a page's text and its letters' boxes.
struct WordBuilder {
  private let size: PageSize
  private var lines: [[PageWord]] = []
  private var words: [PageWord] = []
  private var letters = String.UnicodeScalarView()
  private var box: LetterBox?
  private var last: LetterBox?

  private init(_ size: PageSize) {
    self.size = size
  }

  /// The words of `text` on a page of `size`.
  ///
  /// - Parameters:
  ///   - text: lines in reading order, with poppler's marks around right-to-left parts.
  ///   - boxes: one box per scalar except the marks, line by line, each line from left to right. Surplus text or
  /// boxes are ignored.
  static func words(of text: String, boxes: [LetterBox], on size: PageSize) -> [PageWord] {
    var builder = WordBuilder(size)
    var start = 0
    for line in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false) {
      for part in VisualOrder.parts(of: line) {
        let placed = VisualOrder.places(of: part)
        for (scalar, place) in placed where start + place < boxes.count {
          builder.take(scalar, boxes[start + place])
        }
        builder.endWord()
        start += placed.count
      }
      builder.endLine()
      // A line break has a box, too.
      start += 1
    }
    let isRightToLeft = text.unicodeScalars.contains(VisualOrder.rightToLeft)
    return Hyphen.marked(isRightToLeft ? builder.lines : ReadingOrder.sorted(builder.lines)).flatMap(\.self)
  }

  private mutating func take(_ scalar: Unicode.Scalar, _ box: LetterBox) {
    if scalar.properties.isWhitespace { return endWord() }
    if let last, box.isApart(from: last) { endWord() }
    last = box
    letters.append(contentsOf: Ligature.letters(of: scalar))
    if self.box == nil { self.box = box } else { self.box?.formUnion(box) }
  }

  private mutating func endLine() {
    if !words.isEmpty { lines.append(words) }
    words = []
  }

  private mutating func endWord() {
    defer {
      letters = String.UnicodeScalarView()
      box = nil
      last = nil
    }
    guard !letters.isEmpty, let box else { return }
    let rectangle = PageRectangle(
      left: box.left, top: box.top, right: box.right, bottom: box.bottom, on: size)
    guard let rectangle else { return }
    words.append(PageWord(text: String(letters), box: rectangle))
  }
}

/// The detection of words that are hyphenated at the end of a line.
private enum Hyphen {
  /// Marks the last word of a line if the next line continues it.
  static func marked(_ lines: [[PageWord]]) -> [[PageWord]] {
    var marked = lines
    for index in lines.indices.dropLast() {
      guard let half = lines[index].last, let rest = lines[index + 1].first?.text.unicodeScalars.first,
        half.endsInHyphen, rest.properties.isLowercase
      else { continue }
      marked[index][lines[index].count - 1] = PageWord(text: half.text, box: half.box, isHyphenated: true)
    }
    return marked
  }
}

/// Latin ligature characters and their letters, as a person would type them.
enum Ligature {
  private static let letters: [Unicode.Scalar: String] = [
    "\u{FB00}": "ff", "\u{FB01}": "fi", "\u{FB02}": "fl", "\u{FB03}": "ffi", "\u{FB04}": "ffl",
    "\u{FB05}": "st", "\u{FB06}": "st",
  ]

  static func letters(of scalar: Unicode.Scalar) -> String.UnicodeScalarView {
    letters[scalar]?.unicodeScalars ?? String.UnicodeScalarView([scalar])
  }
}
