/// The words of a page in the form in which a search looks for words among them.
///
/// All words stand in one row of folded characters, with a space between two words:
///
/// ```
/// words    "Große"  "Ex-" "port"  "日本" "語"
/// row       grosse ␣ ex    port  ␣ 日本   語
///                      └ a joint: the line broke the word here, or the hyphen is its own
/// ```
public struct FindableText: Sendable {
  /// More marks on one letter are left out: to fold them would take the square of their number.
  private static let mostMarks = 32

  private let words: [PageWord]
  private let row: [Unicode.Scalar]
  /// For each character of the row the place of its letter in its word, in UTF-16 code units.
  private let letters: [UInt32]
  /// The place of each word in the row.
  private let starts: [Int32]
  /// The end of the last letter of each word that stands in the row, in UTF-16 code units.
  private let ends: [UInt32]
  /// The places in the row where a hyphen at the end of a line was left out.
  private let joints: Set<Int32>

  /// The words of a page, folded; takes time in proportion to their length.
  public init(_ text: PageText) {
    words = text.words.map(Self.bounded)
    var row: [Unicode.Scalar] = []
    var letters: [UInt32] = []
    var starts: [Int32] = []
    var ends: [UInt32] = []
    var joints: Set<Int32> = []
    for (index, word) in words.enumerated() {
      let folded = Self.letters(of: word.text)
      if index > 0, words[index - 1].isHyphenated {
        if row.last == "-" {
          row.removeLast()
          ends[index - 1] = letters.removeLast()
        }
        joints.insert(Int32(row.count))
      } else if let last = row.last, let first = folded.first?.scalar, !Self.areJoined(last, first) {
        row.append(" ")
        letters.append(0)
      }
      starts.append(Int32(row.count))
      ends.append(UInt32(word.text.utf16.count))
      for letter in folded {
        row.append(letter.scalar)
        letters.append(letter.place)
      }
    }
    (self.row, self.letters, self.starts, self.ends, self.joints) = (row, letters, starts, ends, joints)
  }

  /// The memory that it takes, in bytes, roughly.
  public var weight: Int {
    words.reduce(row.count * 8) { $0 + 72 + $1.text.utf8.count }
  }

  /// All places where the words stand, in the order of reading; none overlaps another.
  ///
  /// - Parameter limit: the most places that are told.
  public func hits(of parameters: FindParameters, limit: Int = .max) -> [TextHit] {
    guard parameters.alternatives.isEmpty else {
      return Self.apart(parameters.alternatives.flatMap { self.hits(of: $0, limit: limit) }, limit: limit)
    }
    var hits: [TextHit] = []
    var place = 0
    while place < row.count, hits.count < limit {
      guard let end = end(of: parameters, at: place), let hit = hit(place..<end, of: parameters),
        hits.last.map({ $0.end.precedes(hit.start) }) ?? true
      else {
        place += 1
        continue
      }
      hits.append(hit)
      place = end
    }
    return hits
  }

  /// Hits of several words in the order of reading; of those that overlap the first one, and the longer one.
  private static func apart(_ hits: [TextHit], limit: Int) -> [TextHit] {
    let sorted = hits.sorted { one, other in
      (one.start.word, one.start.offset, other.end.word, other.end.offset)
        < (other.start.word, other.start.offset, one.end.word, one.end.offset)
    }
    var apart: [TextHit] = []
    for hit in sorted where apart.count < limit && (apart.last.map { $0.end.precedes(hit.start) } ?? true) {
      apart.append(hit)
    }
    return apart
  }

  /// The end of the words that are looked for, if they begin at `start`.
  private func end(of parameters: FindParameters, at start: Int) -> Int? {
    var place = start
    for scalar in parameters.folded {
      if place < row.count, row[place] == scalar {
        place += 1
      } else if scalar != "-" || place == start || !joints.contains(Int32(place)) {
        return nil
      }
    }
    guard parameters.wholeWords else { return place }
    let isCut = start > 0 && Self.isLetter(row[start - 1]) && Self.isLetter(row[start])
    let isCutOff = place < row.count && Self.isLetter(row[place]) && Self.isLetter(row[place - 1])
    return isCut || isCutOff ? nil : place
  }

  /// Nil for a part of the row that does not agree as exactly as is asked for.
  private func hit(_ range: Range<Int>, of parameters: FindParameters) -> TextHit? {
    let first = word(at: range.lowerBound)
    let last = word(at: range.upperBound - 1)
    let start = Int(letters[range.lowerBound])
    let end = end(ofLetterAt: range.upperBound - 1, in: last)
    let text = spelled(first, from: start, to: last, end)
    guard parameters.agrees(text) else { return nil }
    let isWhole = parameters.folded.contains("-") || !words[first..<last].contains(where: \.isHyphenated)
    return TextHit(
      start: TextHit.Edge(word: first, offset: start), end: TextHit.Edge(word: last, offset: end),
      boxes: words[first...last].map(\.box), before: before(first, start),
      text: isWhole ? text : spelled(first, from: start, to: last, end, keepsHyphens: false),
      after: after(last, end))
  }

