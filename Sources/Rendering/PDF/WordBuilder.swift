import DocumentModel

/// The box around one letter, in page units from the top left corner.
struct LetterBox: Hashable {
  var left: Double
  var top: Double
  var right: Double
  var bottom: Double

  /// Grows to hold another box.
  mutating func formUnion(_ other: LetterBox) {
    left = min(left, other.left)
    top = min(top, other.top)
    right = max(right, other.right)
    bottom = max(bottom, other.bottom)
  }
}

/// Makes words of a page's text and the boxes around its letters.
struct WordBuilder {
  private let size: PageSize
  private var words: [PageWord] = []
  private var letters = String.UnicodeScalarView()
  private var box: LetterBox?

  private init(_ size: PageSize) {
    self.size = size
  }

  /// The words of `text` on a page of `size`.
  ///
  /// - Parameters:
  ///   - text: lines in reading order, right-to-left parts between the marks that poppler puts around them.
  ///   - boxes: one for each scalar of `text` but those marks, line by line, each line from left to right. A text
  ///     longer or shorter than its boxes is read as far as both go.
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
      // The end of a line has a box, too.
      start += 1
    }
    return builder.words
  }

  private mutating func take(_ scalar: Unicode.Scalar, _ box: LetterBox) {
    if scalar.properties.isWhitespace { return endWord() }
    letters.append(contentsOf: Ligature.letters(of: scalar))
    if self.box == nil { self.box = box } else { self.box?.formUnion(box) }
  }

  private mutating func endWord() {
    defer {
      letters = String.UnicodeScalarView()
      box = nil
    }
    guard !letters.isEmpty, let box else { return }
    let rectangle = PageRectangle(
      left: box.left, top: box.top, right: box.right, bottom: box.bottom, on: size)
    guard let rectangle else { return }
    words.append(PageWord(text: String(letters), box: rectangle))
  }
}

/// Latin ligatures that are characters of their own, and the letters that a person would type for them.
enum Ligature {
  private static let letters: [Unicode.Scalar: String] = [
    "\u{FB00}": "ff", "\u{FB01}": "fi", "\u{FB02}": "fl", "\u{FB03}": "ffi", "\u{FB04}": "ffl",
    "\u{FB05}": "st", "\u{FB06}": "st",
  ]

  /// The letters that `scalar` stands for; itself for all but ligatures.
  static func letters(of scalar: Unicode.Scalar) -> String.UnicodeScalarView {
    letters[scalar]?.unicodeScalars ?? String.UnicodeScalarView([scalar])
  }
}
