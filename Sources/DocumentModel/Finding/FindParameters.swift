/// The words that are looked for within a document, and how exactly they must agree.
public struct FindParameters: Hashable, Sendable {
  /// The most characters of the words.
  public static let maximumLength = 200

  /// The words, with one space between two of them.
  public let text: String
  /// Whether capitals and small letters differ.
  public let matchesCase: Bool
  /// Whether letters with accents differ from those without.
  public let matchesAccents: Bool
  /// Whether a hit neither begins nor ends within a word.
  public let wholeWords: Bool
  /// The words as they are compared.
  let folded: [Unicode.Scalar]
  /// Words, and words between quotation marks, each of which is looked for; empty where all of the text is one.
  let alternatives: [FindParameters]

  /// Parameters from their parts.
  ///
  /// Throws `.invalidParameter` for words that are empty or longer than ``maximumLength``.
  public init(
    _ text: String, matchesCase: Bool = false, matchesAccents: Bool = false, wholeWords: Bool = false
  ) throws(DocumentError) {
    guard text.utf8.count <= 4 * Self.maximumLength, text.count <= Self.maximumLength else {
      throw DocumentError(
        .invalidParameter, "at most \(Self.maximumLength) characters can be looked for at once")
    }
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    self.text = words.joined(separator: " ")
    (self.matchesCase, self.matchesAccents, self.wholeWords) = (matchesCase, matchesAccents, wholeWords)
    let comparable = words.map { FindableText.comparable($0) }.filter { !$0.isEmpty }
    folded = Array(comparable.joined(separator: [" "]))
    guard !folded.isEmpty else { throw DocumentError(.invalidParameter, "there is nothing to look for") }
    alternatives = []
  }

  /// Looks for any of the words of a text, and of those between quotation marks for all in their order.
  ///
  /// Throws as ``init(_:matchesCase:matchesAccents:wholeWords:)``.
  public init(
    anyOf text: String, matchesCase: Bool = false, matchesAccents: Bool = false, wholeWords: Bool = false
  ) throws(DocumentError) {
    let whole = try FindParameters(
      text, matchesCase: matchesCase, matchesAccents: matchesAccents, wholeWords: wholeWords)
    (self.text, folded) = (whole.text, whole.folded)
    (self.matchesCase, self.matchesAccents, self.wholeWords) = (matchesCase, matchesAccents, wholeWords)
    alternatives = SearchItem.items(of: text).compactMap { item in
      try? FindParameters(
        item.value, matchesCase: matchesCase, matchesAccents: matchesAccents, wholeWords: wholeWords)
    }
  }

  /// Whether the words stand in a text, and as exactly as is asked for.
  public func stand(in text: String) -> Bool {
    let words = text.split(whereSeparator: \.isWhitespace).map {
      PageWord(text: String($0), box: PageRectangle(x: 0, y: 0, width: 0, height: 0))
    }
    return !FindableText(PageText(words: words, links: [])).hits(of: self, limit: 1).isEmpty
  }

  /// Whether a text that agrees when it is folded agrees as exactly as is asked for.
  func agrees(_ found: String) -> Bool {
    guard matchesCase || matchesAccents else { return true }
    return exact(found) == exact(text)
  }

  private func exact(_ text: String) -> [Unicode.Scalar] {
    FindableText.comparable(text, keepingCase: matchesCase, keepingAccents: matchesAccents)
      .filter { $0 != "-" }
  }
}
