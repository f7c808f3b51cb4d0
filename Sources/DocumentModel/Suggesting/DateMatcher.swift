/// Finds out whether a date begins at a token, in the spellings of letters and forms.
///
/// ```
///   2024-03-07   7.3.2024   07.03.24   7. März 2024   7th of March, 2024   March 7, 2024   7-Mar-24   2024年3月7日
/// ```
///
/// Every look takes a bounded number of tokens, so that a page takes time in proportion to them.
struct DateMatcher {
  /// The order of day and month in `03/07/2024`.
  enum NumberOrder {
    case dayFirst
    case monthFirst
    case unknown
  }

  /// A day, and the tokens that mean it.
  struct Match: Equatable {
    let day: CalendarDay
    let tokens: Range<Int>
  }

  let tokens: [WrittenToken]
  let order: NumberOrder
  /// The last two digits of a year beyond this one belong to the century before.
  let latestYear: Int

  /// The date that begins at a token; nil for none.
  func match(at start: Int) -> Match? {
    guard !isGlued(at: start) else { return nil }
    let found =
      inNumbers(at: start) ?? dayAndName(at: start) ?? nameAndDay(at: start) ?? inIdeographs(at: start)
    guard let found, !goesOn(at: found.tokens.upperBound) else { return nil }
    return found
  }

  // MARK: - Spellings

  /// `2024-03-07`, `7.3.2024`, `07/03/24`.
  private func inNumbers(at start: Int) -> Match? {
    guard let first = number(at: start), let sign = sign(at: start + 1),
      ".-/".unicodeScalars.contains(sign), let second = number(at: start + 2), second.digits <= 2,
      self.sign(at: start + 3) == sign,
      let third = number(at: start + 4)
    else { return nil }
    let parts = start..<(start + 5)
    let isTight = parts.dropFirst().allSatisfy { !tokens[$0].isSpaced }
    guard isTight || (sign == "." && third.digits == 4 && !tokens[start + 1].isSpaced) else { return nil }
    if first.digits == 4, third.digits <= 2 {
      return match(parts, year: first.value, month: second.value, day: third.value)
    }
    guard first.digits <= 2, let year = year(third) else { return nil }
    // Numbers of chapters and versions look like dates with two digits of the year.
    let isFull = third.digits == 4 || (first.digits == 2 && second.digits == 2)
    guard isFull || (sign == "." && isAnnounced(at: start)) else { return nil }
    let (day, month) = ordered(first.value, second.value, isGerman: sign == ".")
    return match(parts, year: year, month: month, day: day)
  }

  /// `7. März 2024`, `7th of March, 2024`, `7 de marzo de 2024`, `7-Mar-24`.
  private func dayAndName(at start: Int) -> Match? {
    guard let day = number(at: start), day.digits <= 2 else { return nil }
    var place = start + 1
    skipOrdinal(&place)
    let isHyphenated = skip("-", &place)
    skip(Self.between, &place)
    guard let month = month(at: place) else { return nil }
    place += 1
    for sign in [".", ",", "-"] as [Unicode.Scalar] { skip(sign, &place) }
    skip(Self.between, &place)
    let isShort = ["'", "’"].map { skip($0, &place) }.contains(true)
    guard let year = number(at: place), year.digits == 4 || isShort || isHyphenated else { return nil }
    return match(start..<(place + 1), year: self.year(year), month: month, day: day.value)
  }

  /// `March 7, 2024`, `Mar. 7th 2024`.
  private func nameAndDay(at start: Int) -> Match? {
    guard let month = month(at: start) else { return nil }
    var place = start + 1
    skip(".", &place)
    guard let day = number(at: place), day.digits <= 2 else { return nil }
    place += 1
    skipOrdinal(&place)
    skip(",", &place)
    guard let year = number(at: place), year.digits == 4, tokens[place].isSpaced || place > start + 2 else {
      return nil
    }
    return match(start..<(place + 1), year: year.value, month: month, day: day.value)
  }

  /// `2024年3月7日`.
  private func inIdeographs(at start: Int) -> Match? {
    guard start + 6 <= tokens.count, let year = number(at: start), year.digits == 4,
      word(at: start + 1, isOneOf: ["年"]), let month = number(at: start + 2),
      word(at: start + 3, isOneOf: ["月"]), let day = number(at: start + 4),
      case .word(let last) = tokens[start + 5].kind, last.hasPrefix("日")
    else { return nil }
    return match(start..<(start + 6), year: year.value, month: month.value, day: day.value)
  }

