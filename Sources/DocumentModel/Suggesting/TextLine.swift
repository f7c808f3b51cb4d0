/// Words that stand beside one another on a page.
///
/// Two columns of one height are two lines.
struct TextLine {
  /// The words, in the order of reading.
  private(set) var words: [PageWord]
  /// The box around them.
  private(set) var box: PageRectangle

  /// A gap of more than so many heights parts columns.
  private static let widestGap = 2.5
  /// A word of more characters is taken in its beginning alone.
  private static let longestWord = 160

  private init(_ word: PageWord) {
    (words, box) = ([word], word.box)
  }

  /// The lines of some words; those that stand on their side, and boxes without an extent, are left out.
  static func lines(of words: some Sequence<PageWord>) -> [TextLine] {
    var lines: [TextLine] = []
    for word in words where isUpright(word) {
      if let last = lines.last, last.takes(word) {
        lines[lines.count - 1].append(word)
      } else {
        lines.append(TextLine(word))
      }
    }
    return lines
  }

  /// The height of its letters: of words read in a picture each has its own, and a few are too high.
  var height: Double {
    let heights = words.map(\.box.height).sorted()
    return heights[min(heights.count - 1, heights.count * 3 / 4)]
  }

  /// The words with spaces between them.
  var text: String {
    var text = ""
    var last: PageWord?
    for word in words {
      if let last, !Self.areJoined(last, word) { text += " " }
      text.unicodeScalars.append(contentsOf: word.text.unicodeScalars.prefix(Self.longestWord))
      last = word
    }
    return text
  }

  private static func isUpright(_ word: PageWord) -> Bool {
    let box = word.box
    guard box.isFinite, box.height > 0 else { return false }
    return word.text.unicodeScalars.prefix(3).count < 3 || box.height < 1.5 * box.width
  }

  private func takes(_ word: PageWord) -> Bool {
    guard let last = words.last?.box else { return false }
    let common = min(last.y + last.height, word.box.y + word.box.height) - max(last.y, word.box.y)
    guard common >= min(last.height, word.box.height) / 2 else { return false }
    let gap = max(word.box.x - (last.x + last.width), last.x - (word.box.x + word.box.width))
    return gap < Self.widestGap * max(last.height, word.box.height)
  }

  private mutating func append(_ word: PageWord) {
    words.append(word)
    let (left, top) = (min(box.x, word.box.x), min(box.y, word.box.y))
    let right = max(box.x + box.width, word.box.x + word.box.width)
    let bottom = max(box.y + box.height, word.box.y + word.box.height)
    box = PageRectangle(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Whether no space is between two words, as in scripts that have none.
  private static func areJoined(_ first: PageWord, _ second: PageWord) -> Bool {
    guard let last = first.text.unicodeScalars.last, let next = second.text.unicodeScalars.first else {
      return false
    }
    return FindableText.areJoined(last, next)
  }
}

extension PageRectangle {
  /// Whether all its numbers are finite; a damaged page may have others.
  var isFinite: Bool { [x, y, width, height].allSatisfy(\.isFinite) }
}
