import DocumentModel

/// The words of a name as the search index has them, and of a search text as a pattern for it.
///
/// Words are runs of letters, runs of digits, and single characters of scripts that do not space their words, folded. So `Rechnung2024.pdf` is
/// found by `2024`, `文書.txt` by `書`, `C++.md` by `c++`; and `MeetingNotes.pdf` also by `notes`.
enum NameWords {
  private enum Kind: Equatable {
    case letters, digits, single, separator
  }

  /// The indexed words of `name` in order, then the inner words of names in camel case.
  static func indexed(_ name: FileName) -> String {
    let words = split(TextFolding.folded(name.description))
    let inner = split(TextFolding.folded(spaced(name.description)))
    return (words + (inner == words ? [] : inner)).joined(separator: " ")
  }

  /// The FTS5 pattern that finds names with a word beginning like each word of `text`; nil when `text` has none.
  ///
  /// Holds only quoted words, so no text can be taken for FTS5's own syntax.
  static func pattern(_ text: String) -> String? {
    let phrases = text.split(whereSeparator: \.isWhitespace).prefix(maximumWords).compactMap { word in
      let parts = split(TextFolding.folded(String(word)))
      return parts.isEmpty ? nil : "\"\(parts.joined(separator: " "))\"*"
    }
    return phrases.isEmpty ? nil : phrases.joined(separator: " ")
  }

  /// More words than this are not looked at: a search text is a few words.
  static let maximumWords = 32

  private static func split(_ text: String) -> [String] {
    var words: [String] = []
    var last = Kind.separator
    for scalar in text.unicodeScalars {
      let kind = kind(of: scalar)
      if kind == last, kind == .letters || kind == .digits {
        words[words.count - 1].unicodeScalars.append(scalar)
      } else if kind != .separator {
        words.append(String(scalar))
      }
      last = kind
    }
    return words
  }

  private static func kind(of scalar: Unicode.Scalar) -> Kind {
    if scalar.properties.isIdeographic || isUnspaced(scalar) { return .single }
    return switch scalar.properties.generalCategory {
    case .decimalNumber: .digits
    case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol: .single
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber,
      .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark:
      .letters
    default: .separator
    }
  }

  /// Thai, Lao, Myanmar, Khmer and Kana: scripts whose words are not spaced.
  private static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF: true
    default: false
    }
  }

  private static func spaced(_ text: String) -> String {
    var spaced = ""
    var afterSmall = false
    for character in text {
      if afterSmall, character.isUppercase { spaced.append(" ") }
      spaced.append(character)
      afterSmall = character.isLowercase
    }
    return spaced
  }
}
