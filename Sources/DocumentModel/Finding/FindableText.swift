/// The words of a page in the form in which others are looked for among them.
///
/// All words stand in one row of folded characters, with a space between two words:
///
/// ```
/// words    "Große"  "Ex-" "port"  "日本" "語"
/// row       grosse ␣ ex    port  ␣ 日本   語
///                      └ a joint: the line broke the word here, or the hyphen is its own
/// ```
public struct FindableText: Sendable {
  private let words: [PageWord]
  private let row: [Unicode.Scalar]
  /// The place of each word in the row.
  private let starts: [Int32]
  /// The places in the row where a hyphen at the end of a line was left out.
  private let joints: Set<Int32>

  /// The words of a page, folded; takes time in proportion to their length.
  public init(_ text: PageText) {
    words = text.words
    var row: [Unicode.Scalar] = []
    var starts: [Int32] = []
    var joints: Set<Int32> = []
    for (index, word) in words.enumerated() {
      let letters = Self.comparable(word.text)
      if index > 0, words[index - 1].isHyphenated {
        if row.last == "-" { row.removeLast() }
        joints.insert(Int32(row.count))
      } else if let last = row.last, let first = letters.first, !Self.areJoined(last, first) {
        row.append(" ")
      }
      starts.append(Int32(row.count))
      row += letters
    }
    (self.row, self.starts, self.joints) = (row, starts, joints)
  }

  /// The memory that it takes, in bytes, roughly.
  public var weight: Int {
    words.reduce(row.count * 4) { $0 + 64 + $1.text.utf8.count }
  }

  /// All places where the words stand, in the order of reading; none overlaps another.
  ///
  /// - Parameter limit: the most places that are told.
  public func hits(of parameters: FindParameters, limit: Int = .max) -> [TextHit] {
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
    let start = offset(ofPlace: range.lowerBound, in: first, isEnd: false)
    let end = offset(ofPlace: range.upperBound, in: last, isEnd: true)
    let text = spelled(first, from: start, to: last, end)
    guard parameters.agrees(text) else { return nil }
    return TextHit(
      start: TextHit.Edge(word: first, offset: start), end: TextHit.Edge(word: last, offset: end),
      boxes: words[first...last].map(\.box), before: before(first, start), text: text,
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

  /// A place of the row in a word, in UTF-16 code units, which include all of a letter that folds to several.
  private func offset(ofPlace place: Int, in word: Int, isEnd: Bool) -> Int {
    var rest = place - Int(starts[word])
    var offset = 0
    for letter in words[word].text {
      let length = Self.comparable(String(letter)).count
      if rest < length, !isEnd || rest <= 0 { return offset }
      rest -= length
      offset += letter.utf16.count
      if isEnd, rest <= 0 { return offset }
    }
    return offset
  }

  private func spelled(_ first: Int, from start: Int, to last: Int, _ end: Int) -> String {
    (first...last).reduce(into: "") { text, index in
      let word = words[index].text.utf16
      let from = word.index(word.startIndex, offsetBy: index == first ? start : 0)
      let to = index == last ? word.index(word.startIndex, offsetBy: end) : word.endIndex
      text += String(word[from..<to]) ?? ""
      if index < last, !isJoined(index) { text += " " }
    }
  }

  private func before(_ word: Int, _ offset: Int) -> String {
    var text = String(words[word].text.utf16.prefix(offset)) ?? ""
    var index = word - 1
    while index >= 0, text.count < TextHit.contextLength {
      text = words[index].text + (isJoined(index) ? "" : " ") + text
      index -= 1
    }
    return String(text.suffix(TextHit.contextLength))
  }

  private func after(_ word: Int, _ offset: Int) -> String {
    var text = String(words[word].text.utf16.dropFirst(offset)) ?? ""
    var index = word + 1
    while index < words.count, text.count < TextHit.contextLength {
      text += (isJoined(index - 1) ? "" : " ") + words[index].text
      index += 1
    }
    return String(text.prefix(TextHit.contextLength))
  }

  /// Whether no space stands between a word and the next one.
  private func isJoined(_ word: Int) -> Bool {
    guard word + 1 < words.count else { return true }
    guard !words[word].isHyphenated, let last = words[word].text.unicodeScalars.last,
      let first = words[word + 1].text.unicodeScalars.first
    else { return words[word].isHyphenated }
    return Self.areJoined(last, first)
  }

  /// A text as it is compared: folded, with one form of each quotation mark and hyphen, and without soft hyphens.
  static func comparable(
    _ text: String, keepingCase: Bool = false, keepingAccents: Bool = false
  ) -> [Unicode.Scalar] {
    TextFolding.folded(text, keepingCase: keepingCase, keepingAccents: keepingAccents).unicodeScalars
      .compactMap { scalar in
        switch scalar.value {
        case 0xAD, 0x200B, 0x2060, 0xFEFF: nil
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
  private static func areJoined(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
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
