/// The choice of the language in which a picture is read: one at a time, the likely one first.
///
/// A reading in a wrong language of the same script still has most of the short words. By these it is told in which one the
/// picture is to be read once more. So a document costs one further reading, where its language is not the first.
public struct LanguageChoice: Hashable, Sendable {
  /// The languages in which pictures may be read, the likeliest first.
  public let languages: [RecognitionLanguage]

  /// A choice among `languages`.
  public init(among languages: [RecognitionLanguage]) {
    var seen: Set<RecognitionLanguage> = []
    self.languages = languages.filter { seen.insert($0).inserted }
  }

  /// The languages that are installed and wished for.
  ///
  /// - Parameters:
  ///   - wished: those that were chosen; all where none was.
  ///   - installed: those whose data is there.
  ///   - own: the app's language, which comes first where none was chosen; English follows.
  public init(
    wished: [RecognitionLanguage], installed: [RecognitionLanguage], own: TextLanguage? = nil
  ) {
    let there = Set(installed)
    let chosen = wished.filter(there.contains)
    guard chosen.isEmpty else {
      self.init(among: chosen)
      return
    }
    let first = [own, .english].compactMap(\.self).map { RecognitionLanguage($0) }.filter(there.contains)
    self.init(among: first + installed.sorted { $0.description < $1.description })
  }

  /// Whether they are written in several scripts, so that the picture's must be known first.
  public var needsScript: Bool { Set(languages.map(\.script)).count > 1 }

  /// The language for a first reading; nil where there is none at all.
  ///
  /// - Parameters:
  ///   - script: that of the picture, where it was detected.
  ///   - likely: the language of the document's last page.
  public func first(script: String? = nil, likely: RecognitionLanguage? = nil) -> RecognitionLanguage? {
    let fitting = languages.filter { script == nil || $0.script == script }
    if let likely, fitting.contains(likely) { return likely }
    return fitting.first ?? languages.first
  }

  /// The language for another reading of a picture that was read in `language`; nil where the reading stands.
  public func better(than language: RecognitionLanguage, for words: [RecognizedWord]) -> RecognitionLanguage?
  {
    let page = words.map { PageWord(text: $0.text, box: $0.box) }
    guard let told = TextLanguage(of: SearchedPage(page).words) else { return nil }
    let better = RecognitionLanguage(told)
    return better != language && languages.contains(better) ? better : nil
  }
}
