/// A number, a word or a sign of a page's text.
///
/// ```
/// page words   "Berlin,"    "7."   "März"  "2024"
/// tokens       Berlin  ,    7  .   März    2024
/// ```
struct WrittenToken {
  enum Kind: Equatable {
    /// A run of digits; one of more than ``longestNumber`` digits has no value.
    case number(Int?, digits: Int)
    /// A run of letters, folded.
    case word(String)
    /// Any other character.
    case sign(Unicode.Scalar)
  }

  let kind: Kind
  /// The token as it is written.
  let text: String
  /// The page's word that it belongs to, by its place.
  let place: Int
  /// Whether white space is before it.
  let isSpaced: Bool

  private static let longestNumber = 4
  /// A word of more characters is read in its beginning alone.
  private static let longestWord = 64

  /// The tokens of some words, in time in proportion to their number.
  static func tokens(of words: some Collection<PageWord>) -> [WrittenToken] {
    var tokens: [WrittenToken] = []
    for (place, word) in words.enumerated() { append(word, at: place, to: &tokens) }
    return tokens
  }

  private static func append(_ word: PageWord, at place: Int, to tokens: inout [WrittenToken]) {
    let scalars = Array(word.text.unicodeScalars.prefix(longestWord))
    var isSpaced = true
    var start = 0
    while start < scalars.count {
      let group = Group(scalars[start])
      var end = start + 1
      while end < scalars.count, group.goesOn(with: scalars[end]) { end += 1 }
      let run = scalars[start..<end]
      start = end
      guard group != .space else {
        isSpaced = true
        continue
      }
      tokens.append(
        WrittenToken(kind: kind(of: run, group), text: text(run), place: place, isSpaced: isSpaced))
      isSpaced = false
    }
  }

  private static func text(_ run: ArraySlice<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: run)
    return String(text)
  }

  private static func kind(of run: ArraySlice<Unicode.Scalar>, _ group: Group) -> Kind {
    switch group {
    case .digit:
      let value = run.reduce(0) { ($0 * 10 + (TextFolding.decimal($1) ?? 0)) % 100_000 }
      return .number(run.count > longestNumber ? nil : value, digits: run.count)
    case .letter: return .word(TextFolding.folded(text(run)))
    case .space, .sign: return .sign(run.first ?? " ")
    }
  }

  private enum Group {
    case digit
    case letter
    case space
    case sign

    init(_ scalar: Unicode.Scalar) {
      if TextFolding.decimal(scalar) != nil {
        self = .digit
      } else if scalar.properties.isAlphabetic {
        self = .letter
      } else if scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint {
        self = .space
      } else {
        self = .sign
      }
    }

    func goesOn(with scalar: Unicode.Scalar) -> Bool {
      if self == .sign { return false }
      let isMark = scalar.properties.generalCategory == .nonspacingMark
      return self == Group(scalar) || (self == .letter && isMark)
    }
  }
}