  /// The word to which a place in the row belongs.
  private func word(at place: Int) -> Int {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= place { low = middle } else { high = middle }
    }
    return low
  }

  /// The end of a letter in its word, in UTF-16 code units; a letter that folds to several characters ends with the last.
  private func end(ofLetterAt place: Int, in word: Int) -> Int {
    let limit = word + 1 < starts.count ? Int(starts[word + 1]) : row.count
    let next = row.indices[place..<limit].first { letters[$0] > letters[place] }
    return Int(next.map { letters[$0] } ?? ends[word])
  }

  private func spelled(
    _ first: Int, from start: Int, to last: Int, _ end: Int, keepsHyphens: Bool = true
  ) -> String {
    (first...last).reduce(into: "") { text, index in
      let word = words[index].text
      let from = place(index == first ? start : 0, in: word)
      let whole = keepsHyphens || index == last ? word[...] : unbroken(index)
      text += whole[min(from, whole.endIndex)..<(index == last ? place(end, in: word) : whole.endIndex)]
      if index < last, !isJoined(index) { text += " " }
    }
  }

  /// A word without the hyphen by which a line broke it.
  private func unbroken(_ index: Int) -> Substring {
    let word = words[index]
    let isBroken = word.isHyphenated && ["-", "\u{2010}", "\u{AD}"].contains(word.text.last)
    return isBroken ? word.text.dropLast() : word.text[...]
  }

  private func place(_ offset: Int, in word: String) -> String.Index {
    word.utf16.index(word.startIndex, offsetBy: offset, limitedBy: word.endIndex) ?? word.endIndex
  }

  private func before(_ word: Int, _ offset: Int) -> String {
    let own = words[word].text
    var text = Self.end(of: own[..<place(offset, in: own)])
    for index in stride(from: word - 1, through: max(0, word - TextHit.contextLength), by: -1)
    where text.unicodeScalars.count < TextHit.contextLength {
      text = Self.end(of: unbroken(index)) + (isJoined(index) ? "" : " ") + text
    }
    return Self.end(of: text[...])
  }

  private func after(_ word: Int, _ offset: Int) -> String {
    let own = words[word].text
    let rest = unbroken(word)
    var text = Self.beginning(of: rest[min(place(offset, in: own), rest.endIndex)...])
    for index in words[(word + 1)...].indices.prefix(TextHit.contextLength)
    where text.unicodeScalars.count < TextHit.contextLength {
      text += (isJoined(index - 1) ? "" : " ") + Self.beginning(of: unbroken(index))
    }
    return Self.beginning(of: text[...])
  }

  private static func beginning(of text: Substring) -> String {
    String(text.unicodeScalars.prefix(TextHit.contextLength))
  }

  private static func end(of text: Substring) -> String {
    String(text.unicodeScalars.suffix(TextHit.contextLength))
  }

  /// Whether no space stands between a word and the next one.
  private func isJoined(_ word: Int) -> Bool {
    guard word + 1 < words.count else { return true }
    guard !words[word].isHyphenated, let last = words[word].text.unicodeScalars.last,
      let first = words[word + 1].text.unicodeScalars.first
    else { return words[word].isHyphenated }
    return Self.areJoined(last, first)
  }

  /// A word whose letters have no heaps of marks.
  private static func bounded(_ word: PageWord) -> PageWord {
    guard word.text.utf8.count > mostMarks, !word.text.utf8.allSatisfy({ $0 < 0x80 }) else { return word }
    var text = ""
    for letter in word.text {
      text.unicodeScalars.append(contentsOf: letter.unicodeScalars.prefix(mostMarks))
    }
    return PageWord(text: text, box: word.box, isHyphenated: word.isHyphenated)
  }

  /// The characters of a word as they are compared, each with the place of its letter.
  private static func letters(of word: String) -> [(scalar: Unicode.Scalar, place: UInt32)] {
    if word.utf8.allSatisfy({ $0 < 0x80 }) {
      return comparable(word).enumerated().map { (scalar: $1, place: UInt32($0)) }
    }
    var place: UInt32 = 0
    var letters: [(scalar: Unicode.Scalar, place: UInt32)] = []
    for letter in word {
      letters += comparable(String(letter)).map { (scalar: $0, place: place) }
      place += UInt32(letter.utf16.count)
    }
    return letters
  }

  /// A word as it is compared: folded, with one form of each quotation mark and hyphen, without soft hyphens and spaces.
  ///
  /// An accent that stands alone folds to a space.
  static func comparable(
    _ text: String, keepingCase: Bool = false, keepingAccents: Bool = false
  ) -> [Unicode.Scalar] {
    TextFolding.folded(text, keepingCase: keepingCase, keepingAccents: keepingAccents).unicodeScalars
      .compactMap { scalar in
        switch scalar.value {
        case 0x20, 0xAD, 0x200B, 0x2060, 0xFEFF: nil
        case 0x2018...0x201B: "'"
        case 0x201C...0x201F: "\""
        case 0x2010...0x2015, 0x2212: "-"
        default: scalar
        }
      }
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "_"
  }

  /// Whether two characters of different words stand side by side as those of one: scripts of East Asia have no spaces.
  static func areJoined(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
    isUnspaced(first) && isUnspaced(second)
  }

  private static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x2E80...0x2FDF, 0x3001...0x30FF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xF900...0xFAFF, 0xFF00...0xFFEF, 0x20000...0x3FFFF:
      true
    default: false
    }
  }
}
