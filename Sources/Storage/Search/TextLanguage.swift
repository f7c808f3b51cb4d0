import CStemmer
import DocumentModel
import Synchronization

/// A language whose words have stems by which they are found (snowballstem.org): "Häuser" by "Haus".
enum TextLanguage: String, CaseIterable {
  case danish = "da"
  case dutch = "nl"
  case english = "en"
  case finnish = "fi"
  case french = "fr"
  case german = "de"
  case italian = "it"
  case norwegian = "no"
  case portuguese = "pt"
  case spanish = "es"
  case swedish = "sv"

  /// Fewer of the most frequent words say nothing about the language.
  private static let leastWords = 3
  /// Shorter words are stems themselves.
  private static let leastLength = 3

  /// The language of a text by its most frequent words; nil where they do not tell.
  init?(of words: [SearchedPage.Word]) {
    var counts: [TextLanguage: Int] = [:]
    for word in words { for language in Self.byWord[word.exact] ?? [] { counts[language, default: 0] += 1 } }
    let best = counts.max { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }
    guard let best, best.value >= Self.leastWords else { return nil }
    self = best.key
  }

  /// The form by which a folded word is found: its stem, marked by the language, so that stems of others are other words.
  ///
  /// Nil for short words and those that are not made of letters.
  func form(of word: String) -> String? {
    guard word.unicodeScalars.count >= Self.leastLength, let stemmer = Self.stemmers[self],
      word.unicodeScalars.allSatisfy({ $0.properties.isAlphabetic })
    else { return nil }
    return "\(stemmer.stem(word))#\(rawValue)"
  }

  /// The forms of a word in all languages.
  static func forms(of word: String) -> [String] { allCases.compactMap { $0.form(of: word) } }

  private static let stemmers = Dictionary(
    uniqueKeysWithValues: allCases.compactMap { language in Stemmer(language.rawValue).map { (language, $0) }
    })

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

/// A stemmer of the Snowball library, which one thread at a time uses.
private final class Stemmer: Sendable {
  // The lock lets one thread at a time use the pointer.
  private struct Handle: @unchecked Sendable { let pointer: OpaquePointer }

  private let handle: Mutex<Handle>

  init?(_ language: String) {
    guard let pointer = sb_stemmer_new(language, "UTF_8") else { return nil }
    handle = Mutex(Handle(pointer: pointer))
  }

  deinit { handle.withLock { sb_stemmer_delete($0.pointer) } }

  func stem(_ word: String) -> String {
    handle.withLock { handle in
      var word = word
      return word.withUTF8 { bytes in
        guard let stem = sb_stemmer_stem(handle.pointer, bytes.baseAddress, CInt(bytes.count)) else {
          return String(decoding: bytes, as: UTF8.self)
        }
        let count = Int(sb_stemmer_length(handle.pointer))
        return String(decoding: UnsafeBufferPointer(start: stem, count: count), as: UTF8.self)
      }
    }
  }
}
