/// A language in which a recognizer reads, by the name of Tesseract's data: "deu", "chi_sim".
///
/// Two to thirty ASCII letters, digits and underscores, the first of them a letter.
public struct RecognitionLanguage: Hashable, Sendable, LosslessStringConvertible {
  /// The name.
  public let description: String

  /// Data that is of no language: orientation and script, and formulas.
  private static let others: Set<String> = ["osd", "equ", "snum"]

  /// The language named `text`; nil when it can be none.
  public init?(_ text: some StringProtocol) {
    let letters = (UInt8(ascii: "a")...UInt8(ascii: "z"))
    guard (2...30).contains(text.utf8.count), !Self.others.contains(String(text)),
      text.utf8.first.map({ letters.contains($0 | 0x20) }) == true,
      text.utf8.allSatisfy({
        letters.contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "_")
      })
    else { return nil }
    description = String(text)
  }

  /// The recognizer's language for one that a text can be told to be in.
  public init(_ language: TextLanguage) { description = language.recognitionName }

  /// The language that a text of it is told to be in; nil where none is told.
  public var language: TextLanguage? { TextLanguage.allCases.first { $0.recognitionName == description } }

  /// The script in which it is written, as Tesseract's detection names it.
  public var script: String {
    let stem = description.prefix { $0 != "_" }
    return Self.scripts.first { $0.value.contains(String(stem)) }?.key ?? Self.latin
  }

  /// The script of languages that are not listed.
  public static let latin = "Latin"

  /// Languages by their scripts (ISO 639-2, as Debian's packages are named).
  private static let scripts: [String: Set<String>] = [
    "Cyrillic": ["bel", "bul", "kaz", "kir", "mkd", "mon", "rus", "srp", "tat", "tgk", "ukr"],
    "Greek": ["ell", "grc"], "Arabic": ["ara", "fas", "kur", "pus", "snd", "uig", "urd"],
    "Hebrew": ["heb", "yid"], "Devanagari": ["hin", "mar", "nep", "san"], "Bengali": ["asm", "ben"],
    "Han": ["chi"], "Japanese": ["jpn"], "Korean": ["kor"], "Thai": ["tha"], "Armenian": ["hye"],
    "Georgian": ["kat"], "Ethiopic": ["amh", "tir"], "Khmer": ["khm"], "Lao": ["lao"], "Myanmar": ["mya"],
    "Sinhala": ["sin"], "Tamil": ["tam"], "Telugu": ["tel"], "Kannada": ["kan"], "Malayalam": ["mal"],
    "Gujarati": ["guj"], "Gurmukhi": ["pan"], "Oriya": ["ori"], "Tibetan": ["bod", "dzo"],
    "Syriac": ["syr"], "Thaana": ["div"], "Cherokee": ["chr"],
  ]
}

extension TextLanguage {
  /// The name of the recognizer's data (ISO 639-2).
  fileprivate var recognitionName: String {
    switch self {
    case .danish: "dan"
    case .dutch: "nld"
    case .english: "eng"
    case .finnish: "fin"
    case .french: "fra"
    case .german: "deu"
    case .italian: "ita"
    case .norwegian: "nor"
    case .portuguese: "por"
    case .spanish: "spa"
    case .swedish: "swe"
    }
  }
}
