import DocumentModel
import Synchronization

/// Tesseract in a jail (github.com/tesseract-ocr).
///
/// One thread: with several it is many times slower on a busy machine.
final class TesseractReader: TextRecognizer {
  private static let program = "/usr/bin/tesseract"

  private let jail: Jail
  private let limits: Jail.Limits
  private let folders: [String]
  private let data = Mutex(TesseractData())
  let installed: InstalledProgram

  /// - Parameter folders: those that may have a folder `tessdata`, or one for each version.
  init(
    in jail: Jail, limits: Jail.Limits = Jail.Limits(), data folders: [String] = TesseractData.folders
  ) {
    (self.jail, self.limits, self.folders) = (jail, limits, folders)
    installed = InstalledProgram(.recognition, files: [Self.program], in: jail)
  }

  var version: String? { installed.version }
  var languages: [RecognitionLanguage] { data.withLock(\.languages) }

  /// Looks at the disk; blocks.
  func look() {
    installed.look()
    let found = TesseractData(below: folders)
    data.withLock { $0 = found }
  }

  func read(
    _ picture: any ReadableContent, among choice: LanguageChoice, likely: RecognitionLanguage?
  ) async throws(DocumentError) -> RecognizedPicture {
    guard version != nil else { throw ConverterKind.recognition.missing }
    let script = choice.needsScript && likely == nil ? try await script(of: picture) : nil
    guard let first = choice.first(script: script, likely: likely) else {
      throw DocumentError(.converterMissing, "Tesseract has no language: run `make extras` on the server")
    }
    let reading = try await words(of: picture, in: first)
    guard let better = choice.better(than: first, for: reading) else {
      return RecognizedPicture(words: reading, language: first)
    }
    return RecognizedPicture(words: try await words(of: picture, in: better), language: better)
  }

  private func words(
    of picture: any ReadableContent, in language: RecognitionLanguage
  ) async throws(DocumentError) -> [RecognizedWord] {
    // Pages on their side are set upright where the data for that is there.
    let mode = data.withLock(\.hasOrientation) ? "1" : "3"
    // Ink is told from paper by what lies around it (Sauvola): under a lamp paper may be darker than ink is elsewhere.
    return Self.words(
      in: try await said(
        of: picture, "-l", "\(language)", "--psm", mode, "-c", "thresholding_method=2", "tsv"))
  }

  /// The script of a picture as Tesseract names it; nil where it is not told.
  private func script(of picture: any ReadableContent) async throws(DocumentError) -> String? {
    guard data.withLock(\.hasOrientation) else { return nil }
    do throws(DocumentError) {
      return Self.script(in: try await said(of: picture, "--psm", "0"))
    } catch  where error.code == .damaged {
      // It refuses pictures with few letters.
      return nil
    }
  }

  private func said(
    of picture: any ReadableContent, _ options: String...
  ) async throws(DocumentError) -> String {
    let folder = data.withLock(\.folder)
    let answer = try await jail.print(
      { path in [Self.program, path, "stdout", "--tessdata-dir", folder] + options }, on: picture,
      fileExtension: "png", limits: limits)
    guard let bytes = try? answer.bytes() else {
      throw DocumentError(.damaged, "the words of the picture could not be read")
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The script in the answer of the detection: "Script: Latin".
  static func script(in answer: String) -> String? {
    let line = answer.split(separator: "\n").first { $0.hasPrefix("Script: ") }
    return line.map { String($0.dropFirst("Script: ".count)) }
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
