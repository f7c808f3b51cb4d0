/// What can be read and followed on one page, in reading order.
public struct PageText: Hashable, Sendable, Codable {
  /// More words of a page are left out: five times what a dense page of a newspaper has.
  public static let maximumWords = 50_000
  /// More letters of a page are left out, in bytes of UTF-8.
  public static let maximumTextBytes = 1 << 20

  /// The words in reading order.
  public let words: [PageWord]
  /// The links.
  public let links: [PageLink]
  /// Whether the page has more words, which are left out.
  public let isTruncated: Bool

  /// A page's text from its parts.
  public init(words: [PageWord], links: [PageLink], isTruncated: Bool = false) {
    self.words = words
    self.links = links
    self.isTruncated = isTruncated
  }

  /// The text of a page with so many words, of which it keeps the first that are within both bounds.
  ///
  /// Nobody reads more of one page; but who looks for the beginning shall find it.
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

  /// Reads a text; one that does not say so is whole.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    words = try values.decode([PageWord].self, forKey: .words)
    links = try values.decode([PageLink].self, forKey: .links)
    isTruncated = try values.decodeIfPresent(Bool.self, forKey: .isTruncated) ?? false
  }

  /// Writes a text; most say nothing of what is left out.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(words, forKey: .words)
    try values.encode(links, forKey: .links)
    if isTruncated { try values.encode(true, forKey: .isTruncated) }
  }
}
