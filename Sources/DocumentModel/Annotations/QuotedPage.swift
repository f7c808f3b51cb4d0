/// A page on which quoted words are looked for: its letters in the order of reading, without spaces.
///
/// Spaces, hyphens at the ends of lines and capitals do not count, so that words are found again when lines break
/// elsewhere. Takes time in proportion to the words.
public struct QuotedPage: Sendable {
  /// The number, from 1.
  public let number: Int
  /// The size.
  public let size: PageSize
  /// The words in the order of reading.
  public let words: [PageWord]
  private var letters: [Unicode.Scalar] = []
  /// For each letter its word.
  private var owners: [Int32] = []
  /// For each word its first letter.
  private var starts: [Int] = []

  /// Some letters in a row, and the words in which they stand.
  public struct Place: Hashable, Sendable {
    let letters: Range<Int>
    /// The words, by their places in ``QuotedPage/words``.
    public let words: ClosedRange<Int>
    /// The letters around it that agree with those around the quote.
    public let agreement: Int
    /// Whether it begins and ends where words do.
    public let isWhole: Bool

    /// Letters around a quote by which it is known beyond doubt.
    public static let certain = 12

    /// Whether it may be what was quoted, where no page has a better one: a few letters are found anywhere.
    public var isLikely: Bool { agreement >= 4 || (isWhole && letters.count >= 5) }
  }

  /// A page from its parts.
  public init(number: Int, size: PageSize, words: [PageWord]) {
    (self.number, self.size, self.words) = (number, size, words)
    for (index, word) in words.enumerated() {
      starts.append(letters.count)
      var folded = FindableText.comparable(word.text)
      if word.isHyphenated, folded.last == "-" { folded.removeLast() }
      letters += folded
      owners += Array(repeating: Int32(index), count: folded.count)
    }
  }

  static func folded(_ text: String) -> [Unicode.Scalar] {
    text.split(whereSeparator: \.isWhitespace).flatMap { FindableText.comparable(String($0)) }
  }

  /// The place of a quote; nil when the page does not have the words.
  ///
  /// Of several places the one with the longest agreement around it is taken, then the one that is nearest to `near`.
  public func place(of quote: Annotation.Quote, near: PageRectangle? = nil) -> Place? {
    let wanted = Self.folded(quote.exact)
    let (before, after) = (Self.folded(quote.prefix), Self.folded(quote.suffix))
    var best: (place: Place, distance: Double)?
    for start in occurrences(of: wanted) {
      let place = place(of: start..<start + wanted.count, before, after)
      let distance = near.map { words[place.words.lowerBound].box.distance(to: $0) } ?? 0
      if let best, best.place.isBetter(than: place, best.distance <= distance) { continue }
      best = (place, distance)
    }
    return best?.place
  }

  private func place(of range: Range<Int>, _ before: [Unicode.Scalar], _ after: [Unicode.Scalar]) -> Place {
    let words = Int(owners[range.lowerBound])...Int(owners[range.upperBound - 1])
    let agreement =
      zip(letters[..<range.lowerBound].reversed(), before.reversed()).prefix { $0 == $1 }.count
      + zip(letters[range.upperBound...], after).prefix { $0 == $1 }.count
    let end = words.upperBound + 1 < starts.count ? starts[words.upperBound + 1] : letters.count
    let isWhole = starts[words.lowerBound] == range.lowerBound && end == range.upperBound
    return Place(letters: range, words: words, agreement: agreement, isWhole: isWhole)
  }

  /// One box for each line of a place; a word of which only a part is quoted has a part of its box.
  public func boxes(of place: Place) -> [PageRectangle] {
    place.words.reduce(into: []) { lines, index in
      let box = box(ofWord: index, within: place.letters)
      if let last = lines.last, last.isLine(of: box) {
        lines[lines.count - 1] = last.union(box)
      } else {
        lines.append(box)
      }
    }
  }

  private func box(ofWord index: Int, within quoted: Range<Int>) -> PageRectangle {
    let end = index + 1 < starts.count ? starts[index + 1] : letters.count
    let own = starts[index]..<max(end, starts[index] + 1)
    let part = own.clamped(to: quoted)
    let box = words[index].box
    // Letters of one word are about equally wide; of words from right to left only whole ones are cut out.
    guard part != own, !part.isEmpty, !letters[own].contains(where: Self.isFromRight) else { return box }
    let letter = box.width / Double(own.count)
    return PageRectangle(
      x: box.x + Double(part.lowerBound - own.lowerBound) * letter, y: box.y,
      width: Double(part.count) * letter, height: box.height)
  }

  private static func isFromRight(_ scalar: Unicode.Scalar) -> Bool {
    (0x0590...0x08FF).contains(scalar.value) || (0xFB1D...0xFEFC).contains(scalar.value)
  }

  /// Where some letters begin.
  ///
  /// D. E. Knuth, J. H. Morris, V. R. Pratt, "Fast Pattern Matching in Strings", SIAM J. Comput. 6 (1977), 323–350.
  private func occurrences(of wanted: [Unicode.Scalar]) -> [Int] {
    guard !wanted.isEmpty, wanted.count <= letters.count else { return [] }
    var borders = [0]
    for index in wanted.indices.dropFirst() {
      var border = borders[index - 1]
      while border > 0, wanted[border] != wanted[index] { border = borders[border - 1] }
      borders.append(wanted[border] == wanted[index] ? border + 1 : 0)
    }
    var (found, matched) = ([Int](), 0)
    for (index, letter) in letters.enumerated() {
      while matched > 0, matched == wanted.count || wanted[matched] != letter {
        matched = borders[matched - 1]
      }
      if wanted[matched] == letter { matched += 1 }
      if matched == wanted.count { found.append(index + 1 - matched) }
    }
    return found
  }
}

extension PageRectangle {
  /// How far apart the middles of two rectangles are, across and down together.
  func distance(to other: PageRectangle) -> Double {
    abs(x + width / 2 - other.x - other.width / 2) + abs(y + height / 2 - other.y - other.height / 2)
  }

  fileprivate func isLine(of box: PageRectangle) -> Bool {
    let overlap = min(y + height, box.y + box.height) - max(y, box.y)
    return overlap > min(height, box.height) / 2
  }

  fileprivate func union(_ other: PageRectangle) -> PageRectangle {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return PageRectangle(
      x: left, y: top, width: max(x + width, other.x + other.width) - left,
      height: max(y + height, other.y + other.height) - top)
  }
}

extension QuotedPage.Place {
  /// Whether it agrees better than another one, or as well and `isNearer`.
  fileprivate func isBetter(than other: QuotedPage.Place, _ isNearer: Bool) -> Bool {
    if agreement != other.agreement { return agreement > other.agreement }
    return isWhole == other.isWhole ? isNearer : isWhole
  }
}
