/// Splits texts into words as the search in all documents compares them.
///
/// Words are folded (``TextFolding``), and marks that Arabic and Hebrew may leave out are dropped. A word is a run of
/// letters and digits. Scripts that do not space their words are split into pairs of characters. There a single
/// character is found as the beginning of a pair:
///
/// ```
/// text    Über R2D2 und C++    東京都
/// words   uber r2d2 und c++    東京 京都 都
/// forms   ueber r 2 d 2     c
/// ```
public enum SearchWords {
  /// A word of a text.
  public struct Word: Hashable, Sendable {
    /// The word as it is compared.
    public let exact: String
    /// Other spellings by which it is found: ä as ae, letters and digits apart.
    public let forms: [String]
    /// Whether it is a pair of a script without spaces, or the last character of such a run.
    public let isPair: Bool

    init(_ exact: String, forms: [String] = [], isPair: Bool = false) {
      (self.exact, self.forms, self.isPair) = (exact, forms, isPair)
    }
  }

  /// Longer words are cut: nobody types them, and text made to break an index consists of them.
  public static let maximumLength = 64

  /// The words of a text in their order, each with its forms.
  public static func split(_ text: String) -> [Word] {
    text.utf8.allSatisfy { $0 < 0x80 } ? splitASCII(text) : splitScalars(text)
  }

  // MARK: - Plain letters

  private static let signs = Set("+#".utf8)

  private static func splitASCII(_ text: String) -> [Word] {
    var words: [Word] = []
    var run: [UInt8] = []
    func end() {
      guard !run.isEmpty else { return }
      let exact = String(decoding: run.prefix(maximumLength), as: UTF8.self)
      words.append(Word(exact, forms: run.allSatisfy { $0 >= UInt8(ascii: "a") } ? [] : parts(of: exact)))
      run.removeAll(keepingCapacity: true)
    }
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"):
        if let last = run.last, signs.contains(last) { end() }
        run.append(byte >= UInt8(ascii: "A") ? byte | 0x20 : byte)
      case _ where signs.contains(byte):
        // C++, C#, F#: these signs belong to a word that is short.
        if !run.isEmpty, run.count <= 4 { run.append(byte) } else { end() }
      default: end()
      }
    }
    end()
    return words
  }

  /// The parts of a word of letters, digits and signs; none for a word of one kind.
  private static func parts(of word: String) -> [String] {
    var parts: [String] = []
    var last = Part.sign
    for scalar in word.unicodeScalars {
      let part = Part(scalar)
      if part == last, part != .sign {
        parts[parts.count - 1].unicodeScalars.append(scalar)
      } else if part != .sign {
        parts.append(String(scalar))
      }
      last = part
    }
    return parts == [word] ? [] : parts
  }

  private enum Part {
    case letter, digit, sign

    init(_ scalar: Unicode.Scalar) {
      switch scalar {
      case "0"..."9": self = .digit
      case "+", "#": self = .sign
      default: self = .letter
      }
    }
  }

  // MARK: - All scripts

  private static func splitScalars(_ text: String) -> [Word] {
    var words: [Word] = []
    var run = ""
    var unspaced: [Unicode.Scalar] = []
    func end() {
      if !run.isEmpty { words.append(word(run)) }
      words += pairs(of: unspaced)
      run = ""
      unspaced.removeAll(keepingCapacity: true)
    }
    for scalar in text.composed.unicodeScalars where !isLeftOut(scalar) {
      if isUnspaced(scalar) {
        if !run.isEmpty { end() }
        unspaced += TextFolding.folded(String(scalar)).unicodeScalars
      } else if isLetter(scalar) || (isSign(scalar) && !run.isEmpty && run.utf8.count <= 4) {
        if !unspaced.isEmpty || (isLetter(scalar) && run.unicodeScalars.last.map(isSign) == true) { end() }
        run.unicodeScalars.append(scalar)
      } else {
        end()
      }
    }
    end()
    return words
  }

  private static func word(_ run: String) -> Word {
    let bounded =
      run.unicodeScalars.count <= maximumLength ? run : String(run.unicodeScalars.prefix(maximumLength))
    // A compatibility form may fold to a space and a mark, of which no word consists.
    let exact = withoutSpaces(withoutPoints(TextFolding.folded(bounded)))
    var forms = parts(of: exact)
    let spelled = withTwoLetters(bounded)
    if spelled != bounded { forms.append(withoutSpaces(TextFolding.folded(spelled))) }
    return Word(exact, forms: forms.filter { $0 != exact && !$0.isEmpty })
  }

  private static func pairs(of run: [Unicode.Scalar]) -> [Word] {
    run.indices.map { place in
      var pair = String(run[place])
      if place + 1 < run.count { pair.unicodeScalars.append(run[place + 1]) }
      return Word(pair, isPair: true)
    }
  }

  /// Umlauts as they are written where a keyboard has none (DIN 5007-2 sorts by these spellings).
  private static func withTwoLetters(_ word: String) -> String {
    var spelled = ""
    for scalar in word.unicodeScalars {
      switch scalar {
      case "ä", "Ä", "æ", "Æ": spelled += "ae"
      case "ö", "Ö", "ø", "Ø", "œ", "Œ": spelled += "oe"
      case "ü", "Ü": spelled += "ue"
      case "å", "Å": spelled += "aa"
      default: spelled.unicodeScalars.append(scalar)
      }
    }
    return spelled
  }

  private static func withoutPoints(_ word: String) -> String {
    guard word.unicodeScalars.contains(where: isPoint) else { return word }
    return String(String.UnicodeScalarView(word.unicodeScalars.filter { !isPoint($0) }))
  }

  private static func withoutSpaces(_ word: String) -> String { word.filter { $0 != " " } }

  /// Vowel points and marks of Hebrew and Arabic, which most texts leave out, and the Arabic line that fills a row.
  private static func isPoint(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0591...0x05BD, 0x05BF...0x05C7, 0x0610...0x061A, 0x0640, 0x064B...0x065F, 0x0670,
      0x06D6...0x06ED:
      true
    default: false
    }
  }

  /// Characters that are not seen: soft hyphens, joiners, marks of direction.
  private static func isLeftOut(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .format
  }

  private static func isSign(_ scalar: Unicode.Scalar) -> Bool { scalar == "+" || scalar == "#" }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber,
      .otherNumber, .decimalNumber, .nonspacingMark, .spacingMark, .enclosingMark:
      true
    default: false
    }
  }

  /// Han, Kana, Thai, Lao, Myanmar and Khmer: scripts whose words are not spaced.
  private static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0xFF66...0xFF9F: isLetter(scalar)
    default: scalar.properties.isIdeographic
    }
  }
}