  // MARK: - Parts

  private func match(_ range: Range<Int>, year: Int?, month: Int, day: Int) -> Match? {
    guard let year, let day = CalendarDay(year: year, month: month, day: day) else { return nil }
    return Match(day: day, tokens: range)
  }

  private func ordered(_ first: Int, _ second: Int, isGerman: Bool) -> (day: Int, month: Int) {
    if isGerman || first > 12 || first == second { return (first, second) }
    if second > 12 { return (second, first) }
    switch order {
    case .dayFirst: return (first, second)
    case .monthFirst: return (second, first)
    // No month: it is not known which one is meant.
    case .unknown: return (first, 0)
    }
  }

  private func year(_ number: (value: Int, digits: Int)) -> Int? {
    switch number.digits {
    case 4: return number.value
    case 2:
      let year = latestYear - latestYear % 100 + number.value
      return year > latestYear ? year - 100 : year
    default: return nil
    }
  }

  private func number(at place: Int) -> (value: Int, digits: Int)? {
    guard tokens.indices.contains(place), case .number(let value?, let digits) = tokens[place].kind else {
      return nil
    }
    return (value, digits)
  }

  private func sign(at place: Int) -> Unicode.Scalar? {
    guard tokens.indices.contains(place), case .sign(let sign) = tokens[place].kind else { return nil }
    return ["‐", "‑", "–", "−"].contains(sign) ? "-" : sign
  }

  private func word(at place: Int, isOneOf words: Set<String>) -> Bool {
    guard tokens.indices.contains(place), case .word(let word) = tokens[place].kind else { return false }
    return words.contains(word)
  }

  private func month(at place: Int) -> Int? {
    guard tokens.indices.contains(place), case .word(let word) = tokens[place].kind else { return nil }
    return MonthNames.month(word)
  }

  @discardableResult private func skip(_ wanted: Unicode.Scalar, _ place: inout Int) -> Bool {
    guard sign(at: place) == wanted else { return false }
    place += 1
    return true
  }

  private func skip(_ words: Set<String>, _ place: inout Int) {
    if word(at: place, isOneOf: words) { place += 1 }
  }

  private func skipOrdinal(_ place: inout Int) {
    if tokens.indices.contains(place), !tokens[place].isSpaced { skip(Self.ordinals, &place) }
    for sign in [".", "º", "°", "ª"] as [Unicode.Scalar] { skip(sign, &place) }
  }

  private static let ordinals: Set<String> = ["st", "nd", "rd", "th", "er", "o", "a", "e"]
  private static let between: Set<String> = ["of", "de", "del", "di"]

  // MARK: - Around it

  /// Whether the token goes on with what is before it, as in a longer number.
  private func isGlued(at start: Int) -> Bool {
    guard start > 0, !tokens[start].isSpaced else { return false }
    switch tokens[start - 1].kind {
    case .number: return true
    case .word(let word): return !Self.isUnspaced(word)
    case .sign(let sign):
      guard ".-/".unicodeScalars.contains(sign), start > 1, !tokens[start - 1].isSpaced else { return false }
      if case .sign = tokens[start - 2].kind { return false }
      return true
    }
  }

  /// Whether what was read goes on at a token, as in a longer number.
  private func goesOn(at end: Int) -> Bool {
    guard end < tokens.count, !tokens[end].isSpaced else { return false }
    switch tokens[end].kind {
    case .number: return true
    // A time follows in ISO 8601.
    case .word(let word): return word != "t" && !Self.isUnspaced(word)
    case .sign(let sign):
      guard ".-/".unicodeScalars.contains(sign), end + 1 < tokens.count else { return false }
      return !tokens[end + 1].isSpaced && number(at: end + 1) != nil
    }
  }

  private static func isUnspaced(_ word: String) -> Bool {
    word.unicodeScalars.first.map { (0x2E80...0x9FFF).contains($0.value) } ?? false
  }

  private func isAnnounced(at start: Int) -> Bool {
    DateLabels.label(before: start, in: tokens)?.label == .date
      || word(at: start - 1, isOneOf: Self.announcing)
      || (start > 1 && sign(at: start - 1) == "," && word(start - 2))
  }

  private func word(_ place: Int) -> Bool {
    if case .word = tokens[place].kind { true } else { false }
  }

  private static let announcing: Set<String> = [
    "am", "vom", "den", "ab", "seit", "le", "du", "au", "el", "il", "del", "dal", "on", "of", "from", "op",
    "d",
  ]
}
