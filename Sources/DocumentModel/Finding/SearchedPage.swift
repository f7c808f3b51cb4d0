/// The words of a page as the search in all documents compares them, each with its place on the page.
///
/// Words that a line broke are one, and characters of scripts without spaces are paired across the page's words:
///
/// ```
/// page    "Donau-" "dampf"     "日本" "語"
/// words   donaudampf           日本 本語 語
/// forms   donau dampf
/// ```
public struct SearchedPage: Sendable {
  /// A word, and the words of the page that it consists of.
  public struct Word: Hashable, Sendable {
    /// The word as it is compared.
    public let exact: String
    /// Other spellings by which it is found.
    public let forms: [String]
    /// The words of the page, by their place in ``PageText/words``.
    public let places: ClosedRange<Int>
    fileprivate let isPair: Bool
  }

  /// Words of a page that a term stands for.
  public struct Hit: Hashable, Sendable {
    /// The words of the page, by their place in ``PageText/words``.
    public let places: ClosedRange<Int>
  }

  /// A page's word of more characters is read in its beginning alone: folding takes long for heaps of marks.
  private static let longestWord = 1_024

  /// The words in the order of reading.
  public private(set) var words: [Word] = []

  /// The words of a page.
  public init(_ text: PageText) {
    self.init(text.words)
  }

  /// The words of a page, or of a text that has no places.
  public init(_ pageWords: [PageWord]) {
    self.init(pageWords, mayPassOver: { _ in false })
  }

  /// The words of a page in which terms are looked for.
  ///
  /// - Parameter beginnings: the first characters of all words of the terms. Words of plain letters that begin otherwise
  ///   are no hit, and stay as they are written: folding them takes most of the time.
  public init(_ pageWords: [PageWord], beginnings: Set<Unicode.Scalar>) {
    let bytes = beginnings.compactMap { UInt8(exactly: $0.value) }
    self.init(pageWords) { text in
      var utf8 = text.utf8.makeIterator()
      guard let first = utf8.next(), Self.isLetter(first), !bytes.contains(first | 0x20) else { return false }
      while let byte = utf8.next() { guard Self.isLetter(byte) else { return false } }
      return true
    }
  }

