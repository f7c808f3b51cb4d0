import DocumentModel
import FoundationEssentials

/// Tesseract in a jail (github.com/tesseract-ocr).
///
/// One thread: with several it is many times slower on a busy machine.
struct TesseractReader: TextRecognizer {
  private static let program = "/usr/bin/tesseract"
  /// Words of the languages that Debian's packages name by default, tried in this order.
  private static let languages = ["eng", "deu", "fra", "spa", "ita", "nld", "por"]
  /// So many languages are read at once: each makes it slower, and less sure.
  private static let mostLanguages = 3
  private static let data = "/usr/share/tesseract-ocr/5/tessdata"

  private let jail: Jail
  private let limits: Jail.Limits
  let installed: InstalledProgram

  init(in jail: Jail, limits: Jail.Limits = Jail.Limits()) {
    (self.jail, self.limits) = (jail, limits)
    installed = InstalledProgram(.recognition, files: [Self.program], in: jail)
  }

  var version: String? { installed.version }

  func words(of picture: any ReadableContent) async throws(DocumentError) -> [RecognizedWord] {
    guard version != nil else { throw ConverterKind.recognition.missing }
    let languages = Self.languages.filter { Self.isInstalled($0) }.prefix(Self.mostLanguages)
    // Pages on their side are set upright where the data for that is there.
    let mode = Self.isInstalled("osd") ? "1" : "3"
    let table = try await jail.print(
      { path in
        [Self.program, path, "stdout", "-l", languages.joined(separator: "+"), "--psm", mode, "tsv"]
      }, on: picture, fileExtension: "png", limits: limits)
    guard let bytes = try? table.bytes() else {
      throw DocumentError(.damaged, "the words of the picture could not be read")
    }
    return Self.words(in: String(decoding: bytes, as: UTF8.self))
  }

  private static func isInstalled(_ language: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(data)/\(language).traineddata")
  }

  /// The words of a table as Tesseract writes it: a line each, with twelve columns.
  ///
  /// `level page block paragraph line word left top width height confidence text`; words have level 5.
  static func words(in table: String) -> [RecognizedWord] {
    var words: [RecognizedWord] = []
    var (line, last): (Int, [Substring]) = (0, [])
    for row in table.split(separator: "\n") {
      let columns = row.split(separator: "\t", maxSplits: 11, omittingEmptySubsequences: false)
      guard columns.count == 12, columns[0] == "5", let confidence = Double(columns[10]), confidence >= 0
      else {
        continue
      }
      let text = columns[11].filter { !$0.isWhitespace }
      let sides = columns[6...9].compactMap { Double($0) }
      guard !text.isEmpty, sides.count == 4, sides.allSatisfy(\.isFinite) else { continue }
      let place = Array(columns[1...4])
      if place != last { line += 1 }
      last = place
      words.append(
        RecognizedWord(
          text: String(text),
          box: PageRectangle(x: sides[0], y: sides[1], width: sides[2], height: sides[3]),
          confidence: min(confidence, 100), line: line))
    }
    return words
  }
}
