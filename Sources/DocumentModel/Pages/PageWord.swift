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
