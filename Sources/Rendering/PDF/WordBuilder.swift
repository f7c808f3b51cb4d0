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
    gap(to: other) > height(with: other) / 2
  }

  /// Whether two letters stand closer than with a space between them, and so belong to one word.
  func touches(_ other: LetterBox) -> Bool {
    gap(to: other) < height(with: other) / 10
  }

  private func gap(to other: LetterBox) -> Double {
    max(left - other.right, other.left - right)
  }

  private func height(with other: LetterBox) -> Double {
    max(bottom - top, other.bottom - other.top)
  }
}

/// Builds words from a page's text and its letters' boxes.
struct WordBuilder {
  private let size: PageSize
  private var lines: [[PageWord]] = []
  private var words: [PageWord] = []
  private var letters = String.UnicodeScalarView()
  /// Letters of the word that are read after ``letters`` and came before them.
  private var followers = String.UnicodeScalarView()
  private var box: LetterBox?
  private var last: LetterBox?
  /// Whether the next letter is of this word only where it touches the last one.
  private var isDoubtful = false
  /// Whether the line has text from right to left.
  private var isRightToLeft = false

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
      builder.isRightToLeft = line.contains(VisualOrder.rightToLeft)
      for part in VisualOrder.parts(of: line) {
        let placed = VisualOrder.places(of: part)
        for (scalar, place) in placed where start + place < boxes.count {
          builder.take(scalar, boxes[start + place])
        }
        // Letters from right to left may come one by one, each a part.
        builder.isDoubtful = true
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
    if scalar.properties.isWhitespace {
      // In text from right to left poppler may write the space before a word behind the word's first letter. Its box is
      // then turned round, as is that of a space in its place.
      if isRightToLeft, box.left > box.right { isDoubtful = true } else { endWord() }
      return
    }
    if let last { join(box, to: last) }
    isDoubtful = false
    last = box
    letters.append(contentsOf: Ligature.letters(of: scalar))
    if self.box == nil { self.box = box } else { self.box?.formUnion(box) }
  }

  /// Ends the word where a letter is of the next one.
  private mutating func join(_ box: LetterBox, to last: LetterBox) {
    if isDoubtful ? !box.touches(last) : box.isApart(from: last) { return endWord() }
    // On a page of other text, letters that come one by one come from left to right: the word's last one first.
    if isDoubtful, box.left > last.left {
      followers = letters + followers
      letters = String.UnicodeScalarView()
    }
  }

  private mutating func endLine() {
    endWord()
    if !words.isEmpty { lines.append(words) }
    words = []
  }

  private mutating func endWord() {
    defer {
      letters = String.UnicodeScalarView()
      followers = String.UnicodeScalarView()
      box = nil
      last = nil
      isDoubtful = false
    }
    guard !letters.isEmpty, let box else { return }
    let rectangle = PageRectangle(
      left: box.left, top: box.top, right: box.right, bottom: box.bottom, on: size)
    guard let rectangle else { return }
    words.append(PageWord(text: String(letters + followers), box: rectangle))
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
