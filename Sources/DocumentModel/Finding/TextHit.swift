/// A place on a page where the words that are looked for stand.
public struct TextHit: Hashable, Sendable {
  /// A place between two letters of a word.
  public struct Edge: Hashable, Sendable {
    /// The word, by its place in ``PageText/words``, from 0.
    public let word: Int
    /// The place in the word, in UTF-16 code units of its text.
    public let offset: Int

    /// An edge from its parts.
    public init(word: Int, offset: Int) {
      (self.word, self.offset) = (word, offset)
    }

    /// Whether it does not stand behind another one: letters that fold to several have one hit.
    func precedes(_ other: Edge) -> Bool { (word, offset) <= (other.word, other.offset) }
  }

  /// The first letter.
  public let start: Edge
  /// The place behind the last letter, often in the same word.
  public let end: Edge
  /// The boxes of the words in which it stands, in page units.
  public let boxes: [PageRectangle]
  /// The words before it, at most ``contextLength`` Unicode scalars.
  public let before: String
  /// The hit as it stands on the page.
  public let text: String
  /// The words after it, at most ``contextLength`` Unicode scalars.
  public let after: String

  /// The most characters that are told of the text before and after a hit.
  public static let contextLength = 60

  /// A hit from its parts.
  public init(
    start: Edge, end: Edge, boxes: [PageRectangle], before: String, text: String, after: String
  ) {
    (self.start, self.end, self.boxes) = (start, end, boxes)
    (self.before, self.text, self.after) = (before, text, after)
  }
}
