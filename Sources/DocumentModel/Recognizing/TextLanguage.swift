/// A language that a text can be told to be in by its most frequent words.
///
/// The raw value is its code (ISO 639-1).
public enum TextLanguage: String, Hashable, Sendable, CaseIterable {
  /// Danish.
  case danish = "da"
  /// Dutch.
  case dutch = "nl"
  /// English.
  case english = "en"
  /// Finnish.
  case finnish = "fi"
  /// French.
  case french = "fr"
  /// German.
  case german = "de"
  /// Italian.
  case italian = "it"
  /// Norwegian.
  case norwegian = "no"
  /// Portuguese.
  case portuguese = "pt"
  /// Spanish.
  case spanish = "es"
  /// Swedish.
  case swedish = "sv"

  /// Fewer of the most frequent words say nothing about the language.
  private static let leastWords = 3

  /// The language of a text by its most frequent words; nil where they do not tell.
  public init?(of words: [SearchedPage.Word]) {
    var counts: [TextLanguage: Int] = [:]
    for word in words { for language in Self.byWord[word.exact] ?? [] { counts[language, default: 0] += 1 } }
    let best = counts.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }
    guard let best, best.value >= Self.leastWords else { return nil }
    self = best.key
  }

  private static let byWord: [String: [TextLanguage]] = {
    var languages: [String: [TextLanguage]] = [:]
    for language in allCases {
      for word in language.frequent.split(separator: " ") {
        languages[String(word), default: []].append(language)
      }
    }
    return languages
  }()

  /// Frequent words, folded; those of few languages tell most.
  private var frequent: String {
    switch self {
    case .danish: "og det er til af ikke jeg den som har med pa for vi til var han blev fra der efter kun"
    case .dutch:
      "de het een van en niet dat voor zijn met op aan ook worden door maar naar bij hun deze wordt"
    case .english:
      "the of and to in is that for it with as was are this be on by from or which have not at an we"
    case .finnish:
      "ja on ei se etta oli joka mutta han ovat kun niin tai myos sen kuin mita ole vain olla hanen"
    case .french:
      "le la les de des et est une dans que qui pour pas sur au du par plus avec ce il ne sont cette"
    case .german:
      "der die das und ist nicht mit von den dem ein eine zu auf fur im des sich wird auch bei sind oder"
    case .italian:
      "il di che la e non per una con sono del della come anche piu gli nel alla dei questo delle"
    case .norwegian:
      "og det er til av ikke jeg den som har med pa for vi var han ble fra etter eller bare hva mot"
    case .portuguese:
      "o de que e nao para uma com os da do em por mais como dos mas foi ao das pela seu sua ser"
    case .spanish:
      "el la de que y en los del las por con para una su es al lo como mas pero sus este esta entre"
    case .swedish:
      "och det att ar som inte jag den pa har med av for till om en var han eller fran efter ett kan"
    }
  }
}