  private init(_ pageWords: [PageWord], mayPassOver: (String) -> Bool) {
    words.reserveCapacity(pageWords.count)
    for (place, word) in pageWords.enumerated() {
      let isJoined = place > 0 && pageWords[place - 1].isHyphenated
      if !isJoined, !word.isHyphenated, mayPassOver(word.text) {
        words.append(Word(exact: word.text, forms: [], places: place...place, isPair: false))
      } else {
        add(SearchWords.split(Self.bounded(word.text)), at: place, isJoined: isJoined)
      }
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  /// The page whose words are found by one more form each.
  ///
  /// - Parameter form: that of a word, such as its stem in the page's language; nil for none.
  public func adding(_ form: (Word) -> String?) -> SearchedPage {
    var page = self
    page.words = words.map { word in
      guard let form = form(word) else { return word }
      return Word(exact: word.exact, forms: word.forms + [form], places: word.places, isPair: word.isPair)
    }
    return page
  }

  private static func bounded(_ text: String) -> String {
    guard text.utf8.count > longestWord else { return text }
    return String(text.unicodeScalars.prefix(longestWord))
  }

  private mutating func add(_ parts: [SearchWords.Word], at place: Int, isJoined: Bool) {
    for (index, part) in parts.enumerated() {
      var word = Word(exact: part.exact, forms: part.forms, places: place...place, isPair: part.isPair)
      if index == 0, let last = words.last, last.places.upperBound == place - 1 {
        if isJoined, !last.isPair, !part.isPair {
          word = Self.joined(words.removeLast(), word)
        } else if last.isPair, part.isPair, last.exact.unicodeScalars.count == 1 {
          words[words.count - 1] = Self.paired(last, with: word)
        }
      }
      words.append(word)
    }
  }

  /// A word that a line broke, which is found by its halves as well: its hyphen may be its own.
  private static func joined(_ first: Word, _ second: Word) -> Word {
    let halves = [first, second]
    let isSpelledOtherwise = halves.contains { spelled($0) != $0.exact }
    return Word(
      exact: bounded(halves.map(\.exact)),
      forms: halves.map(\.exact) + halves.flatMap(\.forms)
        + (isSpelledOtherwise ? [bounded(halves.map(spelled))] : []),
      places: first.places.lowerBound...second.places.upperBound, isPair: false)
  }

  /// A word with two letters for an umlaut; only that spelling is longer than the word itself.
  private static func spelled(_ word: Word) -> String {
    word.forms.last { $0.count > word.exact.count } ?? word.exact
  }

  private static func bounded(_ halves: [String]) -> String {
    String(halves.joined().unicodeScalars.prefix(2 * SearchWords.maximumLength))
  }

  private static func paired(_ last: Word, with next: Word) -> Word {
    var pair = last.exact
    pair.unicodeScalars += next.exact.unicodeScalars.prefix(1)
    return Word(exact: pair, forms: [], places: last.places.lowerBound...next.places.upperBound, isPair: true)
  }

  /// The places where one of the terms stands, in the order of reading; none overlaps another.
  ///
  /// - Parameters:
  ///   - terms: those of a query; a term of several words stands where its words follow one another.
  ///   - limit: the most places that are told.
  public func hits(of terms: [SearchTerm], limit: Int = .max) -> [Hit] {
    var hits: [Hit] = []
    var place = 0
    while place < words.count, hits.count < limit {
      let length = terms.lazy.compactMap { self.length(of: $0, at: place) }.max() ?? 0
      if length > 0 {
        hits.append(Hit(places: words[place].places.lowerBound...words[place + length - 1].places.upperBound))
      }
      place += max(1, length)
    }
    return hits
  }

  /// How many words a term takes at a place; nil where it does not stand.
  private func length(of term: SearchTerm, at place: Int) -> Int? {
    guard !term.words.isEmpty, place + term.words.count <= words.count else { return nil }
    for (offset, wanted) in term.words.enumerated() {
      let isLast = offset == term.words.count - 1
      guard term.agrees(wanted, with: words[place + offset], isLast: isLast) else { return nil }
    }
    return term.words.count
  }
}

/// A word, a phrase, or the beginning of a word that a query looks for.
public struct SearchTerm: Hashable, Sendable {
  /// The words as they are compared; never empty.
  public let words: [SearchWords.Word]
  /// Whether the last word may go on.
  public let isPrefix: Bool
  /// Whether it is found as it is spelled alone, since it was put between quotation marks.
  public let isLiteral: Bool
  /// Other forms of a term of one word by which it is found, such as its stem.
  public let alternatives: Set<String>
  /// All spellings of a term of one word.
  public let spellings: Set<String>

  /// The term that a text means; nil for a text without letters and digits.
  public init?(_ text: String, isPrefix: Bool = false, isLiteral: Bool = false) {
    let words = SearchWords.split(text)
    guard let last = words.last else { return nil }
    // The last character of a run without spaces begins a pair that is indexed.
    let isOpen = last.isPair && last.exact.unicodeScalars.count == 1
    // Of several pairs the last single character says nothing that the pair before it does not.
    self.words = isOpen && words.count > 1 && words[words.count - 2].isPair ? words.dropLast() : words
    self.isPrefix = isPrefix || (isOpen && self.words.count == words.count)
    self.isLiteral = isLiteral
    alternatives = []
    spellings = Self.spellings(self.words, isLiteral, [])
  }

  /// The term, found by further forms; a literal one, and one of several words, stay as they are.
  public func found(by more: some Sequence<String>) -> SearchTerm {
    guard !isLiteral, words.count == 1 else { return self }
    return SearchTerm(self, alternatives: alternatives.union(more))
  }

  private init(_ term: SearchTerm, alternatives: Set<String>) {
    (words, isPrefix, isLiteral) = (term.words, term.isPrefix, term.isLiteral)
    self.alternatives = alternatives
    spellings = Self.spellings(words, isLiteral, alternatives)
  }

  private static func spellings(
    _ words: [SearchWords.Word], _ isLiteral: Bool, _ alternatives: Set<String>
  ) -> Set<String> {
    guard let only = words.first, words.count == 1 else { return [] }
    return isLiteral
      ? [only.exact]
      : alternatives.union(only.forms.filter { !isPart($0, of: only.exact) }).union([only.exact])
  }

  /// Letters and digits apart are parts of a word: each alone means less than the word.
  private static func isPart(_ form: String, of word: String) -> Bool {
    form.count < word.count && word.contains(form)
  }

  fileprivate func agrees(_ wanted: SearchWords.Word, with word: SearchedPage.Word, isLast: Bool) -> Bool {
    if word.exact == wanted.exact { return true }
    if isLast, isPrefix,
      word.exact.hasPrefix(wanted.exact) || word.forms.contains(where: { $0.hasPrefix(wanted.exact) })
    {
      return true
    }
    guard words.count == 1 else { return false }
    return spellings.contains(word.exact) || word.forms.contains(where: spellings.contains)
  }
}
