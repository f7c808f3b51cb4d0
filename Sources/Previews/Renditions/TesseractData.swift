import DocumentModel
import FoundationEssentials

/// The data of languages that is on a disk.
struct TesseractData: Hashable, Sendable {
  /// Where Debian and others put it.
  static let folders = ["/usr/share/tesseract-ocr", "/usr/share"]
  private static let suffix = ".traineddata"

  /// The folder; empty where none was found.
  let folder: String
  /// The languages in it, by name.
  let languages: [RecognitionLanguage]
  /// Whether orientation and script can be detected.
  let hasOrientation: Bool

  /// None.
  init() { self.init(folder: "", languages: [], hasOrientation: false) }

  private init(folder: String, languages: [RecognitionLanguage], hasOrientation: Bool) {
    (self.folder, self.languages, self.hasOrientation) = (folder, languages, hasOrientation)
  }

  /// That of the newest version that has any.
  init(below folders: [String]) {
    for folder in folders.flatMap(Self.versions) {
      let names = Self.names(in: folder).filter { $0.hasSuffix(Self.suffix) }
        .map { $0.dropLast(Self.suffix.count) }
      let languages = names.compactMap { RecognitionLanguage($0) }.sorted { $0.description < $1.description }
      guard !languages.isEmpty else { continue }
      self.init(folder: folder, languages: languages, hasOrientation: names.contains("osd"))
      return
    }
    self.init()
  }

  /// `…/5/tessdata`, `…/4.00/tessdata` and `…/tessdata`, the newest version first.
  private static func versions(below folder: String) -> [String] {
    let numbers = names(in: folder).compactMap { name in Double(name).map { (name, $0) } }
    return numbers.sorted { $0.1 > $1.1 }.map { "\(folder)/\($0.0)/tessdata" } + ["\(folder)/tessdata"]
  }

  private static func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }
}
