/// The words that differ between two lines.
///
/// Ranges count UTF-16 units, as JavaScript's strings do.
struct WordDifference {
  private(set) var removed: [Range<Int>] = []
  private(set) var added: [Range<Int>] = []

  /// Longer lines are not compared by words, in UTF-16 units.
  private static let maximumLength = 4096
  private static let budget = 100_000
  /// Lines that share less are different as a whole.
  private static let leastCommon = 0.3

  /// Compares two lines; nil when they are too long, or have too little in common for single words to matter.
  init?(_ old: String, _ new: String) {
    guard old.utf16.count <= Self.maximumLength, new.utf16.count <= Self.maximumLength else { return nil }
    var numbers = Numbering()
    let (oldWords, newWords) = (Self.words(old), Self.words(new))
    let difference = SequenceDifference(
      from: oldWords.map { numbers.number(of: $0.utf8) }, to: newWords.map { numbers.number(of: $0.utf8) },
      budget: Self.budget)
    guard Self.common(oldWords, difference.removed) >= Self.leastCommon * Double(Self.weight(oldWords)),
      Self.common(newWords, difference.added) >= Self.leastCommon * Double(Self.weight(newWords))
    else { return nil }
    removed = Self.ranges(oldWords, difference.removed)
    added = Self.ranges(newWords, difference.added)
  }

  /// Runs of letters and digits, runs of white space, and everything else one by one.
  private static func words(_ line: String) -> [Substring] {
    var words: [Substring] = []
    var (start, last) = (line.startIndex, Kind.other)
    for index in line.unicodeScalars.indices {
      let kind = Kind(line.unicodeScalars[index])
      if index > line.startIndex, kind != last || kind == .other {
        words.append(line[start..<index])
        start = index
      }
      last = kind
    }
    if start < line.endIndex { words.append(line[start...]) }
    return words
  }

  private enum Kind {
    case word, space, other

    init(_ scalar: Unicode.Scalar) {
      if scalar.properties.isWhitespace {
        self = .space
      } else {
        self =
          scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "_"
          ? .word : .other
      }
    }
  }

  /// The length of the words in UTF-16 units, without white space.
  private static func weight(_ words: [Substring]) -> Int {
    words.reduce(0) { $0 + ($1.allSatisfy(\.isWhitespace) ? 0 : $1.utf16.count) }
  }

  private static func common(_ words: [Substring], _ isDifferent: [Bool]) -> Double {
    Double(weight(zip(words, isDifferent).filter { !$0.1 }.map(\.0)))
  }

  private static func ranges(_ words: [Substring], _ isDifferent: [Bool]) -> [Range<Int>] {
    var (ranges, place): ([Range<Int>], Int) = ([], 0)
    for (word, isDifferent) in zip(words, isDifferent) {
      let end = place + word.utf16.count
      if isDifferent {
        if let last = ranges.last, last.upperBound == place {
          ranges[ranges.count - 1] = last.lowerBound..<end
        } else {
          ranges.append(place..<end)
        }
      }
      place = end
    }
    return ranges
  }
}
