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

  /// A page's text from its parts.
  public init(words: [PageWord], links: [PageLink], isTruncated: Bool = false) {
    self.words = words
    self.links = links
    self.isTruncated = isTruncated
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

  private enum CodingKeys: String, CodingKey {
    case words
    case links
    case isTruncated
  }

  /// Reads a text; without the member it is complete.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    words = try values.decode([PageWord].self, forKey: .words)
    links = try values.decode([PageLink].self, forKey: .links)
    isTruncated = try values.decodeIfPresent(Bool.self, forKey: .isTruncated) ?? false
  }

  /// Writes a text; the member is left out for a complete one.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(words, forKey: .words)
    try values.encode(links, forKey: .links)
    if isTruncated { try values.encode(true, forKey: .isTruncated) }
  }
}

/// A word on a page and the box around it, in page units.
public struct PageWord: Hashable, Sendable, Codable {
  /// The word as it would be copied.
  public let text: String
  /// The box around its letters.
  public let box: PageRectangle
  /// Whether the line ends in the middle of the word: `text` ends in a hyphen, and the rest is the next word.
  ///
  /// A hyphen that belongs to the word, as in "well-known", looks the same at the end of a line. A search therefore has
  /// to try both spellings.
  public let isHyphenated: Bool

  /// A word from its parts.
  public init(text: String, box: PageRectangle, isHyphenated: Bool = false) {
    self.text = text
    self.box = box
    self.isHyphenated = isHyphenated
  }

  private enum CodingKeys: String, CodingKey {
    case text
    case box
    case isHyphenated
  }

  /// Reads a word; without the member it is not hyphenated.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    text = try values.decode(String.self, forKey: .text)
    box = try values.decode(PageRectangle.self, forKey: .box)
    isHyphenated = try values.decodeIfPresent(Bool.self, forKey: .isHyphenated) ?? false
  }

  /// Writes a word; the member is left out for words that are not hyphenated, because a page has thousands of them.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(text, forKey: .text)
    try values.encode(box, forKey: .box)
    if isHyphenated { try values.encode(true, forKey: .isHyphenated) }
  }
}
