/// The words and links of one page, in reading order.
public struct PageText: Hashable, Sendable, Codable {
  /// The most words of a page, five times those of a dense newspaper page; more are left out.
  public static let maximumWords = 50_000
  /// The most bytes of UTF-8 in the words of a page; more are left out.
  public static let maximumTextBytes = 1 << 20

  /// The words in reading order.
  public let words: [PageWord]
  /// The links.
  public let links: [PageLink]
  /// Whether words were left out.
  public let isTruncated: Bool
  /// Whether the words were read in the picture of the page, and may be wrong.
  public let isRecognized: Bool

  /// A page's text from its parts.
  public init(
    words: [PageWord], links: [PageLink], isTruncated: Bool = false, isRecognized: Bool = false
  ) {
    self.words = words
    self.links = links
    self.isTruncated = isTruncated
    self.isRecognized = isRecognized
  }

  /// The text of a page, reduced to the first words within both limits.
  public init(truncating words: [PageWord], links: [PageLink]) {
    var bytes = 0
    let kept = words.prefix(Self.maximumWords).prefix { word in
      bytes += word.text.utf8.count
      return bytes <= Self.maximumTextBytes
    }
    self.init(words: Array(kept), links: links, isTruncated: kept.count < words.count)
  }

  /// The page with its last word broken, where that ends in a hyphen and the next page begins with small letters.
  public func continued(on next: PageText) -> PageText {
    guard let half = words.last, !half.isHyphenated, half.endsInHyphen,
      next.words.first?.text.unicodeScalars.first?.properties.isLowercase == true
    else { return self }
    let broken = PageWord(text: half.text, box: half.box, isHyphenated: true)
    return PageText(
      words: words.dropLast() + [broken], links: links, isTruncated: isTruncated, isRecognized: isRecognized)
  }

  /// The words in their order; a word beside or below the end of the one before it begins a line.
  public var plain: String {
    var text = ""
    var last: PageWord?
    for word in words {
      if let last {
        let isBelow =
          word.box.y > last.box.y + last.box.height / 2 || word.box.x + word.box.width < last.box.x
        text += isBelow ? (last.isHyphenated ? "" : "\n") : " "
      }
      text += word.text
      last = word
    }
    return text
  }

  /// Lists side by side, because a page has thousands of words: with objects for them a search takes twice as long.
  private enum CodingKeys: String, CodingKey {
    case words
    case boxes
    case hyphenated
    case links
    case isTruncated
  }

  /// Reads a text; without the last member it is complete.
  ///
  /// Throws `DecodingError` for a list of boxes that has another length than that of words.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let texts = try values.decode([String].self, forKey: .words)
    let sides = try values.decode([Double].self, forKey: .boxes)
    let hyphenated = try Set(values.decodeIfPresent([Int].self, forKey: .hyphenated) ?? [])
    guard sides.count == 4 * texts.count else {
      throw DecodingError.dataCorruptedError(
        forKey: .boxes, in: values, debugDescription: "\(sides.count) sides of \(texts.count) words")
    }
    words = texts.enumerated().map { index, text in
      let first = 4 * index
      let box = PageRectangle(
        x: sides[first], y: sides[first + 1], width: sides[first + 2], height: sides[first + 3])
      return PageWord(text: text, box: box, isHyphenated: hyphenated.contains(index))
    }
    links = try values.decode([PageLink].self, forKey: .links)
    isTruncated = try values.decodeIfPresent(Bool.self, forKey: .isTruncated) ?? false
    // A worker tells only words that stand on the page.
    isRecognized = false
  }

  /// Writes a text; the last member is left out for a complete one.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(words.map(\.text), forKey: .words)
    try values.encode(
      words.flatMap { [$0.box.x, $0.box.y, $0.box.width, $0.box.height] }, forKey: .boxes)
    let hyphenated = words.indices.filter { words[$0].isHyphenated }
    if !hyphenated.isEmpty { try values.encode(hyphenated, forKey: .hyphenated) }
    try values.encode(links, forKey: .links)
    if isTruncated { try values.encode(true, forKey: .isTruncated) }
  }
}

/// A word on a page and the box around it, in page units.
public struct PageWord: Hashable, Sendable {
  /// The word as it would be copied.
  public let text: String
  /// The box around its letters.
  public let box: PageRectangle
  /// Whether the line ends in the middle of the word: `text` ends in a hyphen, and the rest is the next word.
  ///
  /// A hyphen that belongs to the word, as in "well-known", looks the same at the end of a line. A search therefore has
  /// to try both spellings.
  public let isHyphenated: Bool

  /// Hyphen-minus, soft hyphen, hyphen.
  private static let hyphens: Set<Unicode.Scalar> = ["-", "\u{AD}", "\u{2010}"]

  /// Whether it ends in a hyphen after a letter: "1-" and "--" are not halves of words.
  public var endsInHyphen: Bool {
    let last = text.unicodeScalars.suffix(2)
    guard last.count == 2, let hyphen = last.last, let letter = last.first else { return false }
    return Self.hyphens.contains(hyphen) && letter.properties.isAlphabetic
  }

  /// A word from its parts.
  public init(text: String, box: PageRectangle, isHyphenated: Bool = false) {
    self.text = text
    self.box = box
    self.isHyphenated = isHyphenated
  }
}
