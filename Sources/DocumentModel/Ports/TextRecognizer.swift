/// Reads the words of pictures, somewhere safe.
///
/// Implementations are safe to call from any task. Cancelling the calling task ends the work.
public protocol TextRecognizer: Sendable {
  /// Names the program and its version, as of the last look at the disk; nil while it is not there.
  var version: String? { get }
  /// The languages whose data is there, as of the last look at the disk.
  var languages: [RecognitionLanguage] { get }
  /// The words of a picture in the order of reading; a picture that lies on its side is set upright first.
  ///
  /// - Parameters:
  ///   - picture: a PNG.
  ///   - choice: the languages in which it may be read.
  ///   - likely: the language in which the document's last page was read.
  /// - Throws: as ``RenditionMaker``, and `.converterMissing`.
  func read(
    _ picture: any ReadableContent, among choice: LanguageChoice, likely: RecognitionLanguage?
  ) async throws(DocumentError) -> RecognizedPicture
}

/// The words of a picture, and the language in which they were read.
public struct RecognizedPicture: Hashable, Sendable {
  /// The words in the order of reading.
  public let words: [RecognizedWord]
  /// The language.
  public let language: RecognitionLanguage

  /// A picture from its parts.
  public init(words: [RecognizedWord], language: RecognitionLanguage) {
    (self.words, self.language) = (words, language)
  }
}

/// A word that was read in a picture.
public struct RecognizedWord: Hashable, Sendable {
  /// The word.
  public let text: String
  /// The box around it, in pixels.
  public let box: PageRectangle
  /// How sure the reading is, from 0 to 100.
  public let confidence: Double
  /// The line in which it stands, counted through the picture.
  public let line: Int

  /// A word from its parts.
  public init(text: String, box: PageRectangle, confidence: Double, line: Int) {
    (self.text, self.box) = (text, box)
    (self.confidence, self.line) = (confidence, line)
  }
}

extension PageText {
  /// Less sure readings are mostly of what is no word.
  private static let leastConfidence = 30.0
  /// A picture of whose readings most are less sure has no words: leaves and walls are read as letters, too.
  private static let leastMedian = 55.0

  /// The words of a page that were read in its picture.
  ///
  /// - Parameters:
  ///   - words: those of the picture.
  ///   - frame: the picture's place on the page.
  public init(recognized words: [RecognizedWord], in frame: PictureFrame) {
    let readings = words.map(\.confidence).sorted()
    let median = readings.isEmpty ? 0 : readings[readings.count / 2]
    let sure = median < Self.leastMedian ? [] : words.filter { $0.confidence >= Self.leastConfidence }
    let pageWords = sure.enumerated().map { place, word in
      let next = sure.dropFirst(place + 1).first
      let isBroken =
        word.text.count > 1 && word.text.hasSuffix("-") && next.map { $0.line > word.line } == true
      return PageWord(text: word.text, box: frame.rectangle(word.box), isHyphenated: isBroken)
    }
    let text = PageText(truncating: pageWords, links: [])
    self.init(words: text.words, links: [], isTruncated: text.isTruncated, isRecognized: true)
  }
}
