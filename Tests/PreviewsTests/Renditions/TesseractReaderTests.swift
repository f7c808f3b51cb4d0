import DocumentModel
import Foundation
import Testing

@testable import Previews

@Suite("The words that Tesseract reads")
struct TesseractReaderTests {
  private static let table = """
    level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext
    1\t1\t0\t0\t0\t0\t0\t0\t2480\t3508\t-1\t
    4\t1\t1\t1\t1\t0\t100\t200\t400\t50\t-1\t
    5\t1\t1\t1\t1\t1\t100\t200\t180\t50\t96.5\tGroße
    5\t1\t1\t1\t1\t2\t300\t200\t200\t50\t91\tÜber-
    5\t1\t1\t1\t2\t1\t100\t260\t180\t50\t88\tsicht
    5\t1\t1\t1\t2\t2\t300\t260\t20\t50\t95\t
    5\t1\t1\t1\t2\t3\t330\t260\t20\t50\t12\t~|
    5\tnonsense
    """

  @Test("have boxes, lines and how sure they are; what is no word is left out")
  func table() {
    let words = TesseractReader.words(in: Self.table)
    #expect(words.map(\.text) == ["Große", "Über-", "sicht", "~|"])
    #expect(words.map(\.line) == [1, 1, 2, 2])
    #expect(
      words[0].box == PageRectangle(x: 100, y: 200, width: 180, height: 50) && words[0].confidence == 96.5)
  }

  @Test("stand on the page in its units, are joined where a line breaks them, and are sure")
  func page() {
    let text = PageText(recognized: TesseractReader.words(in: Self.table), in: PictureFrame(scale: 0.24))
    #expect(text.isRecognized && text.words.map(\.text) == ["Große", "Über-", "sicht"])
    #expect(text.words.map(\.isHyphenated) == [false, true, false])
    #expect(text.words[0].box.x == 24 && abs(text.words[0].box.width - 180 * 0.24) < 1e-9)
  }

  @Test("are none where most of them are unsure, as of leaves and walls")
  func photo() {
    let unsure = (0..<9).map {
      RecognizedWord(
        text: "x\($0)", box: PageRectangle(x: 0, y: 0, width: 1, height: 1), confidence: 40, line: 1)
    }
    #expect(PageText(recognized: unsure, in: PictureFrame(scale: 1)).words.isEmpty)
  }

  @Test("are in the script that the detection names")
  func script() {
    #expect(TesseractReader.script(in: "Rotate: 0\nScript: Cyrillic\nScript confidence: 2\n") == "Cyrillic")
    #expect(TesseractReader.script(in: "Too few characters") == nil)
  }

  @Test("are read with the data of the newest version, wherever it lies")
  func data() throws {
    let temporary = try TemporaryFolder()
    let folder = temporary.path
    for path in ["4.00/tessdata/eng", "5/tessdata/deu", "5/tessdata/osd", "5/tessdata/chi_sim", "configs/x"] {
      let file = URL(filePath: "\(folder)/\(path).traineddata")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data().write(to: file)
    }
    let data = TesseractData(below: ["\(folder)/none", folder])
    #expect(data.folder == "\(folder)/5/tessdata" && data.hasOrientation)
    #expect(data.languages.map(\.description) == ["chi_sim", "deu"])
    #expect(TesseractData(below: ["\(folder)/none"]).languages.isEmpty)
  }
}
