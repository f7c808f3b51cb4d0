import CStemmer
import DocumentModel
import Synchronization

/// Words have stems by which they are found (snowballstem.org): "Häuser" by "Haus".
extension TextLanguage {
  /// Shorter words are stems themselves.
  private static let leastLength = 3

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
